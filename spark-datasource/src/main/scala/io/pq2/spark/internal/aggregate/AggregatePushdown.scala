package io.pq2.spark.internal.aggregate

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.connector.expressions.aggregate.{AggregateFunc, Aggregation, Count, CountStar, Max, Min}
import org.apache.spark.sql.connector.expressions.{Expression, NamedReference}
import org.apache.spark.sql.types.{LongType, StructField, StructType}

/** Decides which aggregates a scan takes over from Spark, by the rules of Spark's own Parquet source: COUNT, MIN and MAX of
  * top-level columns, all rows together or grouped by exactly the partition columns.
  *
  * Beyond these, MIN and MAX of decimals, timestamps, strings, binaries and partition columns are taken over: where footers do
  * not say them for certain, the values are looked at.
  *
  * @param dataSchema the columns of the files
  * @param partitionSchema the partition columns, all of which each row of the scan has
  * @param sameName how names of columns are compared
  */
final private[spark] class AggregatePushdown(
    dataSchema: StructType,
    partitionSchema: StructType,
    sameName: (String, String) => Boolean
) {

  /** What is scanned for some aggregates, and what is made of it; None if Spark is to do it. */
  def of(aggregation: Aggregation): Option[AggregatePushdown.Pushed] =
    for {
      groups <- groupColumns(aggregation.groupByExpressions.toIndexedSeq)
      wanted <- all(aggregation.aggregateExpressions.toIndexedSeq.map(wantedOf))
    } yield {
      val dataColumns = wanted.flatMap(_.column).flatMap(_.left.toOption).distinct
      val functions = wanted.map { one =>
        val index = one.column.fold(-1)(_.fold(dataColumns.indexOf(_), dataColumns.size + _))
        new PushedAggregates.Function(one.kind, index)
      }
      val groupFields = groups.getOrElse(Nil).map(partitionSchema(_))
      val boxedGroups = groups.map(_.map(Int.box).asJava).orNull
      AggregatePushdown.Pushed(
        aggregation,
        StructType(dataColumns.map(dataSchema(_))),
        new PushedAggregates(functions.asJava, boxedGroups, StructType(groupFields ++ wanted.map(_.result)))
      )
    }

  /** @param column an index into the data columns or into the partition columns; None to count rows */
  private case class Wanted(kind: PushedAggregates.Kind, column: Option[Either[Int, Int]], result: StructField)

  private def all[T](parts: IndexedSeq[Option[T]]): Option[IndexedSeq[T]] =
    if (parts.forall(_.isDefined)) Some(parts.flatten) else None

  /** None if it is not by all partition columns, and by nothing else. */
  private def groupColumns(expressions: IndexedSeq[Expression]): Option[Option[IndexedSeq[Int]]] =
    if (expressions.isEmpty) {
      Some(None)
    } else {
      all(expressions.map(nameOf(_).map(indexOf(partitionSchema, _)).filter(_ >= 0)))
        .filter(columns => columns.distinct.size == partitionSchema.size && columns.size == partitionSchema.size)
        .map(Some(_))
    }

  private def wantedOf(function: AggregateFunc): Option[Wanted] = function match {
    case _: CountStar => Some(Wanted(PushedAggregates.Kind.COUNT, None, StructField("count(*)", LongType)))
    case count: Count if !count.isDistinct =>
      columnOf(count.column).filter { case (_, field) => AggregatePushdown.isLeaf(field) }.map { case (column, field) =>
        Wanted(PushedAggregates.Kind.COUNT, Some(column), StructField(s"count(${field.name})", LongType))
      }
    case min: Min => extremeOf(PushedAggregates.Kind.MIN, "min", min.column)
    case max: Max => extremeOf(PushedAggregates.Kind.MAX, "max", max.column)
    case _        => None
  }

  private def extremeOf(kind: PushedAggregates.Kind, name: String, of: Expression): Option[Wanted] =
    columnOf(of).filter { case (_, field) => SparkMinMax.isPossible(field.dataType) }.map { case (column, field) =>
      Wanted(kind, Some(column), StructField(s"$name(${field.name})", field.dataType))
    }

  private def nameOf(expression: Expression): Option[String] = expression match {
    case reference: NamedReference if reference.fieldNames.length == 1 => Some(reference.fieldNames.head)
    case _                                                             => None
  }

  private def indexOf(schema: StructType, name: String): Int = schema.fieldNames.indexWhere(sameName(_, name))

  /** A column that is in the files and in their paths is taken from the paths, as Spark does it. */
  private def columnOf(expression: Expression): Option[(Either[Int, Int], StructField)] =
    nameOf(expression).flatMap { name =>
      val inPartition = indexOf(partitionSchema, name)
      val inData = indexOf(dataSchema, name)
      if (inPartition >= 0) Some((Right(inPartition), partitionSchema(inPartition)))
      else if (inData >= 0) Some((Left(inData), dataSchema(inData)))
      else None
    }
}

private[spark] object AggregatePushdown {

  /** What a scan aggregates.
    *
    * @param aggregation as Spark says it
    * @param dataColumns what is read of the files
    * @param aggregates what is made of it
    */
  case class Pushed(aggregation: Aggregation, dataColumns: StructType, aggregates: PushedAggregates) {

    /** Whether two of them are the same, in whatever order. */
    def equivalent(other: Pushed): Boolean = {
      def same(a: Array[_ <: Expression], b: Array[_ <: Expression]) =
        a.sortBy(_.hashCode()).sameElements(b.sortBy(_.hashCode()))
      same(aggregation.aggregateExpressions, other.aggregation.aggregateExpressions) &&
      same(aggregation.groupByExpressions, other.aggregation.groupByExpressions)
    }
  }

  private def isLeaf(field: StructField): Boolean = SparkMinMax.isCountable(field.dataType)
}
