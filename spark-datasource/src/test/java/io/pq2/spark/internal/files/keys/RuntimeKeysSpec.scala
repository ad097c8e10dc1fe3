package io.pq2.spark.internal.files.keys

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.time.{Instant, LocalDate}

import io.pq2.predicate.ByteString
import io.pq2.schema.{LogicalType, PhysicalType, TimeUnit}
import io.pq2.spark.internal.files.keys.StoredColumns.column
import io.pq2.spark.internal.files.keys.StoredColumns.longs
import io.pq2.spark.internal.files.keys.StoredColumns.stored
import io.pq2.spark.internal.files.keys.StoredColumns.texts
import io.pq2.statistics.ColumnStatistics
import org.apache.spark.sql.catalyst.util.DateTimeUtils
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.{AlwaysFalse, GreaterThanOrEqual, In, LessThanOrEqual}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String
import org.scalatest.funsuite.AnyFunSuite

class RuntimeKeysSpec extends AnyFunSuite {

  private def keys(dataType: DataType, values: Any*): RuntimeKeys =
    RuntimeKeys.of(values.map(_.asInstanceOf[Object]).toArray, dataType, new SQLConf)

  private def decimal(number: Int) = java.math.BigDecimal.valueOf(number.toLong)

  private def manyTexts: RuntimeKeys =
    keys(StringType, (1 to 600).map(i => UTF8String.fromString(s"k${i / 2 + i % 2}")): _*)

  private def many: RuntimeKeys = keys(LongType, (1L to 1000L).map(_ * 10): _*)

  test("few keys are a condition IN, many a range, none is false") {
    assert(keys(IntegerType, 3, null, 3, 5).filters("a").toSeq === Seq(In("a", Array[Any](3, 5))))
    assert(many.filters("a").toSeq === Seq(GreaterThanOrEqual("a", 10L), LessThanOrEqual("a", 10000L)))
    assert(keys(LongType, null).filters("a").toSeq === Seq(new AlwaysFalse))
    assert(manyTexts.filters("a").toSeq === Seq(GreaterThanOrEqual("a", "k1"), LessThanOrEqual("a", "k99")))
    assert(keys(DateType, 0, 1).filters("a").head.asInstanceOf[In].values.head === LocalDate.EPOCH)
    val days = keys(DateType, (0 to 300): _*).filters("a").toSeq
    assert(days === Seq(GreaterThanOrEqual("a", LocalDate.EPOCH), LessThanOrEqual("a", LocalDate.ofEpochDay(300))))
    val long = keys(DecimalType(30, 0), (-200 to 200).map(n => Decimal(BigDecimal(n), 30, 0)): _*).filters("a").toSeq
    assert(long === Seq(GreaterThanOrEqual("a", decimal(-200)), LessThanOrEqual("a", decimal(200))))
  }

  test("dates are ranges of timestamps, of which the time zone is unknown") {
    def ends(dataType: DataType, days: Int*) = {
      val filters = keys(DateType, days: _*).of(dataType, new SQLConf).filters("a").toSeq
      filters.collect { case GreaterThanOrEqual("a", first) => first } ++
        filters.collect { case LessThanOrEqual("a", last) => last }
    }
    assert(ends(TimestampType, 3, 1) ===
      Seq(Instant.EPOCH, Instant.parse("1970-01-05T23:59:59.999999Z")))
    assert(ends(TimestampNTZType, 3, 1).map(_.toString) === Seq("1970-01-02T00:00", "1970-01-04T23:59:59.999999"))
    assert(ends(TimestampType, 0 to 400: _*).last === Instant.parse("1971-02-06T23:59:59.999999Z"))
    val all = Seq(Long.MinValue, Long.MaxValue).map(DateTimeUtils.microsToInstant)
    assert(ends(TimestampType, Int.MinValue, Int.MaxValue) === all)
    assert(ends(TimestampType, 0, 106751991).last === all.last)
    assert(keys(DateType).of(TimestampType, new SQLConf).filters("a").toSeq === Seq(new AlwaysFalse))
    val same = many
    assert(same.of(IntegerType, new SQLConf) eq same)
  }

  test("floating-point numbers and collated strings are no keys") {
    for (other <- Seq(DoubleType, FloatType, BinaryType, BooleanType, StringType("UTF8_LCASE")))
      assert(!RuntimeKeys.supports(other))
  }

  test("a set passes its keys only, and excludes statistics between two keys") {
    val test = many.test(longs).get
    assert(test.testLong(10) && test.testLong(10000) && !test.testLong(15) && !test.testLong(0))
    def mayPass(min: Long, max: Long) =
      test.mayPass(statistics(java.math.BigDecimal.valueOf(min), java.math.BigDecimal.valueOf(max)))
    assert(mayPass(10, 10) && mayPass(-5, 10) && mayPass(11, 20) && mayPass(9999, 20000) && mayPass(-5, 99999))
    assert(!mayPass(11, 19) && !mayPass(-5, 9) && !mayPass(10001, 20000))
    assert(test.mayPass(ColumnStatistics.unknown(column(PhysicalType.INT64))))
  }

  test("a set of strings passes its strings only, and excludes statistics between two strings") {
    val test = manyTexts.test(texts).get
    def passes(text: String) = test.testBytes(s"<$text>".getBytes(UTF_8), 1, text.length)
    assert((1 to 300).forall(i => passes(s"k$i")) && !passes("k") && !passes("k301") && !passes("K1"))
    def mayPass(min: String, max: String) = test.mayPass(statistics(ByteString.of(min), ByteString.of(max)))
    assert(mayPass("k1", "k1") && mayPass("a", "k1") && mayPass("k99", "z") && mayPass("k298x", "k3"))
    assert(!mayPass("a", "b") && !mayPass("k", "k0") && !mayPass("k999", "z") && !mayPass("k30x", "k30y"))
    assert(test.mayPass(ColumnStatistics.unknown(column(PhysicalType.BYTE_ARRAY))))
    assert(manyTexts.toString === "300 keys")
  }

  test("a set of dates, timestamps or decimals passes its keys only") {
    val numbers = (1 to 1000).map(_ * 10)
    val days = keys(DateType, numbers: _*)
      .test(stored(column(PhysicalType.INT32, new LogicalType.DateType), DateType).get).get
    assert(days.testLong(500) && !days.testLong(501))
    assert(!days.mayPass(statistics(LocalDate.ofEpochDay(501), LocalDate.ofEpochDay(509))))
    assert(days.mayPass(statistics(LocalDate.ofEpochDay(501), LocalDate.ofEpochDay(510))))
    val millis = column(PhysicalType.INT64, new LogicalType.TimestampType(TimeUnit.MILLIS, true))
    val instants = keys(TimestampType, numbers.map(_ * 1000L): _*).test(stored(millis, TimestampType).get).get
    assert(instants.testLong(500) && !instants.testLong(501) && instants.testLong(Long.MaxValue))
    val hundredths = column(PhysicalType.INT32, new LogicalType.DecimalType(9, 2))
    val decimals = keys(DecimalType(9, 2), numbers.map(n => Decimal(n.toLong, 9, 2)): _*)
      .test(stored(hundredths, DecimalType(9, 2)).get).get
    assert(decimals.testLong(500) && !decimals.testLong(501))
    assert(!decimals.mayPass(statistics(new java.math.BigDecimal("5.01"), new java.math.BigDecimal("5.09"))))
    val wide = column(PhysicalType.FIXED_LEN_BYTE_ARRAY, new LogicalType.DecimalType(30, 2), 13)
    val long = keys(DecimalType(30, 2), numbers.map(n => Decimal(BigDecimal(n, 2), 30, 2)): _*)
      .test(stored(wide, DecimalType(30, 2)).get).get
    def passes(number: Int) = {
      val bytes = Array.fill[Byte](9)(0) ++ java.nio.ByteBuffer.allocate(4).putInt(number).array
      long.testBytes(bytes, 0, bytes.length)
    }
    assert(passes(500) && !passes(501) && long.mayPass(statistics(decimal(501), decimal(509))))
  }

  test("strings of more than 16 MiB are only a range") {
    val large = "x" * (1 << 16)
    def ofLarge(count: Int) = keys(StringType, (1 to count).map(i => UTF8String.fromString(s"$i$large")): _*)
    assert(ofLarge(257).toString === "a range of keys" && !ofLarge(257).test(texts).isPresent)
    assert(ofLarge(256).filters("a").head.asInstanceOf[In].values.length === 256)
  }

  private def statistics(min: Comparable[_], max: Comparable[_]): ColumnStatistics =
    new ColumnStatistics(column(PhysicalType.INT64), min, max, null, null, null, null, 0L)

  test("a set that excludes few values is dropped after a trial, one that excludes many stays") {
    val useless = many
    val test = useless.test(longs).get
    (1 to 20000).foreach(i => test.testLong(10L * (i % 1000 + 1)))
    assert(!useless.test(longs).isPresent)
    assert(test.testLong(15), "a dropped test passes everything")
    val useful = many
    val selective = useful.test(longs).get
    (1 to 20000).foreach(i => selective.testLong(i.toLong))
    assert(useful.test(longs).isPresent && !selective.testLong(15))
  }

  test("keys that were sent to an executor give the same filters and tests") {
    val bytes = new ByteArrayOutputStream
    val out = new ObjectOutputStream(bytes)
    out.writeObject(many)
    out.close()
    val received = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray)).readObject
      .asInstanceOf[RuntimeKeys]
    assert(received.filters("a").toSeq === many.filters("a").toSeq)
    assert(received.test(longs).get.testLong(500) && !received.test(longs).get.testLong(501))
    assert(received.toString === "1000 keys")
  }
}
