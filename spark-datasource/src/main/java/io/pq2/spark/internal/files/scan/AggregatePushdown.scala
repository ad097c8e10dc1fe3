package io.pq2.spark.internal.files.scan

import java.lang.{Boolean => JBoolean}
import java.util.Locale

import scala.jdk.CollectionConverters._

import io.pq2.hadoop.internal.options.{ReadingKeys, SparkReadingKeys}
import io.pq2.read.{Aggregate, OnCorruption}
import io.pq2.spark.internal.errors.PlanningErrors
import io.pq2.spark.internal.expressions.AggregateTable
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.catalyst.FileSourceOptions
import org.apache.spark.sql.connector.expressions.aggregate.{AggregateFunc, Aggregation}
import org.apache.spark.sql.connector.expressions.{Expression, NamedReference}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.{LongType, StructField, StructType}

/** Decides which aggregates a scan takes over from Spark. As in Spark's own Parquet source, these are COUNT, MIN and
  * MAX of top-level columns, over all rows or grouped by exactly the partition columns.
  *
  * In addition, it takes over MIN and MAX of decimals, timestamps, strings, binaries and partition columns, and COUNT
  * of structs, arrays and maps. Where footers are inconclusive, the scan reads the values.
  *
  * @param dataSchema the columns of the files
  * @param partitionSchema the partition columns, which every row of the scan has
  * @param sameName compares column names
  */
final private[spark] class AggregatePushdown(
    dataSchema: StructType,
    partitionSchema: StructType,
    sameName: (String, String) => Boolean
) {

  /** Returns the scan for an aggregation; None if Spark must aggregate. */
  def of(aggregation: Aggregation): Option[AggregatePushdown.Pushed] =
    for {
      groups <- groupColumns(aggregation.groupByExpressions.toIndexedSeq)
      functions <- all(aggregation.aggregateExpressions.toIndexedSeq.map(supported))
    } yield {
      val dataColumns = functions.flatMap(_.column).flatMap(_.left.toOption).distinct
      val pushed = functions.map { one =>
        val index = one.column.fold(-1)(_.fold(dataColumns.indexOf(_), dataColumns.size + _))
        new PushedAggregates.Function(one.kind, index)
      }
      val groupFields = groups.getOrElse(Nil).map(partitionSchema(_))
      val boxedGroups = groups.map(_.map(Int.box).asJava).orNull
      AggregatePushdown.Pushed(
        aggregation,
        StructType(dataColumns.map(dataSchema(_))),
        new PushedAggregates(pushed.asJava, boxedGroups, StructType(groupFields ++ functions.map(_.result)))
      )
    }

  /** A supported function.
    *
    * @param column an index into the data columns (left) or the partition columns (right); None to count rows
    */
  private case class Supported(kind: Aggregate.Kind, column: Option[Either[Int, Int]], result: StructField)

  private def all[T](parts: IndexedSeq[Option[T]]): Option[IndexedSeq[T]] =
    if (parts.forall(_.isDefined)) Some(parts.flatten) else None

  /** Returns the grouping columns, if any; None if they are not exactly the partition columns. */
  private def groupColumns(expressions: IndexedSeq[Expression]): Option[Option[IndexedSeq[Int]]] =
    if (expressions.isEmpty) {
      Some(None)
    } else {
      all(expressions.map(nameOf(_).map(indexOf(partitionSchema, _)).filter(_ >= 0)))
        .filter(columns => columns.distinct.size == partitionSchema.size && columns.size == partitionSchema.size)
        .map(Some(_))
    }

  private def supported(function: AggregateFunc): Option[Supported] =
    AggregateTable.ofSource(function).flatMap { case (kind, argument) =>
      val name = kind.name.toLowerCase(Locale.ROOT)
      argument.fold[Option[Supported]](Some(Supported(kind, None, StructField(s"$name(*)", LongType)))) { of =>
        columnOf(of).collect {
          case (column, field) if AggregateTable.isAnswered(kind, field.dataType) =>
            val dataType = if (kind == Aggregate.Kind.COUNT) LongType else field.dataType
            Supported(kind, Some(column), StructField(s"$name(${field.name})", dataType))
        }
      }
    }

  private def nameOf(expression: Expression): Option[String] = expression match {
    case reference: NamedReference if reference.fieldNames.length == 1 => Some(reference.fieldNames.head)
    case _                                                             => None
  }

  private def indexOf(schema: StructType, name: String): Int = schema.fieldNames.indexWhere(sameName(_, name))

  /** Returns a column. A column in both files and paths is taken from the paths, as in Spark. */
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

  /** The keys of the settings that [[isEnabled]] depends on, besides those of filters on boxes. */
  val Settings: java.util.Set[String] =
    java.util.Set.of(SparkReadingKeys.AGGREGATES.name, ReadingKeys.ON_CORRUPTION.name)

  /** Whether a scan may take over aggregates. Footers include the rows that a scan skips because they are damaged, or
    * outside of a box.
    *
    * @param options the options of the read
    * @param configuration the Hadoop configuration with the options of the read
    */
  def isEnabled(conf: SQLConf, options: FileSourceOptions, configuration: Configuration): Boolean =
    PlanningErrors.checked[JBoolean] { () =>
      Boolean.box(
        !options.ignoreCorruptFiles && (conf.parquetAggregatePushDown || PushedAggregates.isEnabled(configuration)) &&
          DamageHandling.mode(configuration) == OnCorruption.FAIL && BoxFilter.of(configuration).isEmpty
      )
    }

  /** Returns the decision for a scan, with names compared as the session says. */
  def apply(conf: SQLConf, dataSchema: StructType, partitionSchema: StructType): AggregatePushdown =
    new AggregatePushdown(dataSchema, partitionSchema, (a: String, b: String) => conf.resolver(a, b))

  /** The aggregation of a scan.
    *
    * @param aggregation Spark's description
    * @param dataColumns the columns to read from the files
    * @param aggregates the functions and groups
    * @param inOneTask whether one task reads all files, so that its rows are the result
    */
  case class Pushed(
      aggregation: Aggregation,
      dataColumns: StructType,
      aggregates: PushedAggregates,
      inOneTask: Boolean = false
  ) {

    /** Whether two aggregations have the same functions and groups, in any order. */
    def equivalent(other: Pushed): Boolean = {
      def same(a: Array[_ <: Expression], b: Array[_ <: Expression]) =
        a.sortBy(_.hashCode()).sameElements(b.sortBy(_.hashCode()))
      same(aggregation.aggregateExpressions, other.aggregation.aggregateExpressions) &&
      same(aggregation.groupByExpressions, other.aggregation.groupByExpressions)
    }
  }
}
