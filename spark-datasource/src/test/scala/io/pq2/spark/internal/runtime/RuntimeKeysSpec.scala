package io.pq2.spark.internal.runtime

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}

import io.pq2.schema.{Column, PhysicalType, PrimitiveField, Repetition, Schema}
import io.pq2.statistics.ColumnStatistics
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.{AlwaysFalse, GreaterThanOrEqual, In, LessThanOrEqual}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String
import org.scalatest.funsuite.AnyFunSuite

class RuntimeKeysSpec extends AnyFunSuite {

  private def keys(dataType: DataType, values: Any*): RuntimeKeys =
    RuntimeKeys.of(values.map(_.asInstanceOf[Object]).toArray, dataType, new SQLConf)

  private def many: RuntimeKeys = keys(LongType, (1L to 1000L).map(_ * 10): _*)

  test("few keys are a condition IN, many a range, none is false") {
    assert(keys(IntegerType, 3, null, 3, 5).filters("a").toSeq === Seq(In("a", Array[Any](3, 5))))
    assert(many.filters("a").toSeq === Seq(GreaterThanOrEqual("a", 10L), LessThanOrEqual("a", 10000L)))
    assert(keys(LongType, null).filters("a").toSeq === Seq(new AlwaysFalse))
    val texts = keys(StringType, (1 to 300).map(i => UTF8String.fromString(s"k$i")): _*)
    assert(texts.filters("a").toSeq === Seq(GreaterThanOrEqual("a", "k1"), LessThanOrEqual("a", "k99")))
    assert(keys(DateType, 0, 1).filters("a").head.asInstanceOf[In].values.head === java.time.LocalDate.EPOCH)
  }

  test("floating-point numbers and collated strings are no keys") {
    for (other <- Seq(DoubleType, FloatType, BinaryType, BooleanType, StringType("UTF8_LCASE")))
      assert(!RuntimeKeys.supports(other))
  }

  test("a set passes its keys only, and excludes statistics between two keys") {
    val test = many.test().get
    assert(test.testLong(10) && test.testLong(10000) && !test.testLong(15) && !test.testLong(0))
    val field = new PrimitiveField("a", Repetition.REQUIRED, PhysicalType.INT64, 0, null, null)
    val column = new Schema("s", java.util.List.of(field)).columns.get(0)
    def mayPass(min: Long, max: Long) = test.mayPass(statistics(column, min, max))
    assert(mayPass(10, 10) && mayPass(-5, 10) && mayPass(11, 20) && mayPass(9999, 20000) && mayPass(-5, 99999))
    assert(!mayPass(11, 19) && !mayPass(-5, 9) && !mayPass(10001, 20000))
    assert(test.mayPass(ColumnStatistics.unknown(column)))
  }

  private def statistics(column: Column, min: Long, max: Long): ColumnStatistics =
    new ColumnStatistics(
      column,
      java.math.BigDecimal.valueOf(min),
      java.math.BigDecimal.valueOf(max),
      null,
      null,
      null,
      null,
      0L
    )

  test("a set that excludes few values is dropped after a trial, one that excludes many stays") {
    val useless = many
    val test = useless.test().get
    (1 to 20000).foreach(i => test.testLong(10L * (i % 1000 + 1)))
    assert(!useless.test().isPresent)
    assert(test.testLong(15), "a dropped test passes everything")
    val useful = many
    val selective = useful.test().get
    (1 to 20000).foreach(i => selective.testLong(i.toLong))
    assert(useful.test().isPresent && !selective.testLong(15))
  }

  test("keys that were sent to an executor give the same filters and tests") {
    val bytes = new ByteArrayOutputStream
    val out = new ObjectOutputStream(bytes)
    out.writeObject(many)
    out.close()
    val received = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray)).readObject
      .asInstanceOf[RuntimeKeys]
    assert(received.filters("a").toSeq === many.filters("a").toSeq)
    assert(received.test().get.testLong(500) && !received.test().get.testLong(501))
    assert(received.toString === "1000 keys from 10 to 10000")
  }
}
