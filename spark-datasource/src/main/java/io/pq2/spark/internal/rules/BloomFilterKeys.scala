package io.pq2.spark.internal.rules

import scala.collection.mutable

import io.pq2.spark.internal.files.keys.{AwaitedHashes, BloomFilterCondition}
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{FilterExec, SparkPlan}

/** Passes Spark's bloom filters of the keys of shuffled joins to the scans below, by V1 and V2; see
  * docs/design/runtime-filters.md. Spark evaluates them again above the scan, on the rows that remain.
  */
private[spark] object BloomFilterKeys extends Rule[SparkPlan] {

  override def apply(plan: SparkPlan): SparkPlan = {
    // In a query that is not adaptive, Spark later keeps the first of equal subqueries, in this order.
    val first = mutable.Map.empty[Expression, Expression]
    plan.transformUp {
      case filter: FilterExec if filter.condition.deterministic =>
        val passed = in(filter.condition).foldLeft(filter.child) { (child, keys) =>
          val value = first.getOrElseUpdate(keys.value.canonicalized, keys.value)
          ScanSide.filteredByHashes(child, keys.copy(value = value)).getOrElse(child)
        }
        if (passed eq filter.child) filter else filter.withNewChildren(Seq(passed))
    }
  }

  /** Returns the bloom filters that a conjunction tests rows with. */
  private def in(condition: Expression): Seq[AwaitedHashes] = condition match {
    case And(left, right) => in(left) ++ in(right)
    case other            => BloomFilterCondition.unapply(other).toSeq
  }
}
