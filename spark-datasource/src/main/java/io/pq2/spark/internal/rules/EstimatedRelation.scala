package io.pq2.spark.internal.rules

import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.catalyst.expressions.AttributeReference
import org.apache.spark.sql.catalyst.plans.logical.Statistics
import org.apache.spark.sql.connector.read.streaming.SparkDataStream
import org.apache.spark.sql.execution.datasources.LogicalRelation
import org.apache.spark.sql.sources.BaseRelation

/** A V1 relation with an estimate of its size. Copies that Spark makes with other parts are Spark's own relations, with
  * Spark's estimate.
  *
  * @param estimate returns the statistics, and the number of rows; none if Spark's own statistics apply
  */
final private[spark] class EstimatedRelation(
    files: BaseRelation,
    attributes: Seq[AttributeReference],
    table: Option[CatalogTable],
    streaming: Boolean,
    source: Option[SparkDataStream],
    estimate: () => Option[EstimatedRelation.Estimate]
) extends LogicalRelation(files, attributes, table, streaming, source) {

  override def computeStats(): Statistics = estimate().fold(super.computeStats())(_.statistics)

  /** Returns an estimate of the number of rows; none if no footer can be read. */
  def estimatedRows: Option[Double] = estimate().map(_.rows)

  override protected def otherCopyArgs: Seq[AnyRef] = Seq(estimate)

  override def canEqual(other: Any): Boolean = other.isInstanceOf[EstimatedRelation]

  /** Never equal to Spark's relation: a rule that replaces one by the other has changed the plan. */
  override def equals(other: Any): Boolean = other match {
    case that: EstimatedRelation => super.equals(that)
    case _                       => false
  }

  override def hashCode(): Int = super.hashCode()
}

private[spark] object EstimatedRelation {

  /** @param rows the number of rows, which the statistics have only if the optimizer uses it */
  final case class Estimate(statistics: Statistics, rows: Double)

  def of(relation: LogicalRelation, estimate: () => Option[Estimate]): EstimatedRelation = {
    val estimated = new EstimatedRelation(
      relation.relation,
      relation.output,
      relation.catalogTable,
      relation.isStreaming,
      relation.stream,
      estimate
    )
    estimated.copyTagsFrom(relation)
    estimated
  }
}
