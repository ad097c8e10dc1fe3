package io.pq2.spark

import java.nio.file.{Files, Path, Paths}

import org.apache.spark.sql.{AnalysisException, DataFrame}
import org.apache.spark.{SparkException, SparkThrowable}

/** Checks the errors for unreadable paths: their messages name the path and the problem. */
@CorePart
class ErrorSpec extends SparkSpec {

  private val schema = "id bigint"

  private def both(path: String): Seq[() => DataFrame] = Seq(
    () => spark.read.schema(schema).format("pq2").load(path),
    () => withConf("spark.sql.sources.useV1SourceList" -> "pq2")(spark.read.schema(schema).format("pq2").load(path))
  )

  private def messages(error: Throwable): String =
    Iterator.iterate(error)(_.getCause).takeWhile(_ != null).map(_.getMessage).mkString("\n")

  /** Returns reads of a path that infer the schema. */
  private def inferring(path: String): Seq[() => DataFrame] = {
    def table = s"CREATE TABLE pq2_unreadable USING pq2 LOCATION '$path'"
    Seq(
      () => pq2(path),
      () => pq2V1(path),
      () => withConf("spark.sql.sources.useV1SourceList" -> "pq2")(pq2(path)),
      () => spark.sql(table),
      () => spark.catalog.createTable("pq2_unreadable", path, "pq2")
    )
  }

  /** Checks that the message of the thrown error, not only of its causes, names the file and the problem. */
  private def assertUnreadable(path: String, file: String, words: String*): Unit = {
    val analyzing = inferring(path).map(frame => intercept[AnalysisException](frame()))
    val reading = both(path).map(frame => intercept[SparkException](frame().collect())) :+
      withTable(path)(table => intercept[SparkException](spark.table(table).collect()))
    for (error <- analyzing ++ reading) {
      assert(error.asInstanceOf[SparkThrowable].getCondition === "FAILED_READ_FILE.CANNOT_READ_FILE_FOOTER", error)
      for (word <- file +: words)
        assert(error.getMessage.contains(word))
    }
  }

  /** Creates a table at the path with given columns. */
  private def withTable[T](path: String)(body: String => T): T = {
    val table = "pq2_with_columns"
    spark.sql(s"CREATE TABLE $table ($schema) USING pq2 LOCATION '$path'")
    try body(table)
    finally spark.sql(s"DROP TABLE $table")
  }

  private def directoryWith(name: String, content: Array[Byte]): String = {
    val path = newPath("broken")
    Files.createDirectories(Paths.get(path))
    Files.write(Paths.get(path, name), content)
    path
  }

  test("a missing path is an error") {
    for (frame <- both("/no/such/path")) {
      val error = intercept[AnalysisException](frame())
      assert(error.getCondition === "PATH_NOT_FOUND")
      assert(error.getMessage.contains("/no/such/path"))
    }
  }

  test("an empty file is an error") {
    val path = directoryWith("empty.parquet", Array.empty)
    for (frame <- inferring(path))
      assert(intercept[AnalysisException](frame()).getMessage.contains("empty.parquet: the file is empty"))
    // With a given schema, Spark plans no split for the file. Its own source reports nothing either.
    assert(both(path).forall(frame => frame().collect().isEmpty))
  }

  test("a text file is an error") {
    assertUnreadable(
      directoryWith("notes.parquet", "To be, or not to be, that is the question".getBytes),
      "notes.parquet",
      "not a Parquet file: it begins with \"To b\""
    )
  }

  test("a truncated file is an error") {
    val whole = newPath("whole")
    spark.range(0, 100000, 1, 1).write.parquet(whole)
    val file = Files.list(Paths.get(whole)).filter(_.toString.endsWith(".parquet")).findFirst.get
    val bytes = Files.readAllBytes(file)
    assertUnreadable(directoryWith("cut.parquet", bytes.take(bytes.length / 2)), "cut.parquet", "cut off")
  }

  test("truncated files of other writers are errors") {
    val real = Paths.get(System.getProperty("pq2.shared", "../../shared"), "real", "truncated")
    assume(
      Files.isDirectory(real),
      s"no truncated files at $real; the property pq2.shared names the folder of test data"
    )
    val files = Files.walk(real).filter(Files.isRegularFile(_)).toArray.map(_.asInstanceOf[Path])
    assert(files.nonEmpty)
    for (file <- files)
      assertUnreadable(file.toString, file.getFileName.toString, "not a complete Parquet file", "cut off at")
  }

  test("a directory without files has no schema") {
    val path = newPath("nothing")
    Files.createDirectories(Paths.get(path))
    assertNoDataFile(path)
    assert(both(path).forall(frame => frame().collect().isEmpty))
    withTable(path)(table => assert(spark.table(table).collect().isEmpty))
  }

  test("partition directories without files have no schema") {
    val path = newPath("partitions")
    Files.createDirectories(Paths.get(path, "year=2024"))
    Files.write(Paths.get(path, "year=2024", "_SUCCESS"), Array.empty[Byte])
    assertNoDataFile(path)
    assert(both(path).forall(frame => frame().collect().isEmpty))
  }

  private def assertNoDataFile(path: String): Unit = {
    val errors = inferring(path).map(frame => intercept[AnalysisException](frame()))
    for (error <- errors) {
      assert(error.getCondition === "UNABLE_TO_INFER_SCHEMA")
      assert(error.getMessage.contains("pq2: no data files in "))
    }
    // Spark does not pass the paths of spark.read to V1 formats.
    for ((error, way) <- errors.zipWithIndex if way != 2)
      assert(error.getMessage.contains(path), way)
  }

  test("a directory with only corrupt files has no schema") {
    val path = directoryWith("notes.parquet", "To be, or not to be, that is the question".getBytes)
    withConf("spark.sql.files.ignoreCorruptFiles" -> "true") {
      for (frame <- inferring(path)) {
        val error = intercept[AnalysisException](frame())
        assert(error.getCondition === "UNABLE_TO_INFER_SCHEMA")
        assert(error.getMessage.contains("notes.parquet cannot be read"))
      }
    }
  }

  test("corrupt files are skipped if the session or an option allows it") {
    val path = directoryWith("notes.parquet", "To be, or not to be, that is the question".getBytes)
    spark.range(10).write.mode("append").parquet(path)
    withConf("spark.sql.files.ignoreCorruptFiles" -> "true") {
      for (frame <- both(path)) assert(frame().count() === 10)
    }
    assert(spark.read.schema(schema).option("ignoreCorruptFiles", "true").format("pq2").load(path).count() === 10)
  }

  test("missing files are skipped if the session allows it") {
    val path = newPath("vanishing")
    spark.range(0, 20, 1, 2).write.parquet(path)
    for (ignore <- Seq("false", "true"))
      withConf("spark.sql.files.ignoreMissingFiles" -> ignore) {
        for (frame <- both(path)) {
          val opened = frame()
          opened.queryExecution.executedPlan
          val files = Files.list(Paths.get(path)).filter(_.toString.endsWith(".parquet")).toArray
          val victim = files.head.asInstanceOf[Path]
          val bytes = Files.readAllBytes(victim)
          Files.delete(victim)
          if (ignore == "true") {
            assert(opened.collect().length === 10)
          } else {
            val error = intercept[SparkException](opened.collect())
            assert(error.getCondition === "FAILED_READ_FILE.FILE_NOT_EXIST")
            assert(messages(error).contains(victim.getFileName.toString))
          }
          Files.write(victim, bytes)
        }
      }
  }
}
