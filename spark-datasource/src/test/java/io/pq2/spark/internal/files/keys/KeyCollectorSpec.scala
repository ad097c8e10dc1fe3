package io.pq2.spark.internal.files.keys

import java.time.{Instant, LocalDate, LocalDateTime}

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.files.keys.StoredColumns.longs
import io.pq2.spark.internal.kernel.groups.{GrantedMemory, TaskMemory}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.{AlwaysFalse, GreaterThanOrEqual, In, LessThanOrEqual}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String
import org.scalatest.funsuite.AnyFunSuite

class KeyCollectorSpec extends AnyFunSuite {

  private val mebibyte = 1L << 20

  /** @param memoryBytes what Spark grants */
  private def collected(
      keys: Iterator[Any],
      dataType: DataType,
      maxBytes: Long = 64 * mebibyte,
      memoryBytes: Long = 256 * mebibyte
  ): Array[Byte] = {
    val manager = GrantedMemory.of(memoryBytes)
    val memory = new TaskMemory(manager)
    val collector = KeyCollector.of(dataType, maxBytes, memory)
    collector.addAll(keys.map(key => InternalRow("other", key)).asJava, 1)
    val bytes = collector.toBytes
    memory.release()
    assert(manager.cleanUpAllAllocatedMemory() === 0)
    bytes
  }

  private def merged(dataType: DataType, tasks: Seq[Any]*): RuntimeKeys =
    merge(tasks.map(keys => collected(keys.iterator, dataType)), dataType)

  private def merge(tasks: Seq[Array[Byte]], dataType: DataType): RuntimeKeys =
    KeyCollector.merge(tasks.asJava, dataType, new SQLConf).get

  private def texts(values: String*): Seq[UTF8String] = values.map(UTF8String.fromString)

  test("the distinct keys of all tasks, without nulls") {
    assert(merged(LongType, Seq(5L, null, 3L), Nil, Seq(3L, -9L)).filters("a").toSeq ===
      Seq(In("a", Array[Any](-9L, 3L, 5L))))
    assert(merged(ShortType, Seq(7.toShort)).filters("a").toSeq === Seq(In("a", Array[Any](7.toShort))))
    assert(merged(ByteType, Seq(7.toByte)).filters("a").toSeq === Seq(In("a", Array[Any](7.toByte))))
    assert(merged(IntegerType, Seq(null), Nil).filters("a").toSeq === Seq(new AlwaysFalse))
    assert(merged(IntegerType).filters("a").toSeq === Seq(new AlwaysFalse))
    val many = merged(IntegerType, (1 to 5000).reverse ++ (1 to 5000), 4000 to 6000)
    assert(many.filters("a").toSeq === Seq(GreaterThanOrEqual("a", 1), LessThanOrEqual("a", 6000)))
    assert(many.toString === "6000 keys")
    assert(many.test(longs).get.testLong(4711) && !many.test(longs).get.testLong(6001))
  }

  test("the distinct strings of all tasks") {
    val few = merged(StringType, texts("b", "ß", "b") :+ null, Nil, texts("", "b"))
    assert(few.filters("a").toSeq === Seq(In("a", Array[Any]("", "b", "ß"))))
    assert(merged(StringType, Seq(null)).filters("a").toSeq === Seq(new AlwaysFalse))
    val many = merged(StringType, texts((1 to 500).map(_.toString): _*), texts((400 to 900).map(_.toString): _*))
    assert(many.filters("a").toSeq === Seq(GreaterThanOrEqual("a", "1"), LessThanOrEqual("a", "99")))
    assert(many.toString === "900 keys")
    val test = many.test(StoredColumns.texts).get
    assert(test.testBytes("650".getBytes, 0, 3) && !test.testBytes("901".getBytes, 0, 3))
  }

  test("keys of dates, timestamps and decimals") {
    def values(dataType: DataType, keys: Any*) = merged(dataType, keys).filters("a").head.asInstanceOf[In].values.toSeq
    assert(values(DateType, 1, 0) === Seq(LocalDate.EPOCH, LocalDate.EPOCH.plusDays(1)))
    assert(values(TimestampType, 1L) === Seq(Instant.EPOCH.plusNanos(1000)))
    assert(values(TimestampNTZType, 1L) === Seq(LocalDateTime.parse("1970-01-01T00:00:00.000001")))
    assert(values(DecimalType(9, 2), Decimal(125L, 9, 2)) === Seq(new java.math.BigDecimal("1.25")))
    val long = Seq("12345678901234567890.12", "-0.01", "300.00", "-0.01").map(text => Decimal(BigDecimal(text), 30, 2))
    assert(values(DecimalType(30, 2), long: _*).map(_.toString) === Seq("-0.01", "300.00", "12345678901234567890.12"))
  }

  test("strings of more than 16 MiB of a task, or of all, are a range") {
    val padding = "x" * (1 << 20)
    def task(keys: Range) = collected(keys.iterator.map(i => UTF8String.fromString(f"$i%03d$padding")), StringType)
    assert(task(0 until 15).length === 1 + 15 * (4 + 3 + (1 << 20)))
    assert(task(0 until 17).length === 1 + 2 * (4 + 3 + (1 << 20)))
    for (tasks <- Seq(Seq(0 until 17), Seq(0 until 9, 8 until 17))) {
      val ends = merge(tasks.map(task), StringType).filters("a").toSeq
      assert(ends === Seq(GreaterThanOrEqual("a", s"000$padding"), LessThanOrEqual("a", s"016$padding")))
    }
  }

  test("too many keys of a task, or of all, are a range") {
    val max = KeyCollector.MAX_KEYS
    def bytes(range: Iterator[Long]) = collected(range.map(_ * 3), LongType)
    def all(count: Long) = bytes(Iterator.iterate(0L)(_ + 1).take(count.toInt))
    assert(all(max).length === 1 + 8 * max && all(max + 1L).length === 17)
    // Repeated keys need no space.
    assert(bytes(Iterator.range(0, 3 * max).map(i => (i % 1000).toLong)).length === 8001)
    val beyond = bytes(Iterator.iterate(-5L)(_ + 1).take(3 * max))
    val range = merge(Seq(beyond, all(10)), LongType)
    assert(range.filters("a").toSeq === Seq(GreaterThanOrEqual("a", -15L), LessThanOrEqual("a", 3L * (3 * max - 6))))
    assert(range.test(longs).isEmpty)
    val both = Seq(all(max), bytes(Iterator.single(-7L)))
    assert(merge(both, LongType).test(longs).isEmpty)
  }

  test("keys beyond the share of a task, or its memory, are a range") {
    def texts = (0 until 50000).iterator.map(i => UTF8String.fromString(f"$i%05d"))
    def numbers = Iterator.range(0, 50000).map(_.toLong)
    val sent = 1 + 50000 * (4 + 5)
    assert(collected(texts, StringType, sent).length === sent)
    assert(collected(numbers, LongType, 400000).length === 1 + 400000)
    for (
      ends <- Seq(
        collected(texts, StringType, sent - 9),
        collected(texts, StringType, 0),
        collected(texts, StringType, memoryBytes = mebibyte)
      )
    ) {
      assert(ends.length === 1 + 2 * (4 + 5))
      val range = merge(Seq(ends, collected(Iterator.single(UTF8String.fromString("7")), StringType)), StringType)
      assert(range.filters("a").toSeq === Seq(GreaterThanOrEqual("a", "00000"), LessThanOrEqual("a", "7")))
    }
    for (
      ends <- Seq(
        collected(numbers, LongType, 400000 - 8),
        collected(numbers, LongType, 0),
        collected(numbers, LongType, memoryBytes = mebibyte / 2)
      )
    ) {
      val range = merge(Seq(ends, collected(Iterator.single(-3L), LongType)), LongType)
      assert(range.filters("a").toSeq === Seq(GreaterThanOrEqual("a", -3L), LessThanOrEqual("a", 49999L)))
      assert(range.test(longs).isEmpty)
    }
    val decimal = DecimalType(30, 2)
    val decimals = collected((-100 to 100).iterator.map(i => Decimal(BigDecimal(i), 30, 2)), decimal, 100)
    assert(merge(Seq(decimals), decimal).filters("a").map(_.references.length).toSeq === Seq(1, 1))
  }

  test("no filter if the smallest and the largest key are too long to be sent") {
    val long = Seq("a", "b", "c").map(text => UTF8String.fromString(text * 100000))
    val tasks = Seq(collected(long.iterator, StringType, 150000), collected(Iterator.empty, StringType))
    assert(tasks.head.length === 1)
    assert(KeyCollector.merge(tasks.asJava, StringType, new SQLConf).isEmpty)
  }

  test("the share of a task") {
    assert(KeyCollector.share(10, 0, 1 << 30) === (1 << 30) / 16 / 10)
    assert(KeyCollector.share(10, 1000, 1 << 30) === 25)
    assert(KeyCollector.share(0, 1 << 30, 1 << 30) === (1 << 30) / 16)
  }
}
