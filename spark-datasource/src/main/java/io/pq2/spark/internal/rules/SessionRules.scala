package io.pq2.spark.internal.rules

import io.pq2.hadoop.internal.options.{SettingRegistry, SparkReadingKeys}
import io.pq2.spark.internal.reflection.EarlyRules
import io.pq2.spark.internal.replace.Replacement
import io.pq2.spark.internal.settings.{Sessions, SettingOrder}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{ColumnarRule, SparkPlan}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.{SparkSession, SparkSessionExtensions}

/** The rules of this source in each session, in the order in which a query meets them. */
private[spark] object SessionRules {

  import Switch.{Absent, OfScan, OfSession}

  private val Variants = OfSession(
    SQLConf.PUSH_VARIANT_INTO_SCAN.key,
    "false",
    Sessions.sqlConf(_).getConf(SQLConf.PUSH_VARIANT_INTO_SCAN)
  )
  private val PartialAggregation = OfScan(SparkReadingKeys.PARTIAL_AGGREGATES.name)
  private val Aggregates = OfScan(SparkReadingKeys.AGGREGATES.name)
  private val FirstRows = OfScan(SparkReadingKeys.FIRST_ROWS.name)
  private val JoinKeys = OfScan(
    SparkReadingKeys.RUNTIME_FILTERS.name,
    others = conf => conf.dynamicPartitionPruningEnabled && conf.parquetFilterPushDown
  )
  private val Replaces = OfSession(Replacement.Key, "false", Replacement.isOn)
  private val Check = "It only reports wrong options and settings."
  private val Writes = Absent("It only applies what the user set.")
  private val Nodes = Absent("Other rules and the metrics of scans need its nodes.")

  /** Rules that run before Spark looks up the source of a path, and on parsed statements in sessions with Hive. */
  private val ofSources = Seq[SessionRule[Rule[LogicalPlan]]](
    SessionRule("ReplaceSources", Replaces, "")(new ReplaceSources(_)),
    SessionRule("OptionChecks.Sources", Absent(Check), "ReplaceSources: options of replaced sources are checked, too.")(
      new OptionChecks(_).Sources
    )
  )

  /** Rules that run before Spark looks up the source of a path. */
  private val early = ofSources ++ Seq[SessionRule[Rule[LogicalPlan]]](
    SessionRule(
      "ListedPaths",
      OfScan(SQLConf.USE_LISTFILES_FILESYSTEM_LIST.key, off = ""),
      "ReplaceSources and OptionChecks.Sources: it looks up the source, after which they would find none."
    )(new ListedPaths(_))
  )

  private val resolution = Seq[SessionRule[Rule[LogicalPlan]]](
    SessionRule("TableProperties", Writes, "") { session =>
      // Once, while the rules of the session are built: a rule changes no settings.
      ColumnDefaults.allow(session)
      new TableProperties(session)
    },
    SessionRule("TablePropertyCommands", Writes, "")(new TablePropertyCommands(_))
  )

  private val afterResolution = Seq[SessionRule[Rule[LogicalPlan]]](
    // Tables of Hive become relations only in this phase.
    SessionRule("TableProperties", Writes, "")(new TableProperties(_)),
    SessionRule("ReplaceCommands", Replaces, "")(new ReplaceCommands(_)),
    SessionRule("WriteOptionNames", Writes, "ReplaceCommands: a write that is taken over has other names of options.")(
      _ =>
        WriteOptionNames
    )
  )

  private val checks = Seq(
    SessionRule.check("OptionChecks.Plans", Check)(new OptionChecks(_).Plans),
    SessionRule.check("EncryptionCheck", Check)(new EncryptionCheck(_))
  )

  private val optimizer = Seq[SessionRule[Rule[LogicalPlan]]](
    SessionRule("DistinctConstants", Aggregates, "")(new DistinctConstants(_)),
    SessionRule("TableAggregates", Aggregates, "DistinctConstants: an aggregate that is distinct is not pushed.")(
      new TableAggregates(_)
    )
  )

  /** Rules that run when filters and projections are where they stay, and before Spark pushes them into V2 scans. */
  private val beforePushdown = Seq[SessionRule[Rule[LogicalPlan]]](
    SessionRule("VariantCasts", Variants, "")(new VariantCasts(_)),
    SessionRule("VariantsInAggregates", Variants, "VariantCasts: it decides which of the merged casts are extracted.")(
      new VariantsInAggregates(_)
    ),
    SessionRule("VariantFields", Variants, "VariantCasts and VariantsInAggregates: they change what is extracted.")(_ =>
      VariantFields
    ),
    SessionRule(
      "RelationEstimates",
      OfScan(SparkReadingKeys.MAX_FOOTERS.name, off = "0"),
      "The rules above: it hides the relation from rules that look for Spark's class."
    )(new RelationEstimates(_))
  )

  private val strategies = Seq(
    SessionRule.strategy("UngroupedAggregates", PartialAggregation, "")(new UngroupedAggregates(_)),
    SessionRule.strategy("SmallFileBroadcasts", OfScan(SparkReadingKeys.SMALL_FILE_BROADCASTS.name), "")(
      new SmallFileBroadcasts(_)
    )
  )

  private val unneededBloomFilters = SessionRule[SparkPlan](
    "UnneededBloomFilters",
    OfScan(SparkReadingKeys.SMALL_FILE_BROADCASTS.name),
    "SmallFileBroadcasts: it marks the joins."
  )(_ => UnneededBloomFilters)

  /** Rules for adaptive plans before they are divided into stages. Such plans are shown before their stages pass the
    * columnar rules.
    */
  private val stagePreparation = Seq[SessionRule[Rule[SparkPlan]]](
    unneededBloomFilters,
    SessionRule("ReplaceScans", Nodes, "")(new ReplaceScans(_)),
    SessionRule("LimitedScans", FirstRows, "ReplaceScans: it marks the nodes of pq2.")(_ => LimitedScans),
    SessionRule("BroadcastJoinKeys", JoinKeys, "ReplaceScans: it marks the nodes of pq2.")(new BroadcastJoinKeys(_)),
    SessionRule("ShuffledJoinKeys", JoinKeys, "BroadcastJoinKeys: it copies exchanges with the filters in them.")(
      new ShuffledJoinKeys(_)
    )
  )

  /** Rules in the last phase that can change a plan, for adaptive and other queries alike. All of Spark's rules that
    * search for file scans and copy them have run by then.
    */
  private val beforeTransitions = Seq[SessionRule[Rule[SparkPlan]]](
    unneededBloomFilters,
    SessionRule("AwaitedStages", Absent("BroadcastJoinKeys and ShuffledJoinKeys need it."), "")(new AwaitedStages(_)),
    SessionRule("ReplaceScans", Nodes, "")(new ReplaceScans(_)),
    SessionRule("LimitedScans", FirstRows, "ReplaceScans: it marks the nodes of pq2.")(_ => LimitedScans)
  )

  /** Rules that find the transitions between batches and rows in the plan. */
  private val afterTransitions = Seq[SessionRule[Rule[SparkPlan]]](
    SessionRule("PartialAggregates", PartialAggregation, "")(new PartialAggregates(_)),
    SessionRule(
      "BatchFilters",
      OfScan(SparkReadingKeys.BATCH_FILTERS.name),
      "PartialAggregates: it takes over the filter below an aggregate."
    )(_ => new BatchFilters),
    SessionRule(
      "JoinKeyFilters",
      JoinKeys,
      "All others: filters by keys contain copies of plans, which Spark compares with the originals."
    )(new JoinKeyFilters(_)),
    SessionRule("BloomFilterKeys", JoinKeys, "As JoinKeyFilters.")(_ => BloomFilterKeys)
  )

  /** All rules, in their order. */
  private[rules] val All: Seq[SessionRule[_]] = early ++ resolution ++ afterResolution ++ checks ++ optimizer ++
    beforePushdown ++ strategies ++ stagePreparation ++ beforeTransitions ++ afterTransitions

  /** The switches of operators that a rule puts in together with others. */
  private def operators: Seq[Switch] = Seq(OfScan(SparkReadingKeys.BATCH_JOINS.name))

  /** The settings of a session that turn rules off, each with the value that does. */
  private[spark] def switches: Seq[(String, String)] = (All.map(_.switch) ++ operators).collect {
    case OfSession(key, off, _) => key -> off
    case OfScan(key, off, _)    => (if (SettingRegistry.isOwn(key)) SettingOrder.SESSION_PREFIX + key else key) -> off
  }.distinct

  /** Adds the rules to all sessions.
    *
    * @param procedures creates the rule that resolves the procedures of CALL, which has no switch: it is a command
    */
  def inject(extensions: SparkSessionExtensions, procedures: SparkSession => Rule[LogicalPlan]): Unit = {
    EarlyRules.inject(extensions, early.map[EarlyRules.Builder](rule => rule.of(_)) :+ procedures)
    ParsedStatements.inject(extensions, ofSources.map(rule => rule.of(_: SparkSession)) :+ procedures)
    resolution.foreach(rule => extensions.injectResolutionRule(rule.of(_)))
    afterResolution.foreach(rule => extensions.injectPostHocResolutionRule(rule.of(_)))
    checks.foreach(rule => extensions.injectCheckRule(rule.of(_)))
    optimizer.foreach(rule => extensions.injectOptimizerRule(rule.of(_)))
    beforePushdown.foreach(rule => extensions.injectPreCBORule(rule.of(_)))
    strategies.foreach(rule => extensions.injectPlannerStrategy(rule.of(_)))
    stagePreparation.foreach(rule => extensions.injectQueryStagePrepRule(rule.of(_)))
    extensions.injectColumnar { session =>
      new ColumnarRule {
        override val preColumnarTransitions: Rule[SparkPlan] = InOrder(beforeTransitions.map(_.of(session)))
        override val postColumnarTransitions: Rule[SparkPlan] = InOrder(afterTransitions.map(_.of(session)))
      }
    }
  }

  /** Runs rules one after the other. */
  final private case class InOrder(rules: Seq[Rule[SparkPlan]]) extends Rule[SparkPlan] {
    override def apply(plan: SparkPlan): SparkPlan = rules.foldLeft(plan)((changed, rule) => rule(changed))
  }
}
