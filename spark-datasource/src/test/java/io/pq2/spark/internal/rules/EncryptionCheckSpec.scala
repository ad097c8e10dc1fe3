package io.pq2.spark.internal.rules

import java.nio.file.{Files, Path}

import io.pq2.exception.UnknownMasterKeyException
import io.pq2.keys.CountingKms
import io.pq2.spark.SparkSpec
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{DataFrame, SaveMode}

/** Checks that a write with invalid encryption options fails before it creates, writes or deletes anything. */
class EncryptionCheckSpec extends SparkSpec {

  CountingKms.server("check").create("kf", "kc")

  private def options(columnKeys: String): Map[String, String] = Map(
    "parquet.encryption.kms.client.class" -> classOf[CountingKms].getName,
    "parquet.encryption.kms.instance.id" -> "check",
    "parquet.encryption.footer.key" -> "kf",
    "parquet.encryption.column.keys" -> columnKeys
  )

  private def sql(options: Map[String, String]): String =
    options.map { case (key, value) => s"'$key' '$value'" }.mkString("(", ", ", ")")

  private def frame: DataFrame = spark.range(10).selectExpr("id", "id * 2 AS Secret", "id % 2 AS half")

  /** Invalid options, each with a part of its error message. */
  private val wrong = Seq(
    options("kc:secrets") -> "names the column secrets, which does not exist in the files; their columns are id, ",
    options("kc:secret;nobody:id") -> "nobody"
  )

  private def assertRefused(words: String)(write: => Unit): Unit = {
    val error = intercept[Exception with SparkThrowable](write)
    val (condition, sqlState) = error.getCause match {
      case _: UnknownMasterKeyException => ("PQ2_KEY_DENIED", "42501")
      case _                            => ("STDS_INVALID_OPTION_VALUE.WITH_MESSAGE", "42616")
    }
    assert(error.getCondition === condition && error.getSqlState === sqlState, error)
    assert(error.getMessage.contains(words), error)
  }

  private def withTable(body: String => Unit): Unit = {
    val table = "pq2_checked"
    try body(table)
    finally spark.sql(s"DROP TABLE IF EXISTS $table")
  }

  test("a new path is not created") {
    for ((options, words) <- wrong; mode <- SaveMode.values) {
      val path = newPath("new")
      assertRefused(words)(frame.write.format("pq2").mode(mode).options(options).save(path))
      assert(!Files.exists(Path.of(path)))
    }
  }

  test("the columns are those of the requested types") {
    val intervals = spark.sql("SELECT named_struct('months', 1, 'days', 2, 'millis', 3L) AS i")
    def write(columnKeys: String, types: Map[String, String]): Unit =
      intervals.write.format("pq2").options(options(columnKeys) ++ types).save(newPath("interval"))
    write("kc:i.months", Map.empty)
    val interval = Map("pq2.write.type#i" -> "interval")
    assertRefused("names the column i.months")(write("kc:i.months", interval))
    write("kc:i", interval)
  }

  test("overwritten files stay") {
    val path = newPath("old")
    frame.write.format("pq2").partitionBy("half").save(path)
    for ((options, words) <- wrong; partitions <- Seq("static", "dynamic")) {
      assertRefused(words) {
        frame.write.format("pq2").mode("overwrite").option("partitionOverwriteMode", partitions)
          .options(options).partitionBy("half").save(path)
      }
      assertSameRows(pq2(path).select("id", "Secret"), frame.select("id", "Secret"))
      assert(Files.list(Path.of(path)).filter(_.getFileName.toString.startsWith(".spark")).count() === 0)
    }
  }

  test("an overwritten table stays") {
    assumeSpark("4.1", "a table is dropped only after the analysis of the write")
    withTable { table =>
      frame.write.format("pq2").saveAsTable(table)
      for ((options, words) <- wrong) {
        assertRefused(words)(frame.write.format("pq2").mode("overwrite").options(options).saveAsTable(table))
        assertSameRows(spark.table(table), frame)
      }
    }
  }

  test("files and partitions of a table stay on insert") {
    for ((options, words) <- wrong) withTable { table =>
      spark.sql(
        s"CREATE TABLE $table (id BIGINT, Secret BIGINT, half BIGINT) USING pq2 " +
          s"OPTIONS ${sql(options)} PARTITIONED BY (half)"
      )
      val location = Path.of(
        spark.sessionState.catalog.getTableMetadata(spark.sessionState.sqlParser.parseTableIdentifier(table)).location
      )
      frame.write.format("pq2").mode("append").partitionBy("half").save(location.toString)
      spark.sql(s"MSCK REPAIR TABLE $table")
      frame.createOrReplaceTempView("pq2_rows")
      for (insert <- Seq("INTO", "OVERWRITE"); partition <- Seq("", "PARTITION (half)"))
        assertRefused(words)(spark.sql(s"INSERT $insert $table $partition SELECT * FROM pq2_rows"))
      assertRefused(words) {
        spark.sql(s"INSERT OVERWRITE $table PARTITION (half = 1) SELECT id, Secret FROM pq2_rows")
      }
      assertSameRows(spark.table(table), frame)
    }
  }

  test("a table is not created from a query, nor its directory") {
    for ((options, words) <- wrong; clause <- Seq("OPTIONS", "TBLPROPERTIES")) {
      val path = newPath("ctas")
      assertRefused(words) {
        spark.sql(
          s"CREATE TABLE pq2_checked USING pq2 $clause ${sql(options)} LOCATION '$path' AS SELECT 1 AS id, 2 AS secret"
        )
      }
      assert(!spark.catalog.tableExists("pq2_checked"))
      assert(!Files.exists(Path.of(path)))
    }
  }

  test("an overwritten directory stays") {
    val path = newPath("directory")
    frame.write.format("pq2").save(path)
    for ((options, words) <- wrong) {
      assertRefused(words) {
        spark.sql(s"INSERT OVERWRITE DIRECTORY '$path' USING pq2 OPTIONS ${sql(options)} SELECT 1 AS id, 2 AS secret")
      }
      assertSameRows(pq2(path), frame)
    }
  }

  test("the error for a key of a partition column states the reason") {
    val path = newPath("partitioned")
    assertRefused("the column HALF, a partition column; its values are in directory names") {
      frame.write.format("pq2").partitionBy("half").options(options("kc:HALF")).save(path)
    }
    assert(!Files.exists(Path.of(path)))
  }

  test("the session decides the case sensitivity of names") {
    withConf("spark.sql.caseSensitive" -> "true") {
      assertRefused("names the column secret,")(
        frame.write.format("pq2").options(options("kc:secret")).save(newPath("case"))
      )
    }
  }

  test("properties of a table that are set later are checked") {
    withTable { table =>
      spark.sql(s"CREATE TABLE $table USING pq2 AS SELECT 1 AS id, 2 AS secret")
      spark.sql(s"ALTER TABLE $table SET TBLPROPERTIES ${sql(wrong.head._1)}")
      assertRefused("names the column secrets,")(spark.sql(s"INSERT INTO $table VALUES (3, 4)"))
      assert(spark.table(table).count() === 1)
    }
  }

  test("the session's and the application's configuration apply") {
    for ((options, words) <- wrong) {
      val path = newPath("session")
      withConf(options.toSeq: _*)(assertRefused(words)(frame.write.format("pq2").save(path)))
      assert(!Files.exists(Path.of(path)))
      val hadoop = spark.sparkContext.hadoopConfiguration
      options.foreach { case (key, value) => hadoop.set(key, value) }
      try assertRefused(words)(frame.write.format("pq2").save(path))
      finally options.keys.foreach(hadoop.unset)
      assert(!Files.exists(Path.of(path)))
    }
  }

  test("a stream fails before it writes a file") {
    val from = newPath("from")
    frame.write.format("pq2").save(from)
    for ((options, words) <- wrong) {
      val path = newPath("stream")
      val query = spark.readStream.schema(frame.schema).format("pq2").load(from)
        .writeStream.format("pq2").options(options).option("checkpointLocation", newPath("checkpoint")).start(path)
      val error = intercept[Exception](query.processAllAvailable())
      assert(error.getMessage.contains(words))
      assert(Files.list(Path.of(path)).filter(_.toString.endsWith(".parquet")).count() === 0)
      query.stop()
    }
  }
}
