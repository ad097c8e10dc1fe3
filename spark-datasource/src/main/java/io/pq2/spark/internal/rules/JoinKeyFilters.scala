package io.pq2.spark.internal.rules

import io.pq2.spark.internal.files.keys.{
  AwaitedHashes,
  KeyCollector,
  KeyColumn,
  KeyForm,
  KnownKeys,
  RuntimeFilter,
  RuntimeKeys
}
import io.pq2.spark.internal.operators._
import io.pq2.spark.internal.settings.Sessions
import io.pq2.spark.internal.v1.Pq2FileSourceScanExec
import io.pq2.spark.internal.v2.Pq2Scan
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.optimizer.BuildLeft
import org.apache.spark.sql.catalyst.plans._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.{BroadcastQueryStageExec, QueryStageExec}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.exchange.{BroadcastExchangeExec, ReusedExchangeExec}
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.DataType

/** Passes the keys of broadcast joins to the scans on their other side, by V1 and V2 and for every column; see
  * docs/design/runtime-filters.md. Spark itself passes only those of partition columns.
  *
  * Runs after transitions between rows and columns were inserted. In an adaptive query it sees one stage, whose
  * broadcasts have finished.
  */
final private[spark] class JoinKeyFilters(session: SparkSession) extends Rule[SparkPlan] {

  override def apply(plan: SparkPlan): SparkPlan =
    plan.transformUp {
      case join: BroadcastHashJoinExec if JoinKeyFilters.dropsRows(join.joinType) =>
        if (join.buildSide == BuildLeft)
          filtered(join, join.right, join.left, join.rightKeys, join.leftKeys)(other => Seq(join.left, other))
        else filtered(join, join.left, join.right, join.leftKeys, join.rightKeys)(other => Seq(other, join.right))
      case join: Pq2BroadcastJoinExec if JoinKeyFilters.dropsRows(join.joinType) =>
        filtered(join, join.left, join.right, join.keys, join.buildKeys)(other => Seq(other, join.right))
    }

  private def sqlConf: SQLConf = Sessions.sqlConf(session)

  /** Passes the keys of a join to the scan.
    *
    * @param children returns the children of the join, given another side that is not broadcast
    */
  private def filtered(
      join: SparkPlan,
      streamed: SparkPlan,
      build: SparkPlan,
      keys: Seq[Expression],
      buildKeys: Seq[Expression]
  )(children: SparkPlan => Seq[SparkPlan]): SparkPlan = {
    // Keys of other types are compared in another form.
    val usable = keys.zipWithIndex.collect {
      case (KeyColumn(key), index) if RuntimeKeys.supports(key.dataType) && buildKeys(index).dataType == key.dataType =>
        (key, index)
    }
    def withStreamed(other: SparkPlan): SparkPlan = join.withNewChildren(children(other))
    val (candidates, others) = usable.partition { case (key, _) =>
      JoinKeyFilters.fits(build, key.dataType) &&
      ScanSide.find(streamed, key).exists(JoinKeyFilters.pays(JoinKeyFilters.knownRows(build), _))
    }
    def noted(keys: Seq[(Attribute, Int)], reason: String): SparkPlan = keys.foldLeft(streamed) {
      case (plan, (key, _)) =>
        ScanSide.noted(plan, key, join, s"the scan gets no keys of ${key.name}: $reason").getOrElse(plan)
    }
    if (candidates.isEmpty) withStreamed(noted(others, "there are too many for what they exclude"))
    else {
      broadcast(build).fold(withStreamed(noted(candidates, "the other side of the join has no condition"))) {
        exchange =>
          val pushed = candidates.foldLeft(streamed) { case (plan, (key, index)) =>
            ScanSide.filteredLater(plan, key, JoinKeyFilters.filter(_, index, buildKeys, exchange)).getOrElse(plan)
          }
          withStreamed(pushed)
      }
    }
  }

  /** Returns a plan that gives the keys of the build side, if it probably lacks keys that the other side has. */
  private def broadcast(build: SparkPlan): Option[SparkPlan] = build match {
    case stage: BroadcastQueryStageExec if JoinKeyFilters.isSelective(stage) => Some(stage)
    case exchange: BroadcastExchangeExec if sqlConf.exchangeReuseEnabled && JoinKeyFilters.isSelective(exchange) =>
      // Generates code now, as Spark does later for the join's copy. Spark then recognises the copies and keeps one.
      Some(CollapseCodegenStages()(exchange))
    case _ => None
  }
}

private[rules] object JoinKeyFilters {

  /** The largest number of keys that the driver collects. */
  private val MaxRows = KeyCollector.MAX_KEYS

  /** The least bytes of a row in Spark's estimates: 8 for the row and 4 for the shortest useful key. */
  private val RowBytes = 12

  /** The number of keys that the driver collects for any scan, because they take it a few milliseconds. */
  private val FewRows = 4096

  /** The bytes that a scan must return for each of more keys. Meanwhile the scan waits: the driver takes a microsecond
    * or two for a key, in which two tasks decode, filter and join about as many bytes.
    */
  private val BytesPerKey = 1024

  /** The largest broadcast whose keys the driver copies if they are strings or long decimals, in bytes. With the other
    * columns, these are a few times as many as those of the keys.
    */
  private val MaxBytes = 64 << 20

  /** Whether the driver has memory for the keys of a broadcast. If it has not finished, Spark's estimate counts. */
  private def fits(build: SparkPlan, keys: DataType): Boolean = {
    val (rows, bytes) = build match {
      case stage: BroadcastQueryStageExec =>
        val statistics = stage.getRuntimeStatistics
        (statistics.rowCount, statistics.sizeInBytes)
      case other =>
        val expected = (other +: other.children).flatMap(_.logicalLink).headOption.map(_.stats)
        (expected.flatMap(_.rowCount), expected.fold(BigInt(0))(_.sizeInBytes))
    }
    val isShort = KeyForm.of(keys) == KeyForm.NUMBERS
    rows.getOrElse(bytes / RowBytes) <= MaxRows && (isShort || bytes <= MaxBytes)
  }

  /** Returns the number of rows of a broadcast, if it has finished. */
  def knownRows(build: SparkPlan): Option[BigInt] = build match {
    case stage: BroadcastQueryStageExec => stage.getRuntimeStatistics.rowCount
    case _                              => None
  }

  /** Whether the rows that a scan leaves out are worth the wait for the keys. */
  def pays(keys: Option[BigInt], scan: SparkPlan): Boolean = keys.forall { count =>
    count <= FewRows ||
    count <= MaxRows && scan.logicalLink.forall(_.stats.sizeInBytes >= count * BytesPerKey)
  }

  /** Whether a join drops the rows of the other side that no row of the build side matches. */
  private def dropsRows(joinType: JoinType): Boolean = joinType match {
    case _: InnerLike | LeftSemi => true
    case _                       => false
  }

  /** Whether a plan has a filter of its own, apart from one that drops nulls. */
  def isSelective(plan: SparkPlan): Boolean = plan match {
    case _: AwaitedKeysExec                                       => true
    case scan: Pq2FileSourceScanExec                              => scan.hasKeys
    case BatchScanExec(_, scan: Pq2Scan, runtimeFilters, _, _, _) => scan.hasRuntimeFilters || runtimeFilters.nonEmpty
    case stage: QueryStageExec                                    => isSelective(stage.plan)
    case reused: ReusedExchangeExec                               => isSelective(reused.child)
    case filter: FilterExec            => !isNotNull(filter.condition) || isSelective(filter.child)
    case filter: Pq2FilterExec         => !filter.conditions.forall(isNotNull)
    case rows: Pq2PartialAggregateExec => !rows.conditions.forall(isNotNull) || isSelectiveJoin(rows.child)
    case join: Pq2BroadcastJoinExec    => !join.conditions.forall(isNotNull) || join.children.exists(isSelective)
    case _: LimitExec                  => true
    case other                         => other.children.exists(isSelective)
  }

  private def isSelectiveJoin(plan: SparkPlan): Boolean = plan match {
    case join: Pq2BroadcastJoinExec => isSelective(join)
    case expanded: Pq2ExpandExec    => !expanded.conditions.forall(isNotNull) || isSelectiveJoin(expanded.child)
    case _                          => false
  }

  private def isNotNull(condition: Expression): Boolean = condition match {
    case And(left, right) => isNotNull(left) && isNotNull(right)
    case other            => other.isInstanceOf[IsNotNull]
  }

  /** Returns a filter by the keys of a broadcast, which has finished when the filter is evaluated. */
  def filter(
      column: Attribute,
      index: Int,
      buildKeys: Seq[Expression],
      exchange: SparkPlan
  ): DynamicPruningExpression = {
    val id = NamedExpression.newExprId
    val keys = SubqueryBroadcastExec(s"joinkeys#${id.id}", Seq(index), buildKeys, exchange)
    DynamicPruningExpression(InSubqueryExec(column, keys, id))
  }
}

/** The operators between a join and the scan of one of its keys. */
private[rules] object ScanSide {

  /** Returns the scan whose column a key is, if the scan takes a filter on it. */
  def find(plan: SparkPlan, key: Attribute): Option[SparkPlan] = {
    var found = Option.empty[SparkPlan]
    replaced(plan, key, { (scan, _) => found = Some(scan); scan })
    found
  }

  /** Notes at the scan that returns a key why it gets no filter; none if it takes no filter anyway. */
  def noted(plan: SparkPlan, key: Attribute, join: SparkPlan, reason: String): Option[SparkPlan] =
    replaced(plan, key, (scan, _) => BatchScans.noted(scan, join, reason))

  /** Adds a filter to the scan that returns a key, whose keys are known when the scan runs; none if operators in
    * between need the rows that it drops.
    *
    * @param filter creates the filter on a column, which has the type of the keys
    */
  def filteredLater(plan: SparkPlan, key: Attribute, filter: Attribute => DynamicPruningExpression): Option[SparkPlan] =
    replaced(
      plan,
      key,
      {
        case (scan: Pq2FileSourceScanExec, column) => scan.withKeys(filter(column.withDataType(key.dataType)))
        case (scan: BatchScanExec, column)         =>
          val added = filter(column.withDataType(key.dataType))
          copied(scan, scan.copy(runtimeFilters = scan.runtimeFilters :+ added))
        case (other, _) => other
      }
    )

  /** Adds a filter by a bloom filter, which is known when the scan runs. */
  def filteredByHashes(plan: SparkPlan, keys: AwaitedHashes): Option[SparkPlan] = {
    def of(column: Attribute) = keys.copy(key = column.withDataType(keys.key.dataType))
    replaced(
      plan,
      keys.key,
      {
        case (scan: Pq2FileSourceScanExec, column) =>
          scan.withKeys(DynamicPruningExpression(of(column).condition))
        case (scan @ BatchScanExec(_, pq2: Pq2Scan, _, _, _, _), column) if pq2.canAwaitKeys =>
          copied(scan, scan.copy(scan = pq2.withAwaitedKeys(of(column))))
        case (other, _) => other
      }
    )
  }

  /** Adds a filter whose keys are known.
    *
    * @param filter creates the filter on a column
    */
  def filtered(plan: SparkPlan, key: Attribute, filter: Attribute => RuntimeFilter): Option[SparkPlan] =
    replaced(
      plan,
      key,
      {
        case (scan: Pq2FileSourceScanExec, column) => scan.withKeys(KnownKeys(column, filter(column)))
        case (scan @ BatchScanExec(_, pq2: Pq2Scan, _, _, _, _), column) =>
          copied(scan, scan.copy(scan = pq2.withKeys(filter(column))))
        case (other, _) => other
      }
    )

  private def copied(scan: BatchScanExec, copy: BatchScanExec): BatchScanExec = {
    copy.copyTagsFrom(scan)
    copy
  }

  /** Replaces the scan whose column a key is; none if there is no such scan that takes a filter. */
  private def replaced(
      plan: SparkPlan,
      key: Attribute,
      replacement: (SparkPlan, Attribute) => SparkPlan
  ): Option[SparkPlan] = {
    def inChild(node: SparkPlan, child: SparkPlan, column: Attribute) =
      replaced(child, column, replacement).map { other =>
        node.withNewChildren(node.children.map(old => if (old eq child) other else old))
      }
    plan match {
      case scan @ (_: Pq2FileSourceScanExec | _: BatchScanExec) =>
        scan.output.find(_.exprId == key.exprId).filter(accepts(scan, _)).map(replacement(scan, _))
      case project: ProjectExec if project.projectList.forall(_.deterministic) =>
        KeyColumn.below(project, key).flatMap(inChild(project, project.child, _))
      case filter: FilterExec if filter.condition.deterministic => inChild(filter, filter.child, key)
      case selected: Pq2FilterExec                              => inChild(selected, selected.child, key)
      case rows: ColumnarToRowExec                              => inChild(rows, rows.child, key)
      case awaited: AwaitedKeysExec                             => inChild(awaited, awaited.left, key)
      case join: Pq2BroadcastJoinExec                           =>
        if (join.left.outputSet.contains(key)) inChild(join, join.left, key) else None
      case join: BroadcastHashJoinExec if join.condition.forall(_.deterministic) =>
        // Joins return the rows of the side that is not broadcast one by one, so that a filter can run before.
        val streamed = if (join.buildSide == BuildLeft) join.right else join.left
        if (streamed.outputSet.contains(key)) inChild(join, streamed, key) else None
      case _ => None
    }
  }

  private def accepts(scan: SparkPlan, column: Attribute): Boolean = scan match {
    case scan: Pq2FileSourceScanExec                              => scan.acceptsKeys(column)
    case BatchScanExec(_, scan: Pq2Scan, runtimeFilters, _, _, _) =>
      scan.acceptsKeys(column.name) && !runtimeFilters.exists(_.references.exists(_.exprId == column.exprId))
    case _ => false
  }

  /** Returns the column that a projection returns under a name. */
  def source(project: ProjectExec, key: Attribute): Option[Attribute] =
    project.projectList.find(_.exprId == key.exprId).collect {
      case attribute: Attribute       => attribute
      case Alias(child: Attribute, _) => child
    }
}
