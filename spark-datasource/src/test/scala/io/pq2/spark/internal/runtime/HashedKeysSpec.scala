package io.pq2.spark.internal.runtime

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}
import java.math.BigDecimal
import java.nio.charset.StandardCharsets.UTF_8

import io.pq2.predicate.ByteString
import io.pq2.schema.{LogicalType, PhysicalType, PrimitiveField, Repetition}
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

  test("integers of all widths have the hashes of Spark") {
    val values = Seq(0L, 1L, -1L, 77L, -128L, 127L)
    val types = Seq[(DataType, Long => Any)](
      ByteType -> (_.toByte),
      ShortType -> (_.toShort),
      IntegerType -> (_.toInt),
      LongType -> identity[Long]
    )
    for ((dataType, convert) <- types) {
      val test = keys(dataType, values.map(convert): _*).test().get
      values.foreach { value =>
        assert(test.testLong(value) && test.test(BigDecimal.valueOf(value)), s"$dataType $value")
      }
      assert((1000 until 2000).count(value => test.testLong(value.toLong)) < 20, dataType)
    }
    val large = keys(LongType, Long.MaxValue, Long.MinValue).test().get
    assert(large.testLong(Long.MaxValue) && large.testLong(Long.MinValue) && !large.testLong(5))
  }

  test("integers outside the type of the keys pass, so that Spark reports them") {
    assert(keys(IntegerType, 1).test().get.testLong(1L << 40))
  }

  test("strings have the hashes of Spark") {
    val texts = Seq("", "a", "ß€", "a longer text, of more than thirty-two bytes")
    val test = keys(StringType, texts.map(UTF8String.fromString): _*).test().get
    texts.foreach { text =>
      val bytes = s"xx${text}yy".getBytes(UTF_8)
      assert(test.testBytes(bytes, 2, bytes.length - 4) && test.test(ByteString.of(text)), text)
    }
    assert((0 until 1000).count(i => test.test(ByteString.of(s"other $i"))) < 20)
  }

  test("only columns that store the keys as they are can be tested") {
    def field(physical: PhysicalType, logical: LogicalType) =
      new PrimitiveField("a", Repetition.REQUIRED, physical, 0, logical, null)
    val integers = keys(LongType, 1L)
    assert(integers.canTest(field(PhysicalType.INT64, null)))
    assert(integers.canTest(field(PhysicalType.INT32, new LogicalType.IntType(16, true))))
    assert(!integers.canTest(field(PhysicalType.INT32, new LogicalType.IntType(32, false))))
    assert(!integers.canTest(field(PhysicalType.INT32, new LogicalType.DateType)))
    assert(!integers.canTest(field(PhysicalType.DOUBLE, null)))
    val texts = keys(StringType, UTF8String.fromString("a"))
    assert(texts.canTest(field(PhysicalType.BYTE_ARRAY, null)))
    assert(texts.canTest(field(PhysicalType.BYTE_ARRAY, new LogicalType.StringType)))
    assert(!texts.canTest(field(PhysicalType.BYTE_ARRAY, new LogicalType.DecimalType(10, 2))))
    assert(!texts.canTest(field(PhysicalType.INT32, null)))
    for (other <- Seq(DoubleType, DateType, TimestampType, BinaryType, StringType("UTF8_LCASE")))
      assert(!HashedKeys.supports(other))
  }

  test("nulls are dropped, and without keys everything") {
    assert(keys(LongType, 1L).filters("a").toSeq === Seq(IsNotNull("a")))
    val none = new HashedKeys(Array.emptyByteArray, LongType, Seed)
    assert(none.filters("a").toSeq === Seq(new AlwaysFalse) && !none.test().isPresent)
  }

  test("a bloom filter that excludes few values is dropped after a trial") {
    val useless = keys(LongType, (0L until 1000L): _*)
    val test = useless.test().get
    (0 until 20000).foreach(i => test.testLong(i % 1000L))
    assert(!useless.test().isPresent && test.testLong(12345), "a dropped test passes everything")
  }

  test("a bloom filter that was sent to an executor gives the same tests") {
    val bytes = new ByteArrayOutputStream
    val out = new ObjectOutputStream(bytes)
    out.writeObject(keys(LongType, 7L))
    out.close()
    val received =
      new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray)).readObject.asInstanceOf[HashedKeys]
    assert(received.test().get.testLong(7) && !received.test().get.testLong(8))
    assert(received.toString === "a bloom filter of keys")
  }
}
