package io.pq2.spark.internal.expressions

import org.apache.spark.sql.catalyst.expressions.{And, Expression, PlanExpression}

/** The conditions of filters. */
private[spark] object Conditions {

  /** Returns the conditions that a conjunction consists of. */
  def conjuncts(condition: Expression): Seq[Expression] = condition match {
    case And(left, right) => conjuncts(left) ++ conjuncts(right)
    case other            => Seq(other)
  }

  /** Whether tasks can evaluate a condition, in any order of the rows. */
  def canRunInTasks(condition: Expression): Boolean =
    condition.deterministic && !condition.exists(_.isInstanceOf[PlanExpression[_]])
}
