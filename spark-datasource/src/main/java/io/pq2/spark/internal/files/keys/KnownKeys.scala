package io.pq2.spark.internal.files.keys

import org.apache.spark.sql.catalyst.expressions.{Expression, Predicate, UnaryExpression, Unevaluable}

/** A filter by keys that are known, on a column of a scan. Tasks evaluate it while they read files. */
final private[spark] case class KnownKeys(child: Expression, filter: RuntimeFilter)
    extends UnaryExpression
    with Predicate
    with Unevaluable {

  override def nullable: Boolean = false

  override def toString: String = s"$child in ${filter.keys.value}"

  override protected def withNewChildInternal(newChild: Expression): KnownKeys = copy(child = newChild)
}
