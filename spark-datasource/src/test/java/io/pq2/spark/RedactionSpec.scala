package io.pq2.spark

import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._

import io.pq2.keys.CountingKms
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.security.alias.CredentialProviderFactory
import org.apache.logging.log4j.core.appender.AbstractAppender
import org.apache.logging.log4j.core.config.{Configurator, Property}
import org.apache.logging.log4j.core.{LogEvent, Logger}
import org.apache.logging.log4j.{Level, LogManager}
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

  /** Returns the loggers, and the texts with stack traces, of everything that is logged at DEBUG during a block. */
  private def logged(body: => Unit): Seq[(String, String)] = {
    val found = new ConcurrentLinkedQueue[(String, String)]
    val appender = new AbstractAppender("debug texts", null, null, true, Property.EMPTY_ARRAY) {
      override def append(event: LogEvent): Unit = {
        val errors = Iterator.iterate(event.getThrown)(_.getCause).takeWhile(_ != null).mkString("\n")
        found.add(event.getLoggerName -> s"${event.getMessage.getFormattedMessage}\n$errors")
      }
    }
    appender.start()
    val root = LogManager.getRootLogger.asInstanceOf[Logger]
    val level = root.getLevel
    root.addAppender(appender)
    Configurator.setAllLevels("", Level.DEBUG)
    try body
    finally {
      Configurator.setAllLevels("", level)
      root.removeAppender(appender)
    }
    found.asScala.toSeq
  }

  private def writeAndRead(options: Map[String, String]): Unit = {
    val path = newPath("data")
    spark.range(10).write.format("pq2").options(options).save(path)
    assert(spark.read.format("pq2").options(options).load(path).filter("id > 3").count() === 6)
    spark.sql(s"CREATE TABLE $Table (id BIGINT) USING pq2 OPTIONS ${sql(options)}")
    try {
      spark.sql(s"INSERT INTO $Table SELECT 1")
      assert(spark.table(Table).filter("id > 0").collect().length === 1)
    } finally spark.sql(s"DROP TABLE $Table")
  }

  test("pq2 logs no tokens at DEBUG") {
    val texts = logged {
      writeAndRead(options(Token))
      intercept[Exception](spark.range(1).write.format("pq2").options(options("hush-denied")).save(newPath("no")))
    }
    assert(texts.size > 100)
    for ((logger, text) <- texts if logger.startsWith("io.pq2")) assert(!text.contains("hush"), logger)
  }

  test("an unknown setting of a foreign KMS client is logged once, without its value") {
    val name = "parquet.encryption.vendor.mode"
    val texts = logged {
      for (_ <- 0 until 2) writeAndRead(options(Token) + (name -> "hush-mode"))
    }
    val notes = texts.filter { case (logger, text) => logger.startsWith("io.pq2") && text.contains(name) }
    assert(notes.size === 1)
    assert(!notes.head._2.contains("hush"))
  }

  test("a token in a credential provider is in no log at DEBUG") {
    val store = "jceks://file" + newPath("tokens.jceks")
    val hadoop = new Configuration(false)
    hadoop.set("hadoop.security.credential.provider.path", store)
    val provider = CredentialProviderFactory.getProviders(hadoop).get(0)
    provider.createCredentialEntry("parquet.encryption.key.access.token", Token.toCharArray)
    provider.flush()
    val withStore = options(Token) - "parquet.encryption.key.access.token" +
      ("hadoop.security.credential.provider.path" -> store)
    val texts = logged(writeAndRead(withStore))
    assert(texts.size > 100)
    for ((logger, text) <- texts) assert(!text.contains(Token), logger)
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
