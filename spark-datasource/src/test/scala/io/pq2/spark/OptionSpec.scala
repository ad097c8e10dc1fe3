package io.pq2.spark

import java.io.StringWriter

import io.pq2.exception.InvalidDataException
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
    withClue(s"$key: ") {
      assertRefused(key, reads(key, value))(words: _*)
      val target = newPath("target")
      spark.range(7).write.format("pq2").save(target)
      assertRefused(key, writes(target, key, value))(words: _*)
      assert(pq2(target).count() === 7)
    }

  for (
    (misspelled, nearest) <- Seq(
      "pq2.agregates" -> "pq2.aggregates",
      "pq2.read.tail-byte" -> "pq2.read.tail-bytes",
      "pq2.read.tailBytes" -> "pq2.read.tail-bytes",
      "pq2.splits.maxfooters" -> "pq2.splits.max-footers",
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

  test("an unknown key of pq2 in the session is refused") {
    withConf("pq2.agregates" -> "false") {
      assertRefused(
        "pq2.agregates",
        Seq("V2" -> (() => pq2(path)), "V1" -> (() => pq2V1(path)))
      )("did you mean pq2.aggregates?")
    }
  }

  test("an unknown encryption setting that the session gets after the declaration is refused before a file is read") {
    val declared = Seq("V2" -> pq2(path), "V1" -> pq2V1(path))
    val misspelled = "parquet.encryption.kms.client.clas"
    withConf(misspelled -> "vault") {
      for ((name, rows) <- declared)
        withClue(s"$name: ") {
          val error = intercept[InvalidDataException](rows.selectExpr("id + 1").collect())
          assert(error.getMessage.contains("did you mean parquet.encryption.kms.client.class?"))
        }
    }
  }

  test("an unknown key of pq2 in the properties of a table is refused") {
    val properties = "TBLPROPERTIES ('pq2.write.profle' = 'modern')"
    val create = s"CREATE TABLE $Table (id BIGINT) USING pq2"
    assertRefused(
      "pq2.write.profle",
      Seq("create" -> (() => spark.sql(s"$create $properties")))
    )("did you mean pq2.write.profile?")
    val alter = () => {
      spark.sql(create)
      spark.sql(s"ALTER TABLE $Table SET $properties")
    }
    assertRefused("pq2.write.profle", Seq("alter" -> alter))("did you mean pq2.write.profile?")
  }

  for (
    (key, value, allowed) <- Seq(
      ("pq2.aggregates", "maybe", "neither true nor false"),
      ("parquet.filter.stats.enabled", "maybe", "neither true nor false"),
      ("pq2.read.tail-bytes", "many", "not a number"),
      ("pq2.read.on-corruption", "ignore", "SKIP-ROWS"),
      ("pq2.splits", "none", "FOOTERS"),
      ("pq2.read.types", "some", "STRICT"),
      ("pq2.read.time", "noon", "BIGINT"),
      ("pq2.read.variant-unknown-types", "drop", "STRING"),
      ("pq2.write.profile", "newest", "MODERN"),
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

  test("rebase modes are accepted in any case") {
    for (read <- Seq(reader("datetimeRebaseMode", "legacy"), reader("int96RebaseMode", "Exception")))
      assert(read.load(path).count() === 10)
  }

  test("options that pq2 ignores are logged once") {
    val lines = new StringWriter
    val appender = WriterAppender.createAppender(null, null, lines, "options", false, true)
    val logger = LogManager.getLogger("io.pq2.spark.Options").asInstanceOf[Logger]
    val level = logger.getLevel
    appender.start()
    logger.addAppender(appender)
    logger.setLevel(Level.WARN)
    try {
      for (_ <- 0 until 2) {
        reader("parquet.read.allocation.size", "1024").load(path)
        reader("parquet.filter.stat.enabled", "false").load(path)
      }
      reader("parquet.filter.stats.enabled", "false").option("anything", "else").load(path)
    } finally {
      logger.removeAppender(appender)
      logger.setLevel(level)
    }
    assert(
      lines.toString ===
        "The option parquet.read.allocation.size has no effect: pq2 does not use it.\n" +
        "The option parquet.filter.stat.enabled has no effect: pq2 does not use it. " +
        "The nearest option of pq2 is parquet.filter.stats.enabled.\n"
    )
  }
}
