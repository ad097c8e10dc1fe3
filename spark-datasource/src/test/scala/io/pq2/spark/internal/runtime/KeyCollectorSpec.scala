package io.pq2.spark.internal.runtime

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.sources.{AlwaysFalse, GreaterThanOrEqual, In, LessThanOrEqual}
import org.apache.spark.sql.types._
import org.scalatest.funsuite.AnyFunSuite

class KeyCollectorSpec extends AnyFunSuite {

  private def collected(keys: Iterator[Any], dataType: DataType): Array[Byte] = {
    val collector = new KeyCollector
    collector.addAll(keys.map(key => InternalRow("other", key)).asJava, 1, dataType)
    collector.toBytes
  }

  private def merged(dataType: DataType, tasks: Seq[Any]*): RuntimeKeys =
    KeyCollector.merge(tasks.map(keys => collected(keys.iterator, dataType)).asJava, dataType)

  test("the distinct keys of all tasks, without nulls") {
    assert(merged(LongType, Seq(5L, null, 3L), Nil, Seq(3L, -9L)).filters("a").toSeq ===
      Seq(In("a", Array[Any](-9L, 3L, 5L))))
    assert(merged(ShortType, Seq(7.toShort)).filters("a").toSeq === Seq(In("a", Array[Any](7.toShort))))
    assert(merged(ByteType, Seq(7.toByte)).filters("a").toSeq === Seq(In("a", Array[Any](7.toByte))))
    assert(merged(IntegerType, Seq(null), Nil).filters("a").toSeq === Seq(new AlwaysFalse))
    assert(merged(IntegerType).filters("a").toSeq === Seq(new AlwaysFalse))
    val many = merged(IntegerType, (1 to 5000).reverse ++ (1 to 5000), 4000 to 6000)
    assert(many.filters("a").toSeq === Seq(GreaterThanOrEqual("a", 1), LessThanOrEqual("a", 6000)))
    assert(many.toString === "6000 keys from 1 to 6000")
    assert(many.test().get.testLong(4711) && !many.test().get.testLong(6001))
  }

  test("too many keys of a task, or of all, are a range") {
    val max = KeyCollector.MAX_KEYS
    def bytes(range: Iterator[Long]) = collected(range.map(_ * 3), LongType)
    def all(count: Long) = bytes(Iterator.iterate(0L)(_ + 1).take(count.toInt))
    assert(all(max).length === 1 + 8 * max && all(max + 1L).length === 17)
    // Repeated keys need no space.
    assert(bytes(Iterator.range(0, 3 * max).map(i => (i % 1000).toLong)).length === 8001)
    val beyond = bytes(Iterator.iterate(-5L)(_ + 1).take(3 * max))
    val range = KeyCollector.merge(Seq(beyond, all(10)).asJava, LongType)
    assert(range.filters("a").toSeq === Seq(GreaterThanOrEqual("a", -15L), LessThanOrEqual("a", 3L * (3 * max - 6))))
    assert(range.test().isEmpty)
    val both = Seq(all(max), bytes(Iterator.single(-7L)))
    assert(KeyCollector.merge(both.asJava, LongType).test().isEmpty)
  }
}
