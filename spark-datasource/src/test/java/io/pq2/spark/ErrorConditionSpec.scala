package io.pq2.spark

import java.nio.file.attribute.FileTime
import java.nio.file.{Files, Path, Paths}

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.DataFrame
import org.apache.spark.{SparkException, SparkThrowable}

/** Compares error conditions, SQLSTATEs and parameters with those of Spark's built-in source, on the same inputs. */
class ErrorConditionSpec extends SparkSpec {

  private case class Condition(name: String, sqlState: String, parameters: Map[String, String])

  private def causes(error: Throwable): Seq[Throwable] =
    Iterator.iterate(error)(_.getCause).takeWhile(_ != null).toSeq

  /** Returns the condition that Spark shows for an error: that of the outermost exception that has one. */
  private def condition(error: Throwable): Condition =
    causes(error).collectFirst {
      case known: SparkThrowable if known.getCondition != null =>
        Condition(known.getCondition, known.getSqlState, known.getMessageParameters.asScala.toMap)
    }.getOrElse(Condition(error.getClass.getName, null, Map.empty))

  /** The ways to use a source: its name, and the sources that Spark uses by V1. */
  private val ways = Seq("V2" -> "", "V1" -> "pq2,parquet")

  /** Runs an action with pq2 and with the built-in source, and returns the errors of pq2.
    *
    * @param adapt changes the condition of the built-in source to the one expected of pq2
    */
  private def assertSameErrors(action: String => Any, adapt: Condition => Condition = identity): Seq[Throwable] =
    for ((way, list) <- ways)
      yield withConf("spark.sql.sources.useV1SourceList" -> list) {
        withClue(s"$way: ") {
          val expected = condition(intercept[Throwable](action("parquet")))
          val error = intercept[Throwable](action("pq2"))
          assert(condition(error) === adapt(expected), error)
          error
        }
      }

  private def directoryWith(name: String, content: Array[Byte]): String = {
    val path = newPath("input")
    Files.createDirectories(Paths.get(path))
    Files.write(Paths.get(path, name), content)
    path
  }

  private val text = "To be, or not to be, that is the question".getBytes

  private def file(path: String): Path =
    Files.list(Paths.get(path)).iterator.asScala.find(_.toString.endsWith(".parquet")).get

  /** Returns the condition of pq2 for a file that a task cannot read. It is another subclass of the built-in source's
    * condition: the only one whose message, with the reason, Spark keeps.
    */
  private def withReason(expected: Condition): Condition =
    if (expected.name.startsWith("FAILED_READ_FILE")) {
      expected.copy(name = "FAILED_READ_FILE.CANNOT_READ_FILE_FOOTER")
    } else expected

  private def read(path: String, schema: String = ""): String => Any = { source =>
    val reader = spark.read.format(source)
    (if (schema.isEmpty) reader else reader.schema(schema)).load(path).collect()
  }

  test("a missing path") {
    assertSameErrors(read("/no/such/path"))
    assertSameErrors(read("/no/such/path", "id BIGINT"))
    assertSameErrors(read("/no/such/*", "id BIGINT"))
    assertSameErrors(source => spark.sql(s"SELECT * FROM $source.``").collect())
    val expected = condition(intercept[Throwable](spark.sql("SELECT * FROM parquet.``")))
    withConf("spark.pq2.replace.parquet" -> "true") {
      assert(condition(intercept[Throwable](spark.sql("SELECT * FROM parquet.``"))) === expected)
    }
  }

  test("a file that is not a Parquet file") {
    val path = directoryWith("notes.parquet", text)
    for (error <- assertSameErrors(read(path)))
      assert(error.getMessage.contains("is not a Parquet file"))
    for (error <- assertSameErrors(read(path, "id BIGINT"), withReason))
      assert(error.getMessage.contains("is not a Parquet file"))
  }

  test("a truncated file") {
    val whole = newPath("whole")
    spark.range(0, 1000, 1, 1).write.parquet(whole)
    val path = directoryWith("cut.parquet", Files.readAllBytes(file(whole)).dropRight(20))
    assertSameErrors(read(path))
    assertSameErrors(read(path, "id BIGINT"), withReason)
  }

  test("an empty directory") {
    val path = newPath("empty")
    Files.createDirectories(Paths.get(path))
    // The parameter has the reason.
    val errors = assertSameErrors(
      source =>
        try read(path)(source)
        catch {
          case error: Throwable if source == "pq2" =>
            assert(condition(error).parameters("format").startsWith("pq2: no data files in "))
            throw error
        },
      expected => expected.copy(parameters = Map("format" -> s"pq2: no data files in $path: there are no files"))
    )
    assert(errors.size === 2)
  }

  test("a file that disappears after planning") {
    val path = newPath("vanishing")
    spark.range(0, 20, 1, 1).write.parquet(path)
    val victim = file(path)
    val bytes = Files.readAllBytes(victim)
    assertSameErrors { source =>
      val frame = spark.read.format(source).load(path)
      frame.queryExecution.executedPlan
      Files.delete(victim)
      try frame.collect()
      finally Files.write(victim, bytes)
    }
  }

  for (
    (stored, requested) <- Seq(
      "CAST(id AS BIGINT)" -> "STRING",
      "CAST(id AS BIGINT)" -> "INT",
      "CAST(id AS BIGINT)" -> "DATE",
      "CAST(id AS STRING)" -> "INT",
      "CAST(id AS STRING)" -> "DOUBLE",
      "CAST(id AS DOUBLE)" -> "FLOAT",
      "CAST(id AS DECIMAL(10, 2))" -> "DECIMAL(5, 2)",
      "CAST(id AS DECIMAL(30, 2))" -> "BOOLEAN",
      "DATE '2020-01-01'" -> "TIMESTAMP",
      "TIMESTAMP '2020-01-01 00:00:00'" -> "DATE",
      "true" -> "INT",
      "CAST('x' AS BINARY)" -> "BOOLEAN"
    )
  ) test(s"$stored as $requested") {
    val path = newPath("types")
    spark.range(0, 3, 1, 1).selectExpr(s"$stored AS value").write.parquet(path)
    for (error <- assertSameErrors(read(path, s"value $requested")))
      assert(causes(error).exists(cause => cause.getMessage != null && cause.getMessage.contains("is stored as ")))
  }

  test("without the vectorized reader, the error for a type names the column and both types") {
    val path = newPath("rows")
    spark.sql("SELECT 'text' AS value").write.parquet(path)
    withConf("spark.sql.parquet.enableVectorizedReader" -> "false") {
      for ((_, list) <- ways) withConf("spark.sql.sources.useV1SourceList" -> list) {
        val error = intercept[SparkException](read(path, "value INT")("pq2"))
        assert(error.getCondition === "FAILED_READ_FILE.PARQUET_COLUMN_DATA_TYPE_MISMATCH")
        assert(error.getMessage.contains(s"Encountered error while reading file file://$path"))
        val parameters = error.getMessageParameters.asScala.toMap - "path"
        assert(parameters === Map("column" -> "[value]", "expectedType" -> "int", "actualType" -> "BINARY"))
      }
    }
  }

  test("the error for bytes as DECIMAL has the advice of the built-in row reader") {
    val path = newPath("bytes")
    spark.sql("SELECT X'31' AS value").write.parquet(path)
    for ((_, list) <- ways; vectorized <- Seq("true", "false")) withConf(
      "spark.sql.sources.useV1SourceList" -> list,
      "spark.sql.parquet.enableVectorizedReader" -> vectorized
    ) {
      val error = intercept[SparkException](read(path, "value DECIMAL(3, 2)")("pq2"))
      assert(error.getCause.getMessage.contains("Please read this column/field as Spark BINARY type"))
    }
  }

  test("types in structs") {
    val path = newPath("nested")
    spark.range(0, 3, 1, 1).selectExpr("NAMED_STRUCT('a', id) AS s", "ARRAY(id) AS l").write.parquet(path)
    assertSameErrors(read(path, "s STRUCT<a: STRING>"))
    assertSameErrors(read(path, "l ARRAY<STRING>"))
  }

  test("an unknown codec") {
    val written = newPath("written")
    spark.range(1).write.parquet(written)
    for (key <- Seq("compression", "parquet.compression")) {
      assertSameErrors(source => spark.range(1).write.format(source).option(key, "zipp").save(newPath("codec")))
      assertSameErrors(source => spark.read.format(source).option(key, "zipp").load(written))
    }
  }

  test("duplicate columns") {
    val path = newPath("duplicates")
    assertSameErrors(source => spark.range(1).selectExpr("id AS a", "id AS A").write.format(source).save(path))
    withConf("spark.sql.caseSensitive" -> "true") {
      spark.range(0, 1, 1, 1).selectExpr("id AS a", "id AS A").write.parquet(path)
    }
    assertSameErrors(read(path, "a BIGINT"))
  }

  test("columns that cannot be written") {
    assertSameErrors(
      source => spark.sql("SELECT make_interval(1, 2) AS i").write.format(source).save(newPath("refused")),
      expected => expected.copy(parameters = expected.parameters + ("format" -> "pq2"))
    )
  }

  test("refused schemas name the file and the column") {
    val path = newPath("int96")
    withConf("spark.sql.parquet.outputTimestampType" -> "INT96") {
      spark.sql("SELECT NAMED_STRUCT('t', TIMESTAMP '2020-01-01 00:00:00') AS s").write.parquet(path)
    }
    withoutSparkSchema(path)
    withConf("spark.sql.parquet.int96AsTimestamp" -> "false", "pq2.read.types" -> "strict") {
      for (error <- assertSameErrors(read(path))) {
        assert(error.getMessage.contains("The column is s.t."), error)
        assert(error.getMessage.contains(s"The file is "), error)
        assert(error.getMessage.contains(file(path).getFileName.toString), error)
      }
    }
  }

  /** Rewrites the file of a directory without the Spark schema in its key-value metadata. */
  private def withoutSparkSchema(path: String): Unit = {
    val source = file(path)
    val bytes = Files.readAllBytes(source)
    val key = "org.apache.spark.sql.parquet.row.metadata".getBytes
    val at = bytes.indexOfSlice(key)
    bytes(at) = 'x'.toByte
    Files.write(source, bytes)
    Files.deleteIfExists(source.resolveSibling("." + source.getFileName + ".crc"))
  }

  private def replaced(change: Path => Unit): Seq[String] =
    for ((way, list) <- ways; rows <- Seq[DataFrame => Any](_.collect(), _.groupBy().max("id").collect()))
      yield withConf("spark.sql.sources.useV1SourceList" -> list) {
        val path = newPath("replaced")
        spark.range(0, 1000, 1, 1).write.format("pq2").save(path)
        val frame = pq2(path)
        frame.queryExecution.executedPlan
        val victim = file(path)
        Files.deleteIfExists(victim.resolveSibling("." + victim.getFileName + ".crc"))
        change(victim)
        withClue(s"$way: ")(causes(intercept[Exception](rows(frame))).map(_.getMessage).mkString("\n"))
      }

  test("a file of another length after planning") {
    for (message <- replaced(victim => Files.write(victim, text)))
      assert(message.contains("was replaced after the query was planned: its length was"), message)
  }

  test("a file of the same length after planning") {
    val messages = replaced { victim =>
      Files.write(victim, Files.readAllBytes(victim).map(byte => (byte ^ 0x55).toByte))
      Files.setLastModifiedTime(victim, FileTime.fromMillis(1000000000000L))
    }
    for (message <- messages)
      assert(message.contains("its modification time was") && message.contains("2001-09-09T01:46:40Z"), message)
  }
}
