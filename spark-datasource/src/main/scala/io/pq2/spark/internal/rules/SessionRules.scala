package io.pq2.spark.internal.rules

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{ColumnarRule, SparkPlan}
import org.apache.spark.sql.{SparkSession, SparkSessionExtensions}

/** The rules of this source in each session. */
private[spark] object SessionRules {

  /** Adds the rules to all sessions.
    *
    * @param procedures creates the rule that resolves the procedures of CALL
    */
  def inject(extensions: SparkSessionExtensions, procedures: SparkSession => Rule[LogicalPlan]): Unit = {
    EarlyRules.inject(
      extensions,
      new ReplaceSources(_),
      new OptionChecks(_).Sources,
      new ListedPaths(_),
      procedures
    )
    extensions.injectResolutionRule(new ColumnDefaults(_))
    extensions.injectPostHocResolutionRule(new ReplaceCommands(_))
    extensions.injectPostHocResolutionRule(_ => WriteOptionNames)
    extensions.injectOptimizerRule(new DistinctConstants(_))
    extensions.injectOptimizerRule(new TableAggregates(_))
    extensions.injectPreCBORule(new VariantCasts(_))
    extensions.injectPreCBORule(new VariantsInAggregates(_))
    extensions.injectPreCBORule(new VariantFields(_))
    extensions.injectPreCBORule(new RelationEstimates(_))
    // Adaptive plans are shown before their stages pass the columnar rules.
    extensions.injectQueryStagePrepRule(new ReplaceScans(_))
    extensions.injectQueryStagePrepRule(_ => LimitedScans)
    // Those of broadcasts first, because the others copy exchanges with the filters in them.
    extensions.injectQueryStagePrepRule(new BroadcastJoinKeys(_))
    extensions.injectQueryStagePrepRule(new ShuffledJoinKeys(_))
    extensions.injectPlannerStrategy(new UngroupedAggregates(_))
    extensions.injectColumnar(new ScanNodes(_))
    extensions.injectResolutionRule(_ => WriteProperties)
    extensions.injectResolutionRule(new TablePropertyCommands(_))
    extensions.injectCheckRule(new OptionChecks(_).Plans)
    extensions.injectCheckRule(new EncryptionCheck(_))
  }

  /** Replaces scans in the last phase that can change a plan, for adaptive and other queries alike. All of Spark's
    * rules that search for file scans and copy them have run by then.
    */
  final private class ScanNodes(session: SparkSession) extends ColumnarRule {
    override def preColumnarTransitions: Rule[SparkPlan] = new Rule[SparkPlan] {
      private val replace = new ReplaceScans(session)

      override def apply(plan: SparkPlan): SparkPlan = LimitedScans(replace(AwaitedStages.applied(session, plan)))
    }

    override def postColumnarTransitions: Rule[SparkPlan] = new Rule[SparkPlan] {
      private val filters = new JoinKeyFilters(session)
      private val hashes = new BloomFilterKeys(session)
      private val aggregates = new PartialAggregates(session)
      private val batches = new BatchFilters(session)

      // The keys of joins last, because they contain copies of plans, which Spark compares with the originals.
      override def apply(plan: SparkPlan): SparkPlan = hashes(filters(batches(aggregates(plan))))
    }
  }
}
