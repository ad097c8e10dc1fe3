package io.pq2.spark.internal.rules

import java.lang.{Long => JLong}

import io.pq2.hadoop.internal.options.SparkReadingKeys
import io.pq2.spark.internal.files.keys.{KeyCollector, KeyColumn, RuntimeKeys, SameKeys}
import io.pq2.spark.internal.operators.{AwaitedKeysExec, CollectKeysExec}
import io.pq2.spark.internal.reflection.StageCopies
import io.pq2.spark.internal.settings.Sessions
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeReference, Expression}
import org.apache.spark.sql.catalyst.optimizer.BuildLeft
import org.apache.spark.sql.catalyst.plans._
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.plans.logical.statsEstimation.EstimationUtils
import org.apache.spark.sql.catalyst.plans.physical.IdentityBroadcastMode
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.{QueryStageExec, ShuffleQueryStageExec}
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.execution.exchange.{BroadcastExchangeExec, ShuffleExchangeExec}
import org.apache.spark.sql.execution.joins.{BroadcastHashJoinExec, ShuffledJoin}
import org.apache.spark.sql.types.{BinaryType, DecimalType, DoubleType, FloatType}

/** Passes the keys of one side of a shuffled join to the scan of the other side, in adaptive queries; see
  * docs/design/runtime-filters.md.
  *
  * Spark plans the rest of an adaptive query again whenever a stage has finished. Each time, this rule decides what a
  * stage with a scan waits for:
  *
  *   - as long as the other side of the join has not been shuffled, for that. Spark may then plan a broadcast instead;
  *   - then for its keys;
  *   - for nothing once the keys are known, if there are too many of them, or if they are not worth it.
  */
final private[spark] class ShuffledJoinKeys(session: SparkSession) extends Rule[SparkPlan] {

  import ShuffledJoinKeys._

  override def apply(plan: SparkPlan): SparkPlan =
    if (!Sessions.sqlConf(session).exchangeReuseEnabled) plan
    else {
      lazy val shared = plan.collect { case exchange: ShuffleExchangeExec => exchange.canonicalized }
        .groupBy(identity).collect { case (one, uses) if uses.size > 1 => one }.toSet
      // The result of an exchange that several parts of a query use has all rows.
      def isShared(exchange: ShuffleExchangeExec) = shared.contains(exchange.canonicalized)
      plan.transformUp { case join: ShuffledJoin => awaiting(join, isShared) }
    }

  private def awaiting(join: ShuffledJoin, isShared: ShuffleExchangeExec => Boolean): SparkPlan = {
    val keys = join.leftKeys.zip(join.rightKeys).filter {
      case (left @ KeyColumn(_), right @ KeyColumn(_)) =>
        left.dataType == right.dataType && RuntimeKeys.supports(left.dataType)
      case _ => false
    }
    def onRight = keys.take(MaxKeyColumns).foldLeft(Waiting(join.right, 0)) { case (side, (left, right)) =>
      waiting(side.plan, right, KeySource.find(join.left, left), isShared).getOrElse(side)
    }
    def onLeft = keys.take(MaxKeyColumns).foldLeft(Waiting(join.left, 0)) { case (side, (left, right)) =>
      waiting(side.plan, left, KeySource.find(join.right, right), isShared).getOrElse(side)
    }
    val onEither =
      (if (dropsRight(join.joinType)) Seq(onRight).map(side => (side.bytes, Seq(join.left, side.plan)))
       else Nil) ++
        (if (dropsLeft(join.joinType)) Seq(onLeft).map(side => (side.bytes, Seq(side.plan, join.right))) else Nil)
    // The larger scan waits for the smaller side.
    onEither.filter(_._1 > 0).maxByOption(_._1).fold(join: SparkPlan)(children => join.withNewChildren(children._2))
  }

  /** Returns a side of a join whose scan waits for the keys of the other side; none if it should not. */
  private def waiting(
      side: SparkPlan,
      key: Expression,
      source: Option[KeySource],
      isShared: ShuffleExchangeExec => Boolean
  ): Option[Waiting] = side match {
    case sort: SortExec =>
      waiting(sort.child, key, source, isShared).map(side => side.copy(plan = sort.withNewChildren(Seq(side.plan))))
    case exchange: ShuffleExchangeExec =>
      for {
        keys <- source
        column <- KeyColumn.unapply(key)
        scan <- ScanSide.find(exchange.child, column)
        logical <- scan.logicalLink if exchangedBytes(logical) >= RuntimeFilterSettings.minBytes(scan) &&
          !isShared(exchange)
        bytes = logical.stats.sizeInBytes
        awaited <- keys.awaited(bytes)
      } yield Waiting(exchange.withNewChildren(Seq(AwaitedKeysExec(column, -1, Nil, exchange.child, awaited))), bytes)
    case _ => None
  }
}

private[spark] object ShuffledJoinKeys {

  /** A side of a join whose scan waits.
    *
    * @param bytes the estimated size of the scan
    */
  final private case class Waiting(plan: SparkPlan, bytes: BigInt)

  /** The number of columns whose keys a scan waits for. It is unknown which of them drops more rows. */
  private val MaxKeyColumns = 2

  /** The bytes that a row counts at least: a narrow one takes as long to exchange. */
  private val ExchangedRowBytes = 32

  /** Returns the estimated size of a scan's rows, as far as exchanging them takes its time. */
  private def exchangedBytes(scan: LogicalPlan): BigInt = {
    val bytes = scan.stats.sizeInBytes
    val rows = scan.stats.rowCount.getOrElse(bytes / EstimationUtils.getSizePerRow(scan.output))
    bytes.max(rows * ExchangedRowBytes)
  }

  /** The bytes that a scan must return in memory for each key: with fewer, it hardly drops a row. */
  private val BytesPerKey = 64

  /** The largest estimated size of the scans that another scan waits for. They can still have few enough keys. */
  private val MaxSourceBytes = BigInt(1L << 30)

  /** The largest number of rows from which keys are computed again that the join also needs. */
  private val MaxComputedRows = BigInt(4L << 20)

  /** Whether a join drops the rows of the right side that no row of the left side matches. */
  private def dropsRight(joinType: JoinType): Boolean = joinType match {
    case _: InnerLike | LeftOuter | LeftSemi | LeftAnti | _: ExistenceJoin => true
    case _                                                                 => false
  }

  private def dropsLeft(joinType: JoinType): Boolean = joinType match {
    case _: InnerLike | RightOuter | LeftSemi => true
    case _                                    => false
  }

  /** Where the keys of a side of a join come from.
    *
    * @param exchange the exchange of the side, or its stage
    * @param rows a plan with all keys of the side, and perhaps others: the exchange, or operators on its rows
    * @param key the column with the keys
    */
  final private case class KeySource(exchange: SparkPlan, rows: SparkPlan, key: Attribute) {

    /** Returns what a scan waits for; none if the keys are not worth it.
      *
      * @param bytes the estimated size of the scan
      */
    def awaited(bytes: BigInt): Option[SparkPlan] = exchange match {
      case stage: ShuffleQueryStageExec if stage.isMaterialized =>
        val count = stage.getRuntimeStatistics.rowCount
        val max = if (rows eq exchange) BigInt(KeyCollector.MAX_KEYS).min(bytes / BytesPerKey) else MaxComputedRows
        if (count.exists(_ <= max)) Some(collected) else None
      case stage: ShuffleQueryStageExec => StageCopies.of(stage)
      case other                        =>
        // Stages have run, or run already.
        val leaves = other.collectLeaves().filterNot(_.isInstanceOf[QueryStageExec])
        val scans = leaves.flatMap(_.logicalLink).map(_.stats.sizeInBytes).sum
        if (scans <= MaxSourceBytes) StageCopies.of(other) else None
    }

    private def collected: SparkPlan = {
      val keys = AttributeReference("keys", BinaryType, nullable = false)()
      StageCopies.unlinked(BroadcastExchangeExec(IdentityBroadcastMode, CollectKeysExec(key, keys, rows)))
    }
  }

  private object KeySource {

    /** Finds the exchange that a side of a join reads, if probably not all keys are there. */
    def find(side: SparkPlan, key: Expression): Option[KeySource] = {
      val unsorted = side match {
        case sort: SortExec => sort.child
        case other          => other
      }
      for {
        column <- SameKeys.unapply(key)
        source <- aggregated(unsorted, column).orElse(exchanged(unsorted, column))
        if JoinKeyFilters.isSelective(source.rows)
      } yield source
    }

    /** Aggregates that a filter follows, as for HAVING. They are computed twice, so the results must be the same. */
    private def aggregated(side: SparkPlan, key: Attribute): Option[KeySource] = side match {
      case filter: FilterExec if filter.condition.deterministic =>
        below(filter.child).collect {
          case aggregate: BaseAggregateExec
              if aggregate.aggregateExpressions.forall(isExact) &&
                aggregate.resultExpressions.forall(_.deterministic) =>
            below(aggregate.child)
        }.flatten.collect { case exchange @ (_: ShuffleExchangeExec | _: ShuffleQueryStageExec) =>
          KeySource(exchange, side, key)
        }
      case project: ProjectExec if project.projectList.forall(_.deterministic) =>
        aggregated(project.child, source(project, key).getOrElse(key)).map(_.copy(rows = side, key = key))
      case _ => None
    }

    /** Whether an aggregate has the same result for any order of the rows. A sum of floating-point numbers has not, and
      * neither has a sum that becomes null when it overflows.
      */
    private def isExact(aggregate: AggregateExpression): Boolean =
      (aggregate.aggregateFunction match {
        case _: Count | _: Min | _: Max => true
        case sum: Sum                   => isNeverNull(sum.aggBufferAttributes)
        case average: Average           => isNeverNull(average.aggBufferAttributes.take(1))
        case _                          => false
      }) && aggregate.deterministic &&
        !aggregate.exists(part => part.dataType == FloatType || part.dataType == DoubleType)

    /** Whether a sum cannot become null by an overflow. `try_sum` of integers can, and a sum of long decimals.
      *
      * @param buffer the sum, and whether there was no value if the function distinguishes this from an overflow
      */
    private def isNeverNull(buffer: Seq[Attribute]): Boolean = buffer.head.dataType match {
      case decimal: DecimalType => decimal.precision < DecimalType.MAX_PRECISION
      case _                    => buffer.size == 1
    }

    private def below(plan: SparkPlan): Option[SparkPlan] = plan match {
      case project: ProjectExec => if (project.projectList.forall(_.deterministic)) below(project.child) else None
      case sort: SortExec       => below(sort.child)
      case other                => Some(other)
    }

    /** The exchange that a column comes from. Operators above it may drop rows, so that it may have other keys too. */
    private def exchanged(plan: SparkPlan, key: Attribute): Option[KeySource] = plan match {
      case exchange @ (_: ShuffleExchangeExec | _: ShuffleQueryStageExec) =>
        if (exchange.outputSet.contains(key)) Some(KeySource(exchange, exchange, key)) else None
      case project: ProjectExec                     => source(project, key).flatMap(exchanged(project.child, _))
      case operator @ (_: FilterExec | _: SortExec) => exchanged(operator.children.head, key)
      case join: ShuffledJoin                       => SingleRows.side(join, key).flatMap(exchanged(_, key))
      case join: BroadcastHashJoinExec              =>
        val streamed = if (join.buildSide == BuildLeft) join.right else join.left
        if (streamed.outputSet.contains(key)) exchanged(streamed, key) else None
      case _ => None
    }

    private def source(project: ProjectExec, key: Attribute): Option[Attribute] = ScanSide.source(project, key)
  }
}

/** Joins that return rows of a side one by one, alone or with rows of the other side. */
private[rules] object SingleRows {

  /** Returns the side that a column comes from, if all rows of the join with a value of the column come from the rows
    * of this side with the value.
    */
  def side(join: ShuffledJoin, column: Attribute): Option[SparkPlan] = join.joinType match {
    case _: InnerLike | LeftOuter | LeftSemi | LeftAnti | _: ExistenceJoin if join.left.outputSet.contains(column) =>
      Some(join.left)
    case _: InnerLike | RightOuter if join.right.outputSet.contains(column) => Some(join.right)
    case _                                                                  => None
  }
}

/** The settings of filters by the keys of joins. */
private[spark] object RuntimeFilterSettings {

  /** A smaller scan takes no longer than planning the query again. */
  private val DefaultMinBytes = 32L << 20

  /** Returns the size in memory of a scan's rows from which the scan waits for the keys of another stage. */
  def minBytes(scan: SparkPlan): Long =
    BatchScans.value[JLong](scan, SparkReadingKeys.RUNTIME_FILTERS_MIN_BYTES, DefaultMinBytes)
      .fold(DefaultMinBytes)(_.longValue)
}
