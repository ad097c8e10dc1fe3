package io.pq2.spark

import java.io.{InputStream, OutputStream}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._
import scala.reflect.ClassTag

import org.apache.spark.serializer.{DeserializationStream, SerializationStream, Serializer, SerializerInstance}
import org.apache.spark.sql.DataFrame

/** What Spark sends to executors has named classes of pq2, and none of its lambdas: an executor without the jar of pq2
  * cannot say whose lambda it cannot read.
  */
@CorePart
class SentTasksSpec extends SparkSpec {

  import SentTasksSpec._

  private val Views = Seq("sent", "sent_keys")

  override protected def afterAll(): Unit =
    try Views.foreach(spark.catalog.dropTempView)
    finally super.afterAll()

  private lazy val values: String = {
    val path = newPath("values")
    spark.range(0, 20000, 1, 3).selectExpr(
      "id",
      "CAST(id % 100 AS INT) AS n",
      "id / 3.0D AS g",
      "concat('text ', id % 10) AS s",
      "slice(array(1, 2, 3), 1, CAST(id % 4 AS INT)) AS l"
    ).write.option("parquet.block.row.count.limit", "2000").format("pq2").save(path)
    path
  }

  private lazy val keys: String = {
    val path = newPath("keys")
    spark.range(0, 2000, 1, 1).selectExpr("id AS key", "id % 10 AS class").write.format("pq2").save(path)
    path
  }

  private val readers = Seq[(String, String => DataFrame)]("V2" -> pq2, "V1" -> pq2V1)

  /** Runs an action, and returns the bytes that Spark sends to executors. */
  private def sentBy(action: => Unit): Seq[Array[Byte]] = {
    val context = spark.sparkContext
    val ofStages = TaskSerializers.ofStages(context)
    val ofTasks = TaskSerializers.ofTasks()
    val sent = new ConcurrentLinkedQueue[Array[Byte]]
    TaskSerializers.setOfStages(context, new RecordingInstance(ofStages, sent))
    try {
      TaskSerializers.setOfTasks(new RecordingSerializer(ofTasks, sent))
      action
    } finally {
      TaskSerializers.setOfTasks(ofTasks)
      TaskSerializers.setOfStages(context, ofStages)
    }
    sent.asScala.toSeq
  }

  /** Asserts that an action sends instances of classes of pq2, and no lambda of it.
    *
    * @param expected the names of classes, without the beginning that all have in common
    */
  private def check(expected: String*)(action: => Unit): Unit = {
    val sent = sentBy(action)
    assert(sent.flatMap(lambdas).distinct === Nil)
    val found = sent.flatMap(classes).toSet
    val missing = expected.map("io.pq2.spark.internal." + _).filterNot(found)
    assert(missing === Nil, found.toSeq.sorted.mkString("found only\n", "\n", ""))
  }

  private def read(name: String): Unit = {
    val reader = readers.toMap.apply(name)
    reader(values).createOrReplaceTempView("sent")
    reader(keys).createOrReplaceTempView("sent_keys")
  }

  private def run(query: String): Unit = {
    val rows = spark.sql(query).collect()
    assert(rows.nonEmpty, query)
  }

  test("lambdas of this suite are found") {
    val sent = sentBy(assert(spark.sparkContext.range(0, 10, 1, 2).map(_ + 1).sum() === 55))
    assert(sent.flatMap(lambdas).distinct === Seq("io/pq2/spark/SentTasksSpec"))
  }

  test("scans") {
    for ((name, function) <- Seq("V2" -> "v2.Pq2PartitionReaderFactory", "V1" -> "v1.SplitFunction")) {
      read(name)
      check(function)(run("SELECT * FROM sent WHERE id > 100"))
      check(function)(withConf("spark.sql.parquet.enableVectorizedReader" -> "false")(run("SELECT * FROM sent")))
      withConf("pq2.splits.planning" -> "footers")(check(function)(run("SELECT id FROM sent")))
    }
    withConf("spark.pq2.replace.parquet" -> "true") {
      check("v1.SplitFunction")(assert(builtIn(values).collect().nonEmpty))
    }
  }

  test("schemas of several files") {
    check("schema.ReadSchemas", "tasks.Elements", "tasks.ElementsRDD") {
      assert(spark.read.option("mergeSchema", "true").format("pq2").load(values).columns.length === 5)
    }
  }

  test("filters") {
    for ((name, _) <- readers) {
      read(name)
      check("operators.BatchSelection")(run("SELECT g FROM sent WHERE n % 7 = 1"))
      // Without generated code.
      withConf("spark.sql.codegen.hugeMethodLimit" -> "1") {
        check("operators.FilterBatches")(run("SELECT g FROM sent WHERE n % 7 = 1"))
      }
    }
  }

  test("aggregates") {
    for ((name, _) <- readers) {
      read(name)
      check("operators.AggregateBatches")(run("SELECT n, sum(g), count(*) FROM sent WHERE id % 3 = 1 GROUP BY n"))
      val ungrouped = "SELECT sum(n), avg(g) FROM sent"
      check("operators.AggregateBatches", "operators.BytesOfRow")(run(ungrouped))
      check("operators.NumberedBytesOfRow", "operators.MergeSentRows") {
        assert(spark.sql(ungrouped).queryExecution.toRdd.count() === 1)
      }
      check("operators.ExplodeBatches")(run("SELECT sum(x), count(*) FROM sent LATERAL VIEW explode(l) e AS x"))
    }
    check("v2.Pq2AggregateReaderFactory")(assert(pq2(values).selectExpr("min(id)", "max(n)").collect().nonEmpty))
  }

  test("first rows") {
    for ((name, _) <- readers) {
      read(name)
      check("operators.PassFirstRows")(run("SELECT * FROM sent ORDER BY id LIMIT 5"))
    }
  }

  test("joins with the keys of a broadcast, of a shuffled join and of a bloom filter") {
    val join = "SELECT g, class FROM sent JOIN sent_keys ON id = key WHERE class = 3"
    val filter = "files.keys.RuntimeFilter"
    val shuffled = "spark.sql.autoBroadcastJoinThreshold" -> "-1"
    for ((name, _) <- readers) {
      read(name)
      withConf("pq2.runtimeFilters.minBytes" -> "0")(check(filter)(run(join)))
      withConf("pq2.runtimeFilters.minBytes" -> "0", shuffled) {
        check(filter, "operators.CollectKeys")(run(join))
      }
      withConf(
        "pq2.runtimeFilters.minBytes" -> "1g",
        shuffled,
        "spark.sql.optimizer.runtime.bloomFilter.applicationSideScanSizeThreshold" -> "0"
      )(check(filter)(run(join)))
    }
  }

  test("explanations") {
    check("explain.RunExplanations", "tasks.Elements") {
      assert(spark.read.format("pq2-explain").load(values).collect().nonEmpty)
    }
  }

  test("writes") {
    val factory = "files.write.Pq2OutputWriterFactory"
    val rows = spark.range(0, 100, 1, 2).selectExpr("id", "id % 3 AS part")
    check(factory)(rows.write.format("pq2").save(newPath("written")))
    check(factory)(rows.write.format("pq2").partitionBy("part").save(newPath("partitioned")))
    withConf("spark.pq2.replace.parquet" -> "true")(check(factory)(rows.write.parquet(newPath("replaced"))))
  }

  test("compactions") {
    val path = newPath("compacted")
    spark.range(0, 6, 1, 3).write.format("pq2").save(path)
    check("procedures.CompactionWriter", "tasks.Elements")(run(s"CALL pq2.compact(table => '$path')"))
  }
}

private object SentTasksSpec {

  /** The tags of strings and of descriptions of classes in the form of Java's serialization. */
  private val StringTag = 't'
  private val DescriptionTag = 'r'

  /** Returns the classes of pq2 whose lambdas are serialized. The form of a lambda has the internal name of its class
    * as a string.
    */
  def lambdas(bytes: Array[Byte]): Seq[String] = texts(bytes, StringTag, "io/pq2/")

  /** Returns the classes of pq2 that are serialized. */
  def classes(bytes: Array[Byte]): Seq[String] = texts(bytes, DescriptionTag, "io.pq2.")

  /** Returns the texts with a tag and a beginning. A text follows its tag and its length, which has two bytes. */
  private def texts(bytes: Array[Byte], tag: Char, prefix: String): Seq[String] = {
    val all = new String(bytes, ISO_8859_1)
    Iterator.iterate(all.indexOf(prefix))(at => all.indexOf(prefix, at + 1)).takeWhile(_ >= 0)
      .filter(at => at >= 3 && all(at - 3) == tag)
      .map(at => all.slice(at, at + (all(at - 2) << 8 | all(at - 1)))).toSeq
  }

  final class RecordingSerializer(original: Serializer, sent: ConcurrentLinkedQueue[Array[Byte]]) extends Serializer {
    override def newInstance(): SerializerInstance = new RecordingInstance(original.newInstance(), sent)
  }

  /** Keeps the bytes of what is serialized. */
  final class RecordingInstance(original: SerializerInstance, sent: ConcurrentLinkedQueue[Array[Byte]])
      extends SerializerInstance {

    override def serialize[T: ClassTag](value: T): ByteBuffer = {
      val bytes = original.serialize(value)
      val copy = new Array[Byte](bytes.remaining)
      bytes.duplicate().get(copy)
      sent.add(copy)
      bytes
    }

    override def deserialize[T: ClassTag](bytes: ByteBuffer): T = original.deserialize(bytes)

    override def deserialize[T: ClassTag](bytes: ByteBuffer, loader: ClassLoader): T =
      original.deserialize(bytes, loader)

    override def serializeStream(stream: OutputStream): SerializationStream = original.serializeStream(stream)

    override def deserializeStream(stream: InputStream): DeserializationStream = original.deserializeStream(stream)
  }
}
