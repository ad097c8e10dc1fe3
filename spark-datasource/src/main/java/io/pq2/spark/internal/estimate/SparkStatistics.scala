package io.pq2.spark.internal.estimate

import java.util.{Collections, HashMap => JavaHashMap, Map => JavaMap, Optional, OptionalLong}

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeMap}
import org.apache.spark.sql.catalyst.plans.logical.{ColumnStat, Statistics}
import org.apache.spark.sql.catalyst.util.quoteIdentifier
import org.apache.spark.sql.connector.expressions.{Expressions, NamedReference}
import org.apache.spark.sql.connector.read.colstats.ColumnStatistics
import org.apache.spark.sql.connector.read.{Statistics => V2Statistics}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType

/** Converts estimates to the statistics of Spark's optimizer. */
private[spark] object SparkStatistics {

  /** Whether the optimizer uses the number of rows and the values of columns. */
  def usesValues(conf: SQLConf): Boolean = conf.cboEnabled || conf.planStatsEnabled

  /** Returns the statistics of a V2 scan.
    *
    * @param columns the columns of the estimate
    * @param withValues whether to add the number of rows and the values of columns
    */
  def v2(estimate: ScanEstimate, columns: StructType, withValues: Boolean): V2Statistics = {
    val values =
      if (withValues) v2Columns(estimate, columns) else Collections.emptyMap[NamedReference, ColumnStatistics]
    new V2Statistics {
      override def sizeInBytes(): OptionalLong = OptionalLong.of(estimate.bytes.toLong)

      override def numRows(): OptionalLong =
        if (withValues) OptionalLong.of(math.ceil(estimate.rows).toLong) else OptionalLong.empty()

      override def columnStats(): JavaMap[NamedReference, ColumnStatistics] = values
    }
  }

  private def v2Columns(estimate: ScanEstimate, columns: StructType): JavaMap[NamedReference, ColumnStatistics] = {
    val map = new JavaHashMap[NamedReference, ColumnStatistics]
    columns.fieldNames.zip(estimate.columns.asScala).foreach { case (name, column) =>
      map.put(
        Expressions.column(quoteIdentifier(name)),
        new ColumnStatistics {
          override def distinctCount(): OptionalLong = optional(column.distinct)
          override def min(): Optional[Object] = Optional.ofNullable(column.min)
          override def max(): Optional[Object] = Optional.ofNullable(column.max)
          override def nullCount(): OptionalLong = optional(column.nulls)
          override def avgLen(): OptionalLong = OptionalLong.of(averageLength(estimate, column))
        }
      )
    }
    map
  }

  private def optional(count: java.lang.Long): OptionalLong =
    if (count == null) OptionalLong.empty() else OptionalLong.of(count)

  /** Returns the statistics of a V1 relation.
    *
    * @param bytes the bytes of the relation
    * @param output the columns of the estimate; [[None]] to leave out the number of rows and the values of columns
    */
  def v1(estimate: ScanEstimate, bytes: BigInt, output: Option[Seq[Attribute]]): Statistics =
    output match {
      case None             => Statistics(sizeInBytes = bytes)
      case Some(attributes) =>
        val columns = attributes.zip(estimate.columns.asScala).map { case (attribute, column) =>
          attribute -> ColumnStat(
            distinctCount = Option(column.distinct).map(BigInt(_)),
            min = Option(column.min),
            max = Option(column.max),
            nullCount = Option(column.nulls).map(BigInt(_)),
            avgLen = Some(averageLength(estimate, column))
          )
        }
        Statistics(bytes, Some(BigInt(math.ceil(estimate.rows).toLong)), AttributeMap(columns))
    }

  /** Returns the mean length of a value. Spark adds to that of a string what a string needs besides its text. */
  private def averageLength(estimate: ScanEstimate, column: ColumnEstimate): Long =
    if (estimate.rows == 0) 0 else math.ceil(column.bytes / estimate.rows).toLong
}
