package io.pq2.spark.internal.rules

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import io.pq2.spark.internal.expressions.{AggregateTable, FilterExpressions}
import io.pq2.spark.internal.files.scan.PushedAggregates.Function
import io.pq2.spark.internal.files.scan.{AggregatedRows, RowDemand}
import io.pq2.spark.internal.operators.PartialAggregation
import io.pq2.spark.internal.settings.Sessions
import io.pq2.spark.internal.v1.Pq2FileSourceScanExec
import io.pq2.spark.internal.v2.Pq2Scan
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.sources.Filter

/** Tells scans which aggregates of row groups footers may answer; see docs/design/partial-aggregates.md. */
final private[rules] class FooterAggregates(session: SparkSession) {

  /** Returns the scan of a partial aggregation, told what is aggregated if footers can answer it. */
  def told(aggregation: PartialAggregation, scan: SparkPlan): SparkPlan = scan match {
    case v1: Pq2FileSourceScanExec if v1.demand == RowDemand.ALL && v1.mayBeAggregatedByFooters =>
      rows(aggregation, v1.requiredSchema.size).fold(scan)(rows => v1.withDemand(RowDemand.of(rows)))
    case batch @ BatchScanExec(_, v2: Pq2Scan, _, _, _, _)
        if v2.demand == RowDemand.ALL && v2.mayBeAggregatedByFooters =>
      rows(aggregation, v2.readDataSchema.size)
        .fold(scan)(rows => batch.copy(scan = v2.copy(demand = RowDemand.of(rows))))
    case _ => scan
  }

  /** Returns what is aggregated; none if a footer cannot answer it.
    *
    * @param dataColumns the number of columns of the files, which precede the partition columns
    */
  private def rows(aggregation: PartialAggregation, dataColumns: Int): Option[AggregatedRows] = {
    val columns = aggregation.columns
    def ordinal(column: Expression): Int = columns.indexWhere(_.semanticEquals(column))
    val isConstantOfFile = aggregation.keys.forall(_.references.forall(ordinal(_) >= dataColumns))
    val functions = aggregation.functions.map(FooterAggregates.function(_, ordinal))
    if (!isConstantOfFile || functions.exists(_.isEmpty)) None
    else filters(aggregation.conditions, AttributeSet(columns.take(dataColumns)))
      .map(conditions => new AggregatedRows(functions.flatten.asJava, conditions.asJava))
  }

  /** Returns filters that are equivalent to conditions; none if a condition has none, or is not on files' columns. */
  private def filters(conditions: Seq[Expression], ofFiles: AttributeSet): Option[Seq[Filter]] =
    if (!conditions.forall(_.references.subsetOf(ofFiles))) None
    else {
      conditions.reduceOption[Expression](And) match {
        case None      => Some(Nil)
        case Some(all) => FilterExpressions.filter(all, Sessions.sqlConf(session)).toScala.map(Seq(_))
      }
    }
}

private object FooterAggregates {

  /** Returns a function of a column, or of rows, that footers can answer; none for others. */
  private def function(expression: AggregateExpression, ordinal: Expression => Int): Option[Function] =
    if (expression.filter.isDefined || expression.isDistinct) None
    else {
      AggregateTable.footer(expression.aggregateFunction)
        .map { case (kind, column) => column.fold(Function.ROWS)(of => new Function(kind, ordinal(of))) }
    }
}
