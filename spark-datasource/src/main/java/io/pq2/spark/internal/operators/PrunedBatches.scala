package io.pq2.spark.internal.operators

import org.apache.spark.sql.catalyst.expressions.AttributeSet
import org.apache.spark.sql.execution.SparkPlan

/** An operator on batches that can leave columns out. */
private[spark] trait PrunedBatches extends SparkPlan {

  /** Returns the operator with the columns that are used above, and those of its children that it needs itself. */
  private[spark] def pruned(used: AttributeSet): SparkPlan
}

private[spark] object PrunedBatches {

  /** Returns a plan without columns that are not used above. */
  def of(plan: SparkPlan, used: AttributeSet): SparkPlan = plan match {
    case batches: PrunedBatches => batches.pruned(used)
    case other                  => other
  }
}
