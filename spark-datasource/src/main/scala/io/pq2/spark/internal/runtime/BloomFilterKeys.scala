package io.pq2.spark.internal.runtime

import scala.collection.mutable

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{BaseSubqueryExec, FilterExec, ScalarSubquery, SparkPlan}
import org.apache.spark.sql.types.DataType

/** Passes Spark's bloom filters of the keys of shuffled joins to the scans below, by V1 and V2; see
  * docs/design/runtime-filters.md. Spark evaluates them again above the scan, on the rows that remain.
  */
final private[spark] class BloomFilterKeys(session: SparkSession) extends Rule[SparkPlan] {

  override def apply(plan: SparkPlan): SparkPlan =
    if (!RuntimeFilterSettings.isEnabled(session)) plan
    else {
      // In a query that is not adaptive, Spark later keeps the first of equal subqueries, in this order.
      val first = mutable.Map.empty[Expression, Expression]
      plan.transformUp {
        case filter: FilterExec if filter.condition.deterministic =>
          val passed = BloomFilterKeys.in(filter.condition).foldLeft(filter.child) { (child, keys) =>
            val value = first.getOrElseUpdate(keys.value.canonicalized, keys.value)
            ScanSide.filteredByHashes(child, keys.copy(value = value)).getOrElse(child)
          }
          if (passed eq filter.child) filter else filter.withNewChildren(Seq(passed))
      }
    }
}

private[spark] object BloomFilterKeys {

  /** Returns the bloom filters that a conjunction tests rows with. */
  private def in(condition: Expression): Seq[AwaitedHashes] = condition match {
    case And(left, right) => in(left) ++ in(right)
    case other            => unapply(other).toSeq
  }

  /** Returns the bloom filter of a condition `might_contain(subquery, xxhash64(column))`; none for other conditions. */
  def unapply(condition: Expression): Option[AwaitedHashes] = condition match {
    case BloomFilterMightContain(value, XxHash64(Seq(KeyColumn(key)), seed))
        if HashedKeys.supports(key.dataType) && value.references.isEmpty && value.exists(isSubquery) =>
      Some(AwaitedHashes(key, value, seed))
    case _ => None
  }

  private def isSubquery(expression: Expression): Boolean = expression.isInstanceOf[ScalarSubquery]
}

/** A bloom filter of the keys of a join, which a subquery returns, and the column that the join compares with them.
  *
  * @param key the column of a scan, with the type of the keys
  * @param value returns the serialized bloom filter, or null if there are no keys
  * @param seed the seed of the hashes
  */
final private[spark] case class AwaitedHashes(key: Attribute, value: Expression, seed: Long) {

  /** Returns Spark's condition for it: `might_contain(subquery, xxhash64(column))`. */
  def condition: Expression = BloomFilterMightContain(value, XxHash64(Seq(key), seed))

  /** Waits for the subquery, and sends the bloom filter to the executors.
    *
    * @param dataType the type of the column
    */
  def filter(session: SparkSession, dataType: DataType): RuntimeFilter = {
    val known = value.transform { case subquery: ScalarSubquery =>
      Literal(AwaitedHashes.result(subquery.plan), subquery.dataType)
    }
    val bytes = Option(known.eval()).fold(Array.emptyByteArray)(_.asInstanceOf[Array[Byte]])
    KeyBroadcasts.filter(session, key.name, dataType, new HashedKeys(bytes, key.dataType, seed))
  }

  /** Whether both are for the same column and the same keys. */
  def isSame(other: AwaitedHashes): Boolean =
    key.name == other.key.name && seed == other.seed && value.canonicalized == other.value.canonicalized

  override def toString: String = s"${key.name} in a bloom filter of keys"
}

private object AwaitedHashes {

  /** Waits for a subquery and returns its value. The subquery runs at most once. */
  private def result(subquery: BaseSubqueryExec): Any =
    subquery.executeCollect().headOption.map(_.get(0, subquery.schema.head.dataType)).orNull
}
