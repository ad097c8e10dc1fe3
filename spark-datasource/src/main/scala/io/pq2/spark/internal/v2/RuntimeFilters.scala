package io.pq2.spark.internal.v2

import org.apache.spark.sql.catalyst.expressions.{AttributeReference, Expression, InSet}
import org.apache.spark.sql.catalyst.util.quoteIdentifier
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.expressions.{Expressions, Literal, NamedReference}
import org.apache.spark.sql.types.StructType

/** Converts the predicates that Spark derives while a query runs to filters on partition columns. */
private object RuntimeFilters {

  /** Returns the columns that can be filtered. */
  def columns(partitionSchema: StructType): Array[NamedReference] =
    partitionSchema.fieldNames.map(name => Expressions.column(quoteIdentifier(name)))

  /** Returns the filters of the predicates that say which values a partition column has. Other predicates need no
    * filter, because Spark evaluates the join on all rows that the scan returns.
    *
    * @param partitionSchema the partition columns of the scan
    */
  def of(predicates: Array[Predicate], partitionSchema: StructType): Seq[Expression] =
    predicates.toIndexedSeq.flatMap { predicate =>
      predicate.children.toIndexedSeq match {
        case (column: NamedReference) +: values if predicate.name == "IN" => in(column, values, partitionSchema)
        case _                                                            => None
      }
    }

  private def in(column: NamedReference, values: Seq[Any], partitionSchema: StructType): Option[Expression] = {
    val literals = values.collect { case literal: Literal[_] => literal }
    column.fieldNames.toIndexedSeq match {
      case Seq(name) if literals.size == values.size =>
        partitionSchema
          .find(field => field.name == name && literals.forall(_.dataType == field.dataType))
          .map(field => InSet(AttributeReference(field.name, field.dataType)(), literals.map(_.value).toSet))
      case _ => None
    }
  }
}
