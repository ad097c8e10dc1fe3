package io.pq2.spark.internal.files.keys

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution.{BaseSubqueryExec, ScalarSubquery}
import org.apache.spark.sql.types.DataType

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

private[spark] object AwaitedHashes {

  /** Waits for a subquery and returns its value. The subquery runs at most once. */
  private def result(subquery: BaseSubqueryExec): Any =
    subquery.executeCollect().headOption.map(_.get(0, subquery.schema.head.dataType)).orNull
}

/** Spark's condition by a bloom filter of the keys of a join. */
private[spark] object BloomFilterCondition {

  /** Returns the bloom filter of a condition `might_contain(subquery, xxhash64(column))`; none for other conditions. */
  def unapply(condition: Expression): Option[AwaitedHashes] = condition match {
    case BloomFilterMightContain(value, XxHash64(Seq(KeyColumn(key)), seed))
        if HashedKeys.supports(key.dataType) && value.references.isEmpty && value.exists(isSubquery) =>
      Some(AwaitedHashes(key, value, seed))
    case _ => None
  }

  private def isSubquery(expression: Expression): Boolean = expression.isInstanceOf[ScalarSubquery]
}
