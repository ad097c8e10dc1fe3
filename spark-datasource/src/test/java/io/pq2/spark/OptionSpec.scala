package io.pq2.spark

import java.io.StringWriter
import java.net.URI
import java.nio.file.Path

import io.pq2.hadoop.internal.options.SettingRegistry
import io.pq2.io.LocalInputFile
import io.pq2.read.ParquetFile
import org.apache.logging.log4j.core.Logger
import org.apache.logging.log4j.core.appender.WriterAppender
import org.apache.logging.log4j.{Level, LogManager}
import org.apache.spark.sql.AnalysisException

/** Checks that wrong options are errors of the declaration of a read, a write or a table. */
@CorePart
class OptionSpec extends SparkSpec {

  private val Table = "pq2_options"
  private val InvalidValue = "STDS_INVALID_OPTION_VALUE.WITH_MESSAGE"

  private lazy val path: String = {
    val path = newPath("rows")
    spark.range(10).write.format("pq2").save(path)
    path
  }

  private def reader(key: String, value: String) = spark.read.format("pq2").option(key, value)

  private def v1[T](body: => T): T = withConf("spark.sql.sources.useV1SourceList" -> "pq2")(body)

  /** Declarations of reads and tables with an option. None of them runs a query. */
  private def reads(key: String, value: String): Seq[(String, () => Any)] = {
    val option = s"`$key` '$value'"
    Seq(
      "V2" -> (() => reader(key, value).load(path)),
      "V2 with a schema" -> (() => reader(key, value).schema("id BIGINT").load(path)),
      "V1" -> (() => v1(reader(key, value).load(path))),
      "V1 with a schema" -> (() => v1(reader(key, value).schema("id BIGINT").load(path))),
      "stream" -> (() => spark.readStream.schema("id BIGINT").format("pq2").option(key, value).load(path)),
      "table" -> (() => spark.sql(s"CREATE TABLE $Table (id BIGINT) USING pq2 OPTIONS ($option)")),
      "inferred table" -> (() => spark.sql(s"CREATE TABLE $Table USING pq2 OPTIONS ($option) LOCATION '$path'")),
      "view" -> (() => spark.sql(s"CREATE TEMPORARY VIEW $Table USING pq2 OPTIONS (path '$path', $option)"))
    )
  }

  /** Writes with an option to a path, which must stay as it is. */
  private def writes(path: String, key: String, value: String): Seq[(String, () => Any)] = {
    def writer = spark.range(3).write.format("pq2").option(key, value)
    Seq(
      "append" -> (() => writer.mode("append").save(path)),
      "overwrite" -> (() => writer.mode("overwrite").save(path)),
      "stream" -> { () =>
        val rows = spark.readStream.schema("id BIGINT").format("pq2").load(path)
        val checkpoints = newPath("checkpoints")
        rows.writeStream.format("pq2").option(key, value).option("checkpointLocation", checkpoints)
          .start(newPath("stream"))
      },
      "table as select" -> (() => writer.option("path", path).mode("overwrite").saveAsTable(Table))
    )
  }

  private def assertRefused(key: String, declarations: Seq[(String, () => Any)])(words: String*): Unit =
    for ((name, declare) <- declarations)
      withClue(s"$name: ") {
        val error =
          try intercept[AnalysisException](declare())
          finally {
            spark.sql(s"DROP TABLE IF EXISTS $Table")
            spark.catalog.dropTempView(Table)
          }
        assert(error.getCondition === InvalidValue, error)
        assert(error.getSqlState === "42616")
        assert(error.getMessageParameters.get("optionName") === key)
        for (word <- words) assert(error.getMessage.contains(word), error.getMessage)
      }

  private def assertAllRefused(key: String, value: String)(words: String*): Unit =
    assertAllRefused(key, value, key)(words: _*)

  private def assertAllRefused(key: String, value: String, named: String)(words: String*): Unit =
    withClue(s"$key: ") {
      assertRefused(named, reads(key, value))(words: _*)
      val target = newPath("target")
      spark.range(7).write.format("pq2").save(target)
      assertRefused(named, writes(target, key, value))(words: _*)
      assert(pq2(target).count() === 7)
    }

  for (
    (misspelled, nearest) <- Seq(
      "pq2.agregates" -> "pq2.aggregates",
      "pq2.read.tailByte" -> "pq2.read.tailBytes",
      "pq2.read.tail-bytes" -> "pq2.read.tailBytes",
      "pq2.splits.maxfoters" -> "pq2.splits.maxFooters",
      "pq2.write.encodings#id" -> "pq2.write.encoding#id",
      "pq2.write.profile#id" -> "pq2.write.profile"
    )
  ) test(s"the unknown option $misspelled is refused") {
    assertAllRefused(misspelled, "true")(misspelled, s"did you mean $nearest?")
  }

  test("an unknown option without a similar one refers to the documentation") {
    assertAllRefused("pq2.zzz.zzz", "true")("pq2.zzz.zzz", "docs/configuration.md")
  }

  test("options of other programs are refused by name") {
    assertRefused("pq2.read.filter", reads("pq2.read.filter", "id > 3"))("pq2 has no option pq2.read.filter in Spark")
  }

  test("options of a statement on a table are checked") {
    val table = "pq2_statement_options"
    spark.sql(s"CREATE TABLE $table USING pq2 AS SELECT id FROM range(3)")
    val options = "WITH ('pq2.agregates' = 'true')"
    try
      assertRefused(
        "pq2.agregates",
        Seq(
          "query" -> (() => spark.sql(s"SELECT * FROM $table $options")),
          "aggregate" -> (() => spark.sql(s"SELECT count(*) FROM $table $options")),
          "insert" -> (() => spark.sql(s"INSERT INTO $table $options SELECT 4L"))
        )
      )("did you mean pq2.aggregates?")
    finally spark.sql(s"DROP TABLE $table")
  }

  /** Returns what a logger gets at level WARN. */
  private def logged(name: String)(body: => Any): String = {
    val lines = new StringWriter
    val appender = WriterAppender.createAppender(null, null, lines, "options", false, true)
    val logger = LogManager.getLogger(name).asInstanceOf[Logger]
    val level = logger.getLevel
    appender.start()
    logger.addAppender(appender)
    logger.setLevel(Level.WARN)
    try body
    finally {
      logger.removeAppender(appender)
      logger.setLevel(level)
    }
    lines.toString
  }

  test("an unknown key of pq2 in the session is logged once, with the nearest key") {
    val lines = logged("io.pq2.hadoop.UnknownKeys") {
      withConf("spark.pq2.agregates" -> "false", "pq2.read.tailBites" -> "1", "spark.pq2.aggregates" -> "true") {
        for (rows <- Seq(pq2(path), pq2V1(path))) assert(rows.count() === 10)
      }
    }
    assert(
      lines.linesIterator.toSet === Set(
        "spark.pq2.agregates in the session has no effect: pq2 has no such key. Did you mean spark.pq2.aggregates?",
        "pq2.read.tailBites in the session has no effect: pq2 has no such key. Did you mean pq2.read.tailBytes?"
      )
    )
    assert(lines.linesIterator.size === 2)
  }

  test("an unknown key of pq2 in Hadoop's configuration is logged once, with the nearest key") {
    val hadoop = spark.sparkContext.hadoopConfiguration
    hadoop.set("pq2.splits.maxfooters", "1")
    try {
      val lines = logged("io.pq2.hadoop.UnknownKeys")(for (_ <- 0 until 2) pq2(path))
      assert(
        lines ===
          "pq2.splits.maxfooters in Hadoop's configuration has no effect: pq2 has no such key. " +
          "Did you mean pq2.splits.maxFooters?\n"
      )
    } finally hadoop.unset("pq2.splits.maxfooters")
  }

  test("an unknown encryption setting that the session gets after the declaration is refused before a file is read") {
    val declared = Seq("V2" -> pq2(path), "V1" -> pq2V1(path))
    val misspelled = "parquet.encryption.kms.client.clas"
    withConf(misspelled -> "vault") {
      for ((name, rows) <- declared)
        withClue(s"$name: ") {
          val error = intercept[AnalysisException](rows.selectExpr("id + 1").collect())
          assert(error.getMessage.contains("did you mean parquet.encryption.kms.client.class?"))
        }
    }
  }

  test("an unknown key of pq2 in the properties of a table is logged once, with the nearest key") {
    val lines = logged("io.pq2.hadoop.UnknownKeys") {
      try {
        spark.sql(s"CREATE TABLE $Table (id BIGINT) USING pq2 TBLPROPERTIES ('pq2.write.profle' = 'modern')")
        spark.sql(s"ALTER TABLE $Table SET TBLPROPERTIES ('pq2.write.encodin' = 'PLAIN', 'pq2.write.profle' = 'x')")
        spark.sql(s"INSERT INTO $Table VALUES (1)")
        assert(spark.table(Table).count() === 1)
      } finally spark.sql(s"DROP TABLE IF EXISTS $Table")
    }
    val place = s"in the properties of spark_catalog.default.$Table has no effect: pq2 has no such key. Did you mean"
    assert(
      lines.linesIterator.toSeq === Seq(
        s"pq2.write.profle $place pq2.write.profile?",
        s"pq2.write.encodin $place pq2.write.encoding?"
      )
    )
  }

  test("a wrong value in the properties of a table is refused") {
    val create = () => spark.sql(s"CREATE TABLE $Table (id BIGINT) USING pq2 TBLPROPERTIES ('pq2.splits' = 'none')")
    assertRefused("pq2.splits", Seq("create" -> create))("footers")
  }

  test("properties with names of parquet-java count for a table USING pq2, and not for a replaced one") {
    val properties = "'parquet.compression' = 'GZIP', 'parquet.block.size' = '20000'"
    def insert(): Unit = spark.sql(s"INSERT OVERWRITE $Table SELECT xxhash64(id) FROM range(0, 20000, 1, 1)")
    def written(): (String, Int) = {
      val files = spark.table(Table).inputFiles
      assert(files.length === 1)
      val opened = ParquetFile.open(new LocalInputFile(Path.of(new URI(files.head))))
      try {
        val rowGroups = opened.metadata.rowGroups
        (rowGroups.get(0).columns.get(0).metadata.codec.name, rowGroups.size)
      } finally opened.close()
    }
    try {
      spark.sql(s"CREATE TABLE $Table (id BIGINT) USING pq2 TBLPROPERTIES ($properties)")
      insert()
      assert(written()._1 === "GZIP" && written()._2 > 1)
      spark.sql(s"ALTER TABLE $Table SET TBLPROPERTIES ('parquet.compression' = 'ZSTD')")
      insert()
      assert(written()._1 === "ZSTD" && written()._2 > 1)
      spark.sql(s"ALTER TABLE $Table UNSET TBLPROPERTIES ('parquet.compression', 'parquet.block.size')")
      insert()
      assert(written() === ("SNAPPY", 1))
      val alter = () => spark.sql(s"ALTER TABLE $Table SET TBLPROPERTIES ('parquet.compression' = 'zip')")
      assertRefused("parquet.compression", Seq("alter" -> alter))("zip")
      val create = () => spark.sql(s"CREATE TABLE $Table (id INT) USING pq2 TBLPROPERTIES ('parquet.block.size' = '-')")
      assertRefused("parquet.block.size", Seq("create" -> create))("number")
      for (replaced <- Seq("false", "true")) withConf("spark.pq2.replace.parquet" -> replaced) {
        spark.sql(s"CREATE TABLE $Table (id BIGINT) USING parquet TBLPROPERTIES ($properties)")
        insert()
        assert(written() === ("SNAPPY", 1), replaced)
        spark.sql(s"DROP TABLE $Table")
      }
    } finally spark.sql(s"DROP TABLE IF EXISTS $Table")
  }

  for (
    (key, value, allowed) <- Seq(
      ("pq2.aggregates", "maybe", "neither true nor false"),
      ("parquet.filter.stats.enabled", "maybe", "neither true nor false"),
      ("pq2.read.tailBytes", "many", "not a number"),
      ("pq2.read.onCorruption", "ignore", "skip-rows"),
      ("pq2.splits", "none", "footers"),
      ("pq2.read.types", "some", "strict"),
      ("pq2.read.time", "noon", "bigint"),
      ("pq2.read.variantUnknownTypes", "drop", "string"),
      ("pq2.write.profile", "newest", "modern"),
      ("pq2.write.encoding#id", "ZIP", "DELTA_BINARY_PACKED"),
      ("parquet.page.size", "huge", "not a number"),
      ("datetimeRebaseMode", "x", "CORRECTED"),
      ("int96RebaseMode", "x", "LEGACY"),
      ("mergeSchema", "maybe", "true or false"),
      ("ignoreCorruptFiles", "maybe", "true or false"),
      ("recursiveFileLookup", "maybe", "true or false"),
      ("maxRecordsPerFile", "few", "whole number"),
      ("partitionOverwriteMode", "some", "DYNAMIC"),
      ("outputTimestampType", "NANOS", "TIMESTAMP_MICROS")
    )
  ) test(s"a wrong value of $key is refused") {
    assertAllRefused(key, value)(key, value, allowed)
  }

  test("tables of the built-in source that pq2 replaces are checked too") {
    withConf("spark.pq2.replace.parquet" -> "true") {
      val declarations = Seq[(String, () => Any)](
        "V1" -> (() => spark.read.option("pq2.agregates", "true").parquet(path)),
        "V2" ->
          (() =>
            withConf("spark.sql.sources.useV1SourceList" -> "")(
              spark.read.option("pq2.agregates", "true").parquet(path)
            )
          ),
        "write" -> (() => spark.range(1).write.option("pq2.agregates", "true").parquet(newPath("replaced"))),
        "table" ->
          (() =>
            spark.sql(s"CREATE TABLE $Table (id BIGINT) USING parquet OPTIONS (`pq2.agregates` 'true')")
          )
      )
      assertRefused("pq2.agregates", declarations)("did you mean pq2.aggregates?")
    }
    spark.read.option("pq2.agregates", "true").parquet(path)
  }

  test("options are accepted in any case") {
    for (key <- Seq("PQ2.READ.COALESCEGAP", "pq2.read.coalescegap", "Pq2.Splits.MaxFooters")) {
      for ((name, read) <- reads(key, "1024") if name != "table" && name != "stream")
        withClue(s"$key, $name: ") {
          try {
            read()
            assert(pq2(path).count() === 10)
          } finally {
            spark.sql(s"DROP TABLE IF EXISTS $Table")
            spark.catalog.dropTempView(Table)
          }
        }
      assertAllRefused(key, "many", SettingRegistry.spelled(key))("many", "not a number")
    }
  }

  test("rebase modes are accepted in any case") {
    for (read <- Seq(reader("datetimeRebaseMode", "legacy"), reader("int96RebaseMode", "Exception")))
      assert(read.load(path).count() === 10)
  }

  test("options that pq2 ignores are logged once") {
    val lines = logged("io.pq2.spark.Options") {
      for (_ <- 0 until 2) {
        reader("parquet.read.allocation.size", "1024").load(path)
        reader("parquet.filter.stat.enabled", "false").load(path)
      }
      reader("parquet.filter.stats.enabled", "false").option("anything", "else").load(path)
    }
    assert(
      lines ===
        "The option parquet.read.allocation.size has no effect: pq2 does not use it.\n" +
        "The option parquet.filter.stat.enabled has no effect: pq2 does not use it. " +
        "The nearest option of pq2 is parquet.filter.stats.enabled.\n"
    )
  }
}
