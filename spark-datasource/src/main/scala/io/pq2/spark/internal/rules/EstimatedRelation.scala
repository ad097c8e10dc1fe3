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
  * @param estimate returns the statistics; absent if Spark's own apply
  */
final private[spark] class EstimatedRelation(
    files: BaseRelation,
    attributes: Seq[AttributeReference],
    table: Option[CatalogTable],
    streaming: Boolean,
    source: Option[SparkDataStream],
    estimate: () => Option[Statistics]
) extends LogicalRelation(files, attributes, table, streaming, source) {

  override def computeStats(): Statistics = estimate().getOrElse(super.computeStats())

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

  def of(relation: LogicalRelation, estimate: () => Option[Statistics]): EstimatedRelation = {
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
