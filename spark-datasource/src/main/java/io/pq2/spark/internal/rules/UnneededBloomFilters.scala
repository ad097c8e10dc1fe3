package io.pq2.spark.internal.rules

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.optimizer.BuildLeft
import org.apache.spark.sql.catalyst.plans.{InnerLike, LeftSemi}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec
import org.apache.spark.sql.execution.{FilterExec, ProjectExec, ScalarSubquery => PlannedSubquery, SparkPlan}

/** Removes Spark's bloom filters of the keys of joins that [[SmallFileBroadcasts]] made broadcasts. Spark adds such
  * filters to joins that it expects to shuffle, and computes them in a query of their own. A broadcast drops the same
  * rows. Filters below an exchange stay, because the exchange gets fewer rows.
  */
private[spark] object UnneededBloomFilters extends Rule[SparkPlan] {

  override def apply(plan: SparkPlan): SparkPlan = plan.transformUp {
    case join: BroadcastHashJoinExec
        if SmallFileBroadcasts.isMarked(join) &&
          (join.joinType.isInstanceOf[InnerLike] || join.joinType == LeftSemi) =>
      val isLeft = join.buildSide == BuildLeft
      val (build, streamed) = if (isLeft) (join.left, join.right) else (join.right, join.left)
      val columns = AttributeSet(build.collectLeaves().flatMap(_.output))
      val other = without(streamed, columns)
      if (other eq streamed) join else join.withNewChildren(if (isLeft) Seq(build, other) else Seq(other, build))
  }

  private def without(plan: SparkPlan, columns: AttributeSet): SparkPlan = {
    def below(child: SparkPlan): SparkPlan = {
      val changed = without(child, columns)
      if (changed eq child) plan
      else plan.withNewChildren(plan.children.map(old => if (old eq child) changed else old))
    }
    plan match {
      case project: ProjectExec        => below(project.child)
      case join: BroadcastHashJoinExec => below(if (join.buildSide == BuildLeft) join.right else join.left)
      case filter: FilterExec          =>
        val child = without(filter.child, columns)
        val (unneeded, needed) = conjuncts(filter.condition).partition(isOf(_, columns))
        if (unneeded.isEmpty && (child eq filter.child)) filter
        else if (needed.isEmpty) child
        else {
          val changed = FilterExec(needed.reduce(And), child)
          changed.copyTagsFrom(filter)
          changed
        }
      case _ => plan
    }
  }

  private def conjuncts(condition: Expression): Seq[Expression] = condition match {
    case And(left, right) => conjuncts(left) ++ conjuncts(right)
    case other            => Seq(other)
  }

  /** Whether an expression tests rows by a bloom filter of a scan's columns. */
  private def isOf(expression: Expression, columns: AttributeSet): Boolean = expression match {
    case BloomFilterMightContain(filter: PlannedSubquery, _) =>
      leaves(filter.plan).exists(leaf => leaf.output.exists(columns.contains))
    case _ => false
  }

  private def leaves(plan: SparkPlan): Seq[SparkPlan] = plan.collectLeaves().flatMap {
    case adaptive: AdaptiveSparkPlanExec => leaves(adaptive.initialPlan)
    case other                           => Seq(other)
  }
}
