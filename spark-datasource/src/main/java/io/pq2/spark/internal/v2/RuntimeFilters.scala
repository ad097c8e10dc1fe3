package io.pq2.spark.internal.v2

import io.pq2.spark.internal.files.keys.{KeyBroadcasts, KeyColumn, RuntimeFilter, RuntimeKeys}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.{AttributeReference, Expression, InSet}
import org.apache.spark.sql.catalyst.util.quoteIdentifier
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.expressions.{Expressions, Literal, NamedReference}
import org.apache.spark.sql.types.StructType

/** Converts the predicates that Spark derives while a query runs to filters. */
private object RuntimeFilters {

  /** Returns the partition columns, which Spark filters by itself. */
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

  /** Returns the filters of the predicates that say which values a column of the files has. */
  def ofData(session: SparkSession, predicates: Array[Predicate], dataSchema: StructType): Seq[RuntimeFilter] =
    for {
      predicate <- predicates.toIndexedSeq if predicate.name == "IN"
      column <- predicate.children.headOption.toSeq.collect { case reference: NamedReference => reference }
      field <- dataSchema.find(field => column.fieldNames.toSeq == Seq(field.name))
      literals = predicate.children.drop(1).collect { case literal: Literal[_] => literal }
      keyType = literals.headOption.fold(field.dataType)(_.dataType)
      if RuntimeKeys.supports(keyType) && KeyColumn.isTranslated(field.dataType, keyType)
      if literals.length == predicate.children.length - 1 && literals.forall(_.dataType == keyType)
    } yield KeyBroadcasts.filter(session, field.name, field.dataType, keyType, literals.map(_.value))

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
