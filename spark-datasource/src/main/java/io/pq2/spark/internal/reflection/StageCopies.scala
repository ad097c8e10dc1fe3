package io.pq2.spark.internal.reflection

import org.apache.spark.sql.catalyst.plans.logical.LocalRelation
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.{BroadcastQueryStageExec, ExchangeQueryStageExec}
import org.apache.spark.sql.execution.exchange.Exchange

/** Copies of the exchanges and stages of an adaptive query, so that another part of the query can wait for them.
  *
  * Spark promises nothing about copies. It looks up stages by canonical plans, so a copy becomes the same stage as the
  * original. Where a copy would run a second time, there is none.
  */
private[spark] object StageCopies {

  /** The largest number of operators that are copied. Copies contain copies, which could double with each join. */
  private val MaxOperators = 150

  /** Returns what waits for a broadcast, an exchange or their stage; none if that is no such plan, or a large one. */
  def of(plan: SparkPlan): Option[SparkPlan] = plan match {
    case stage: BroadcastQueryStageExec if stage.isMaterialized => Some(stage)
    case stage: ExchangeQueryStageExec => Some(unlinked(stage.newReuseInstance(stage.id, stage.output)))
    case exchange: Exchange if exchange.collect { case operator => operator }.sizeIs <= MaxOperators =>
      // A deep copy would also copy stages below, which would then wait for ever.
      val copy = exchange.makeCopy(exchange.productIterator.map(_.asInstanceOf[AnyRef]).toArray)
      if (copy.sameResult(exchange)) Some(unlinked(copy)) else None
    case _ => None
  }

  /** Marks a node as one that no logical plan belongs to: Spark replaces logical plans by the stages that belong to
    * them.
    */
  def unlinked(node: SparkPlan): SparkPlan = {
    node.setTagValue(SparkPlan.LOGICAL_PLAN_TAG, LocalRelation(node.output))
    node.unsetTagValue(SparkPlan.LOGICAL_PLAN_INHERITED_TAG)
    node
  }
}
