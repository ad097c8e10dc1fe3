package io.pq2.spark.internal.files.keys

import scala.jdk.OptionConverters._

import io.pq2.schema.{Column, LogicalType, PhysicalType, PrimitiveField, Repetition, Schema}
import io.pq2.spark.internal.columns.leaf.DateTimeRules
import org.apache.spark.sql.types._

/** Columns of files, and the conversions of their values to keys. */
private object StoredColumns {

  def column(physical: PhysicalType, logical: LogicalType = null, length: Int = 0): Column = {
    val field = new PrimitiveField("a", Repetition.REQUIRED, physical, length, logical, null)
    new Schema("s", java.util.List.of(field)).columns.get(0)
  }

  /** Returns the conversion for a column that Spark reads as a type. */
  def stored(
      column: Column,
      dataType: DataType,
      rules: DateTimeRules = DateTimeRules.CORRECTED,
      keys: Option[DataType] = None
  ): Option[StoredKeys] = StoredKeys.of(keys.getOrElse(dataType), dataType, column, rules).toScala

  val longs: StoredKeys = stored(column(PhysicalType.INT64), LongType).get

  val texts: StoredKeys = stored(column(PhysicalType.BYTE_ARRAY, new LogicalType.StringType), StringType).get
}
