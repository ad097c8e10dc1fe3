package io.pq2.spark.internal.rules

import scala.util.{Left, Right}

import io.pq2.hadoop.internal.options.SparkReadingKeys
import io.pq2.spark.internal.expressions.{Conditions, Obstacle, VectorExpressions}
import io.pq2.spark.internal.operators._
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.optimizer.{BuildLeft, BuildRight}
import org.apache.spark.sql.catalyst.plans._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.aggregate.HashAggregateExec
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec

/** Aggregates batches of pq2's scans, by V1 and V2, instead of rows; see docs/design/partial-aggregates.md.
  *
  * Replaces the first stage of an aggregation, with the filter and the projection between it and the scan. Runs after
  * transitions between rows and columns were inserted.
  */
final private[spark] class PartialAggregates(session: SparkSession) extends Rule[SparkPlan] {

  private val footers = new FooterAggregates(session)

  override def apply(plan: SparkPlan): SparkPlan = plan.transformUp {
    case aggregate: HashAggregateExec if PartialAggregates.isFirstStage(aggregate) => replaced(aggregate)
  }

  private def replaced(aggregate: HashAggregateExec): SparkPlan = {
    val partial = for {
      rows <- ScannedRows.of(aggregate.child)
      keys = aggregate.groupingExpressions.map(key => PartialAggregates.value(rows.onScan[Expression](key)))
      functions = aggregate.aggregateExpressions.map(rows.onScan)
      scan = rows.scanOf(keys ++ functions)
      exec = Pq2PartialAggregateExec(keys, functions, rows.conditions, aggregate.output, scan)
      _ <- exec.aggregation.obstacle.map(Some(_)).toLeft(())
    } yield exec.copy(child = footers.told(exec.aggregation, scan))
    partial match {
      case Right(exec)          => if (exec.aggregation.needsMerging) merged(aggregate, exec) else exec
      case Left(Some(obstacle)) => noted(aggregate, BatchScans.reason(obstacle, "computed"))
      case Left(None)           => aggregate
    }
  }

  /** Notes at the scan why Spark aggregates its rows. */
  private def noted(aggregate: HashAggregateExec, reason: String): SparkPlan = {
    def below(plan: SparkPlan): SparkPlan = plan match {
      case scan if scan.children.isEmpty => BatchScans.noted(scan, aggregate, reason)
      case join: BroadcastHashJoinExec   =>
        val streamed = ScannedRows.streamed(join)
        join.withNewChildren(join.children.map(child => if (child eq streamed) below(child) else child))
      case other => other.withNewChildren(other.children.map(below))
    }
    below(aggregate)
  }

  /** Adds Spark's operator that merges buffers. It holds any number of groups, and spills. */
  private def merged(aggregate: HashAggregateExec, partial: SparkPlan): SparkPlan = {
    val keys = aggregate.groupingExpressions.map(_.toAttribute)
    aggregate.copy(
      groupingExpressions = keys,
      aggregateExpressions = aggregate.aggregateExpressions.map(_.copy(mode = PartialMerge, filter = None)),
      initialInputBufferOffset = keys.length,
      child = partial
    )
  }
}

private object PartialAggregates {

  /** Returns an expression without its name. */
  private[rules] def value(expression: Expression): Expression = expression match {
    case Alias(child, _) => child
    case other           => other
  }

  /** Whether an operator aggregates rows and returns the grouping columns and the buffers of all functions. */
  private def isFirstStage(aggregate: HashAggregateExec): Boolean = {
    val buffers = aggregate.aggregateExpressions.flatMap(_.aggregateFunction.inputAggBufferAttributes)
    val expected = aggregate.groupingExpressions.map(_.toAttribute) ++ buffers
    !aggregate.isStreaming && aggregate.requiredChildDistributionExpressions.isEmpty &&
    aggregate.aggregateExpressions.forall(_.mode == Partial) &&
    aggregate.output.map(_.exprId) == expected.map(_.exprId)
  }
}

/** The rows of a scan, filtered and projected.
  *
  * @param aliases the projected expressions on columns of the scan
  */
final private case class ScannedRows(scan: SparkPlan, conditions: Seq[Expression], aliases: AttributeMap[Expression]) {

  /** Replaces attributes of the rows by expressions on columns of the scan. */
  def onScan[E <: Expression](expression: E): E =
    expression
      .transform { case attribute: Attribute if aliases.contains(attribute) => aliases(attribute) }
      .asInstanceOf[E]

  /** Returns the scan, whose joins return the columns that the conditions and other expressions use. */
  def scanOf(expressions: Seq[Expression]): SparkPlan =
    PrunedBatches.of(scan, AttributeSet((expressions ++ conditions).flatMap(_.references)))
}

private object ScannedRows {

  /** Returns the rows of a plan, if it is a scan of pq2 that returns batches, below filters and projections. If an
    * operator below an aggregation of such a scan is not computed on batches, returns why.
    */
  def of(plan: SparkPlan): Either[Option[Obstacle], ScannedRows] = plan match {
    case ColumnarToRowExec(scan) if BatchScans.isScan(scan, SparkReadingKeys.PARTIAL_AGGREGATES) =>
      Right(ScannedRows(scan, Nil, AttributeMap.empty))
    case FilterExec(condition, child) =>
      of(child).map(rows => rows.copy(conditions = rows.conditions ++ Conditions.conjuncts(rows.onScan(condition))))
    case ProjectExec(list, child) if list.forall(_.deterministic) =>
      of(child).map { rows =>
        val values = list.map(named => PartialAggregates.value(rows.onScan[Expression](named)))
        rows.copy(aliases = AttributeMap(list.map(_.toAttribute).zip(values)))
      }
    case join: BroadcastHashJoinExec                                     => of(streamed(join)).flatMap(joined(_, join))
    case GenerateExec(Explode(collection), kept, false, elements, child) =>
      of(child).flatMap(rows => exploded(rows, rows.onScan[Expression](collection), kept, elements))
    case ExpandExec(projections, output, child) =>
      of(child).flatMap(expanded(_, projections.map(_.map(PartialAggregates.value)), output))
    case _ => Left(None)
  }

  /** Returns each row once for each projection. */
  private def expanded(
      rows: ScannedRows,
      projections: Seq[Seq[Expression]],
      output: Seq[Attribute]
  ): Either[Option[Obstacle], ScannedRows] = {
    val (same, projected) = output.zip(projections.transpose).partition { case (column, values) =>
      values.forall { case value: Attribute => value.exprId == column.exprId; case _ => false }
    }
    val columns = projected.map(_._1)
    val used = AttributeSet(same.flatMap { case (column, _) => rows.onScan[Expression](column).references })
    val exec = Pq2ExpandExec(
      rows.conditions,
      rows.scan.output.filter(used.contains),
      projected.map(_._2).transpose.map(_.map(rows.onScan[Expression])),
      columns,
      rows.scan
    )
    // A projection gives its columns new names.
    val areNew = columns.nonEmpty && !columns.exists(c => rows.scan.outputSet.contains(c) || rows.aliases.contains(c))
    if (!areNew) Left(None) else exec.obstacle.map(Some(_)).toLeft(rows.copy(scan = exec, conditions = Nil))
  }

  /** Returns the side of a join that is not broadcast. */
  def streamed(join: BroadcastHashJoinExec): SparkPlan = if (join.buildSide == BuildLeft) join.right else join.left

  /** Returns the rows of a scan, joined with a broadcast. */
  private def joined(rows: ScannedRows, join: BroadcastHashJoinExec): Either[Option[Obstacle], ScannedRows] = {
    val (keys, build, buildKeys, joinType) = join.buildSide match {
      case BuildLeft =>
        (join.rightKeys, join.left, join.leftKeys, if (join.joinType == RightOuter) LeftOuter else join.joinType)
      case BuildRight => (join.leftKeys, join.right, join.rightKeys, join.joinType)
    }
    val columns = rows.scan.output
    val built = joinType match {
      case _: InnerLike | LeftOuter => build.output
      case _                        => Nil
    }
    val onScan = keys.map(rows.onScan[Expression])
    val condition = join.condition.toSeq.flatMap(condition => Conditions.conjuncts(rows.onScan(condition)))
    // The rows that the condition excludes count as unmatched, except in inner joins, whose result is filtered.
    val (matching, after) = if (joinType.isInstanceOf[InnerLike]) (Nil, condition) else (condition, Nil)
    val isNotIn = join.isNullAwareAntiJoin
    // What the query does not use is left out when everything above is known.
    val exec =
      Pq2BroadcastJoinExec(
        rows.conditions,
        onScan,
        buildKeys,
        joinType,
        isNotIn,
        matching,
        columns,
        built,
        rows.scan,
        build
      )
    if (!BatchScans.areJoined(rows.scan)) Left(None)
    else exec.obstacle.map(Some(_)).toLeft(rows.copy(scan = exec, conditions = after))
  }

  /** Returns a row for each element of arrays or maps.
    *
    * @param kept the attributes of the rows that are used above
    * @param elements the attributes of the elements
    */
  private def exploded(
      rows: ScannedRows,
      collection: Expression,
      kept: Seq[Attribute],
      elements: Seq[Attribute]
  ): Either[Option[Obstacle], ScannedRows] = {
    val used = AttributeSet(kept.flatMap(rows.onScan[Expression](_).references))
    val conditions = rows.conditions.filterNot(isImplied(_, collection, rows.scan.output))
    val exec = Pq2ExplodeExec(conditions, collection, rows.scan.output.filter(used.contains), elements, rows.scan)
    if (!BatchScans.isScan(exec.child, SparkReadingKeys.PARTIAL_AGGREGATES)) Left(None)
    else exec.obstacle.map(Some(_)).toLeft(rows.copy(scan = exec, conditions = Nil))
  }

  /** Whether a condition holds for all arrays or maps that have elements. Spark adds such conditions. */
  private def isImplied(condition: Expression, collection: Expression, columns: Seq[Attribute]): Boolean = {
    val expressions = new VectorExpressions(columns)
    def column(of: Expression) = expressions.elements(expressions.withFieldColumns(of)).map(_.column)
    // Fields of structs in an array are null or empty where the array is.
    def isCollection(other: Expression) = column(other).exists(column(collection).contains)
    condition match {
      case IsNotNull(child)                           => isCollection(child)
      case GreaterThan(Size(child, _), Literal(0, _)) => isCollection(child)
      case _                                          => false
    }
  }
}
