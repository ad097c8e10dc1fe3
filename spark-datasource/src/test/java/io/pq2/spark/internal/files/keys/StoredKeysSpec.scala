package io.pq2.spark.internal.files.keys

import java.time.{Instant, LocalDate, LocalDateTime}

import io.pq2.schema.{LogicalType, PhysicalType, TimeUnit}
import io.pq2.spark.internal.columns.leaf.DateTimeRules
import io.pq2.spark.internal.columns.leaf.DateTimeRules.Calendar
import io.pq2.spark.internal.columns.leaf.DateTimeRules.RebaseMode
import io.pq2.spark.internal.files.keys.StoredColumns.column
import io.pq2.spark.internal.files.keys.StoredColumns.stored
import org.apache.spark.sql.types._
import org.scalatest.funsuite.AnyFunSuite

class StoredKeysSpec extends AnyFunSuite {

  private val date = column(PhysicalType.INT32, new LogicalType.DateType)
  private val text = column(PhysicalType.BYTE_ARRAY, new LogicalType.StringType)
  private val decimal = new LogicalType.DecimalType(18, 2)

  private def timestamp(unit: TimeUnit) = column(PhysicalType.INT64, new LogicalType.TimestampType(unit, true))

  private def hybrid(mode: RebaseMode): DateTimeRules = {
    val calendar = new Calendar(mode, "UTC")
    new DateTimeRules(calendar, calendar, null)
  }

  test("only columns that store the keys as they are, or in another unit, are converted") {
    def isConverted(dataType: DataType, columns: io.pq2.schema.Column*) =
      columns.map(stored(_, dataType).isDefined)
    val unsigned = column(PhysicalType.INT32, new LogicalType.IntType(32, false))
    val plain = column(PhysicalType.INT64)
    val short = column(PhysicalType.INT32, new LogicalType.IntType(16, true))
    val floating = column(PhysicalType.DOUBLE)
    val bytes = column(PhysicalType.BYTE_ARRAY)
    val narrow = column(PhysicalType.INT64, decimal)
    val wide = column(PhysicalType.FIXED_LEN_BYTE_ARRAY, new LogicalType.DecimalType(30, 2), 13)
    assert(isConverted(LongType, plain, short, unsigned, date, floating) === Seq(true, true, false, false, false))
    assert(isConverted(DateType, date, plain, text) === Seq(true, false, false))
    assert(isConverted(TimestampType, timestamp(TimeUnit.MILLIS), date, plain) === Seq(true, false, false))
    assert(isConverted(TimestampNTZType, timestamp(TimeUnit.NANOS), date) === Seq(true, false))
    assert(isConverted(StringType, bytes, text, narrow, plain) === Seq(true, true, false, false))
    assert(isConverted(BinaryType, bytes, text) === Seq(true, true))
    assert(isConverted(DecimalType(18, 2), narrow, plain, bytes) === Seq(true, false, false))
    assert(isConverted(DecimalType(20, 4), wide) === Seq(false), "another scale")
    assert(isConverted(DecimalType(30, 2), wide, narrow) === Seq(true, false))
    assert(isConverted(BooleanType, column(PhysicalType.BOOLEAN), short) === Seq(true, false))
    for (other <- Seq(DoubleType, FloatType, StringType("UTF8_LCASE"))) assert(stored(bytes, other).isEmpty)
  }

  test("keys may have a wider type than the column, but not one with other values") {
    val short = column(PhysicalType.INT32, new LogicalType.IntType(16, true))
    assert(stored(short, ShortType, keys = Some(LongType)).get.number(7) === 7)
    val narrow = column(PhysicalType.INT32, new LogicalType.DecimalType(9, 2))
    assert(stored(narrow, DecimalType(9, 2), keys = Some(DecimalType(12, 2))).isDefined)
    assert(stored(narrow, DecimalType(9, 2), keys = Some(DecimalType(12, 3))).isEmpty)
    assert(stored(timestamp(TimeUnit.MICROS), TimestampType, keys = Some(DateType)).isEmpty)
    assert(stored(timestamp(TimeUnit.MICROS), TimestampType, keys = Some(TimestampNTZType)).isEmpty)
  }

  test("timestamps are microseconds, rounded down") {
    val millis = stored(timestamp(TimeUnit.MILLIS), TimestampType).get
    assert(millis.number(-3) === -3000 && !millis.converts(Long.MaxValue) && !millis.converts(Long.MinValue))
    val nanos = stored(timestamp(TimeUnit.NANOS), TimestampNTZType).get
    assert(nanos.number(1999) === 1 && nanos.number(-1) === -1 && nanos.converts(Long.MinValue))
    val int96 = stored(column(PhysicalType.INT96), TimestampType).get
    assert(int96.micros(1999, 2440589) === 86400000001L)
  }

  test("days and timestamps of the other calendar are not converted") {
    val old = LocalDate.parse("1500-01-01")
    val day = LocalDate.parse("1600-01-01").toEpochDay
    for (mode <- Seq(RebaseMode.LEGACY, RebaseMode.EXCEPTION)) {
      val days = stored(date, DateType, hybrid(mode)).get
      assert(!days.converts(old.toEpochDay) && days.converts(day))
      assert(days.number(old).isEmpty && days.number(LocalDate.ofEpochDay(day)).getAsLong === day)
      val micros = stored(timestamp(TimeUnit.MILLIS), TimestampType, hybrid(mode)).get
      assert(!micros.converts(old.toEpochDay * 86400000L) && micros.converts(-1))
      assert(stored(timestamp(TimeUnit.MICROS), TimestampNTZType, hybrid(mode)).get.converts(Long.MinValue))
    }
    assert(stored(date, DateType).get.converts(old.toEpochDay))
    assert(stored(column(PhysicalType.INT96), TimestampType, hybrid(RebaseMode.EXCEPTION)).isEmpty)
    assert(stored(column(PhysicalType.INT96), TimestampNTZType, hybrid(RebaseMode.EXCEPTION)).isDefined)
  }

  test("values that Spark's type lacks are not converted") {
    val ints = stored(column(PhysicalType.INT32), ShortType, keys = Some(LongType)).get
    assert(ints.converts(-32768) && ints.converts(32767) && !ints.converts(32768) && !ints.converts(-32769))
    assert(stored(column(PhysicalType.INT64), LongType).get.converts(Long.MinValue))
  }

  test("extremes of statistics are numbers of Spark") {
    assert(stored(date, DateType).get.number(LocalDate.parse("1970-01-03")).getAsLong === 2)
    val second = Instant.parse("1970-01-01T00:00:01Z")
    assert(stored(timestamp(TimeUnit.MILLIS), TimestampType).get.number(second).getAsLong === 1000000)
    val local = LocalDateTime.parse("1970-01-01T00:00:00.000001999")
    assert(stored(timestamp(TimeUnit.NANOS), TimestampNTZType).get.number(local).getAsLong === 1)
    val hundredths = stored(column(PhysicalType.INT64, decimal), DecimalType(18, 2)).get
    assert(hundredths.number(new java.math.BigDecimal("1.25")).getAsLong === 125)
    assert(hundredths.number(new java.math.BigDecimal("1e30").setScale(2)).isEmpty)
    assert(stored(timestamp(TimeUnit.MILLIS), TimestampType).get.number(Instant.MAX).isEmpty)
    assert(hundredths.number(null).isEmpty && stored(text, StringType).get.number(null).isEmpty)
  }
}
