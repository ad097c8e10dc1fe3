package io.pq2.spark

import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._

import io.pq2.keys.CountingKms
import org.apache.spark.scheduler.{SparkListener, SparkListenerEvent, SparkListenerStageSubmitted, SparkListenerTaskEnd}
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart

/** Checks that Spark displays no KMS tokens. */
class RedactionSpec extends SparkSpec {

  CountingKms.server("redaction").create("kf").deny("hush-denied", "kf")

  private val Token = "hush-1d7b"
  private val Table = "pq2_secret"

  private def options(token: String) = Map(
    "parquet.encryption.kms.client.class" -> classOf[CountingKms].getName,
    "parquet.encryption.kms.instance.id" -> "redaction",
    "parquet.encryption.uniform.key" -> "kf",
    "parquet.encryption.key.access.token" -> token
  )

  private def sql(options: Map[String, String]): String =
    options.map { case (key, value) => s"'$key' '$value'" }.mkString("(", ", ", ")")

  /** Returns all events during a block, as the event log stores them. */
  private def events(body: => Unit): Seq[(SparkListenerEvent, String)] = {
    val found = new ConcurrentLinkedQueue[SparkListenerEvent]
    val listener = new SparkListener {
      override def onOtherEvent(event: SparkListenerEvent): Unit = found.add(event)
      override def onStageSubmitted(event: SparkListenerStageSubmitted): Unit = found.add(event)
      override def onTaskEnd(event: SparkListenerTaskEnd): Unit = found.add(event)
    }
    spark.sparkContext.addSparkListener(listener)
    try {
      body
      // The event of this job is the last one.
      val last = s"pq2-last-${System.nanoTime}"
      spark.sparkContext.setJobDescription(last)
      try spark.range(1).collect()
      finally spark.sparkContext.setJobDescription(null)
      val deadline = System.nanoTime + 20e9.toLong
      def isLast(event: SparkListenerEvent) = event match {
        case start: SparkListenerSQLExecutionStart => start.description == last
        case _                                     => false
      }
      while (!found.asScala.exists(isLast) && System.nanoTime < deadline) Thread.`yield`()
      assert(found.asScala.exists(isLast), "the events did not come")
    } finally spark.sparkContext.removeSparkListener(listener)
    found.asScala.toSeq.map(event => event -> EventText.of(event))
  }

  private def shown(frame: DataFrame): String =
    frame.collect().map(_.toSeq.mkString(" ")).mkString("\n")

  private def explained(frame: DataFrame): String =
    Seq("simple", "extended", "codegen", "cost", "formatted")
      .map(mode => frame.queryExecution.explainString(org.apache.spark.sql.execution.ExplainMode.fromString(mode)))
      .mkString("\n")

  private def withTable(clause: String)(body: => Unit): Unit =
    try {
      spark.sql(
        s"CREATE TABLE $Table (id BIGINT, day INT) USING pq2 $clause ${sql(options(Token))} PARTITIONED BY (day)"
      )
      body
    } finally spark.sql(s"DROP TABLE IF EXISTS $Table")

  for (clause <- Seq("OPTIONS", "TBLPROPERTIES")) test(s"descriptions of tables with $clause show no tokens") {
    withTable(clause) {
      val insert = s"INSERT INTO $Table VALUES (1, 2)"
      spark.sql(insert)
      for (
        statement <- Seq(
          s"SHOW CREATE TABLE $Table",
          s"DESCRIBE EXTENDED $Table",
          s"DESCRIBE EXTENDED $Table PARTITION (day = 2)",
          s"SHOW TBLPROPERTIES $Table",
          s"SHOW TABLE EXTENDED LIKE '$Table'",
          s"EXPLAIN EXTENDED SELECT * FROM $Table WHERE id = 1",
          s"EXPLAIN FORMATTED $insert",
          s"EXPLAIN CREATE TABLE other USING pq2 $clause ${sql(options(Token))} AS SELECT 1 AS id"
        )
      ) {
        val text = shown(spark.sql(statement))
        assert(text.nonEmpty)
        assert(!text.contains(Token), statement)
      }
      assert(shown(spark.sql(s"SHOW CREATE TABLE $Table")).contains("parquet.encryption.key.access.token"))
      assert(!explained(spark.table(Table).filter("id = 1")).contains(Token))
    }
  }

  test("the event log, and thus the user interface, contains no tokens") {
    val path = newPath("data")
    val seen = events {
      withTable("OPTIONS") {
        spark.range(10).selectExpr("id", "1 AS day").write.insertInto(Table)
        assert(spark.table(Table).filter("id > 3").count() === 6)
      }
      spark.range(10).write.format("pq2").options(options(Token)).save(path)
      assert(spark.read.format("pq2").options(options(Token)).load(path).filter("id > 3").count() === 6)
      withConf(options(Token).toSeq: _*)(assert(spark.read.format("pq2").load(path).count() === 10))
    }
    assert(seen.count(_._1.isInstanceOf[SparkListenerSQLExecutionStart]) > 5)
    assert(seen.exists(_._2.contains("InsertIntoHadoopFsRelationCommand")))
    for ((event, text) <- seen) assert(!text.contains(Token), event.getClass)
  }

  test("errors of reads and writes contain no tokens") {
    val path = newPath("data")
    spark.range(10).write.format("pq2").options(options(Token)).save(path)
    val failures = Seq(
      intercept[Exception](spark.read.format("pq2").options(options("hush-denied")).load(path).collect()),
      intercept[Exception](
        spark.read.schema("id BIGINT").format("pq2").options(options("hush-denied")).load(path).collect()
      ),
      intercept[Exception](spark.range(1).write.format("pq2").options(options("hush-denied")).save(newPath("no")))
    )
    for (failure <- failures) {
      val texts = Iterator.iterate[Throwable](failure)(_.getCause).takeWhile(_ != null).map(_.toString).mkString("\n")
      assert(texts.contains("kf"))
      assert(!texts.contains("hush"))
    }
  }
}
