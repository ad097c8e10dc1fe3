package io.pq2.spark.internal.files.keys

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}
import java.nio.charset.StandardCharsets.UTF_8

import io.pq2.schema.{LogicalType, PhysicalType, TimeUnit}
import io.pq2.spark.internal.files.keys.StoredColumns.column
import io.pq2.spark.internal.files.keys.StoredColumns.longs
import io.pq2.spark.internal.files.keys.StoredColumns.stored
import org.apache.spark.sql.catalyst.expressions.{Literal, XxHash64}
import org.apache.spark.sql.sources.{AlwaysFalse, IsNotNull}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String
import org.apache.spark.util.sketch.BloomFilter
import org.scalatest.funsuite.AnyFunSuite

class HashedKeysSpec extends AnyFunSuite {

  private val Seed = 42L

  /** Returns the bloom filter that Spark creates for keys. */
  private def keys(dataType: DataType, values: Any*): HashedKeys = {
    val filter = BloomFilter.create(math.max(values.size, 1000).toLong, 0.001)
    values.foreach { value =>
      filter.putLong(new XxHash64(Seq(Literal(value, dataType))).eval().asInstanceOf[Long])
    }
    val bytes = new ByteArrayOutputStream
    filter.writeTo(bytes)
    new HashedKeys(bytes.toByteArray, dataType, Seed)
  }

  private def testOf(keys: HashedKeys, physical: PhysicalType, logical: LogicalType = null, length: Int = 0) =
    keys.test(stored(column(physical, logical, length), keys.`type`()).get).get

  test("numbers of all types have the hashes of Spark") {
    val values = Seq(0L, 1L, -1L, 77L, -128L, 127L)
    val micros = new LogicalType.TimestampType(TimeUnit.MICROS, true)
    val types = Seq[(DataType, Long => Any, PhysicalType, LogicalType)](
      (ByteType, _.toByte, PhysicalType.INT32, null),
      (ShortType, _.toShort, PhysicalType.INT32, null),
      (IntegerType, _.toInt, PhysicalType.INT32, null),
      (LongType, identity[Long], PhysicalType.INT64, null),
      (DateType, _.toInt, PhysicalType.INT32, new LogicalType.DateType),
      (TimestampType, identity[Long], PhysicalType.INT64, micros),
      (TimestampNTZType, identity[Long], PhysicalType.INT64, micros),
      (DecimalType(18, 3), Decimal(_, 18, 3), PhysicalType.INT64, new LogicalType.DecimalType(18, 3)),
      (DecimalType(9, 3), Decimal(_, 9, 3), PhysicalType.INT32, new LogicalType.DecimalType(9, 3)),
      (YearMonthIntervalType(), _.toInt, PhysicalType.INT32, null),
      (DayTimeIntervalType(), identity[Long], PhysicalType.INT64, null)
    )
    for ((dataType, convert, physical, logical) <- types) {
      val test = testOf(keys(dataType, values.map(convert): _*), physical, logical)
      values.foreach(value => assert(test.testLong(value), s"$dataType $value"))
      if (dataType != ByteType) assert((1000 until 2000).count(value => test.testLong(value.toLong)) < 20, dataType)
    }
    val large = testOf(keys(LongType, Long.MaxValue, Long.MinValue), PhysicalType.INT64)
    assert(large.testLong(Long.MaxValue) && large.testLong(Long.MinValue) && !large.testLong(5))
    val flag = testOf(keys(BooleanType, true), PhysicalType.BOOLEAN)
    assert(flag.testLong(1) && !flag.testLong(0))
    val int96 = testOf(keys(TimestampType, 86400000000L), PhysicalType.INT96)
    assert(int96.testInt96(999, 2440589) && !int96.testInt96(1000, 2440589))
  }

  test("values outside the type of the column pass, so that Spark reports them") {
    assert(testOf(keys(IntegerType, 1), PhysicalType.INT64).testLong(1L << 40))
    assert(testOf(keys(ShortType, 1.toShort), PhysicalType.INT32).testLong(70000))
  }

  test("strings have the hashes of Spark") {
    val texts = Seq("", "a", "ß€", "a longer text, of more than thirty-two bytes")
    val ofText = keys(StringType, texts.map(UTF8String.fromString): _*)
    val ofBytes = keys(BinaryType, texts.map(_.getBytes(UTF_8)): _*)
    for (test <- Seq(ofText, ofBytes).map(testOf(_, PhysicalType.BYTE_ARRAY))) {
      texts.foreach { text =>
        val bytes = s"xx${text}yy".getBytes(UTF_8)
        assert(test.testBytes(bytes, 2, bytes.length - 4), text)
      }
      assert((0 until 1000).count(i => test.testBytes(f"other $i%4d".getBytes(UTF_8), 0, 10)) < 20)
    }
  }

  test("decimals have the hashes of Spark, with as many leading bytes as the file stores") {
    for (digits <- Seq(18, 38)) {
      val values = Seq("0", "-1", "127", "128", "-128", "-129", "99999", "-123456789012345678").map(BigInt(_))
      val decimals = values.map(value => Decimal(BigDecimal(value, 4), digits, 4))
      val ofDecimals = keys(DecimalType(digits, 4), decimals: _*)
      val test = testOf(ofDecimals, PhysicalType.FIXED_LEN_BYTE_ARRAY, new LogicalType.DecimalType(digits, 4), 16)
      values.foreach { value =>
        for (added <- Seq(0, 1, 8)) {
          val sign = Array.fill[Byte](added)(if (value < 0) -1 else 0)
          val bytes = sign ++ value.toByteArray
          assert(test.testBytes(bytes, 0, bytes.length), s"$value with $digits digits")
        }
      }
      val others = (1000 until 2000).map(BigInt(_).toByteArray)
      assert(others.count(bytes => test.testBytes(bytes, 0, bytes.length)) < 20)
    }
  }

  test("only types that Spark hashes as they are can be tested") {
    for (other <- Seq(DoubleType, FloatType, StringType("UTF8_LCASE"), ArrayType(IntegerType)))
      assert(!HashedKeys.supports(other))
  }

  test("nulls are dropped, and without keys everything") {
    assert(keys(LongType, 1L).filters("a").toSeq === Seq(IsNotNull("a")))
    val none = new HashedKeys(Array.emptyByteArray, LongType, Seed)
    assert(none.filters("a").toSeq === Seq(new AlwaysFalse) && !none.test(longs).isPresent)
  }

  test("a bloom filter that excludes few values is dropped after a trial") {
    val useless = keys(LongType, (0L until 1000L): _*)
    val test = useless.test(longs).get
    (0 until 20000).foreach(i => test.testLong(i % 1000L))
    assert(!useless.test(longs).isPresent && test.testLong(12345), "a dropped test passes everything")
  }

  test("a bloom filter that was sent to an executor gives the same tests") {
    val bytes = new ByteArrayOutputStream
    val out = new ObjectOutputStream(bytes)
    out.writeObject(keys(LongType, 7L))
    out.close()
    val received =
      new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray)).readObject.asInstanceOf[HashedKeys]
    assert(received.test(longs).get.testLong(7) && !received.test(longs).get.testLong(8))
    assert(received.toString === "a bloom filter of keys")
  }
}
