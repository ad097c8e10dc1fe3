package io.pq2.spark

import java.nio.file.attribute.FileTime
import java.nio.file.{Files, Path, Paths}

import org.apache.spark.sql.{AnalysisException, DataFrame, DataFrameReader}

/** Checks that the error for a path without data files gives the reason. */
class NoDataFileSpec extends SparkSpec {

  private def directory(name: String): String = {
    val path = newPath(name)
    Files.createDirectories(Paths.get(path))
    path
  }

  private def addFile(path: String, name: String): Path = {
    val source = newPath("source")
    spark.range(0, 3, 1, 1).write.format("pq2").save(source)
    val file = Files.list(Paths.get(source)).filter(_.toString.endsWith(".parquet")).findFirst.get
    val target = Paths.get(path, name)
    Files.createDirectories(target.getParent)
    Files.copy(file, target)
  }

  private def assertNoFile(path: String, options: (String, String)*)(words: String*): Unit = {
    def reader(format: String): DataFrameReader = spark.read.format(format).options(options.toMap)
    val reads = Seq[(String, () => DataFrame)](
      "V2" -> (() => reader("pq2").load(path)),
      "V1" -> (() => withConf("spark.sql.sources.useV1SourceList" -> "pq2")(reader("pq2").load(path))),
      "replaced" -> (() => withConf("spark.pq2.replace.parquet" -> "true")(reader("parquet").load(path)))
    )
    for ((name, read) <- reads)
      withClue(s"$name: ") {
        val error = intercept[AnalysisException](read())
        assert(error.getCondition === "UNABLE_TO_INFER_SCHEMA")
        for (word <- s"no data files in $path: " +: words)
          assert(error.getMessage.contains(word), error.getMessage)
      }
  }

  test("a directory without files is empty") {
    assertNoFile(directory("nothing"))("there are no files")
    val nested = directory("nested")
    Files.createDirectories(Paths.get(nested, "a", "b"))
    assertNoFile(nested)("there are no files")
  }

  test("files with hidden names are named") {
    val path = directory("hidden")
    addFile(path, "_part.parquet")
    assertNoFile(path)("only files whose names begin with _ or .", "_part.parquet")
  }

  test("options that exclude all files are named") {
    val path = directory("filtered")
    for (name <- Seq("a.parquet", "b.parquet"))
      Files.setLastModifiedTime(addFile(path, name), FileTime.fromMillis(1000000000000L))
    assertNoFile(path, "pathGlobFilter" -> "*.orc")("the option pathGlobFilter=*.orc excludes 2 files", "parquet")
    assertNoFile(path, "modifiedAfter" -> "2020-01-01T00:00:00")("modifiedAfter=2020-01-01T00:00:00 excludes 2 files")
    assertNoFile(path, "modifiedBefore" -> "2000-01-01T00:00:00", "pathGlobFilter" -> "a*")(
      "modifiedBefore=2000-01-01T00:00:00 excludes 1 file,",
      "pathGlobFilter=a* excludes 1 file,"
    )
  }

  test("files in subdirectories are named") {
    val path = directory("below")
    addFile(path, "2024/01/a.parquet")
    addFile(path, "2024/02/b.parquet")
    assertNoFile(path)("2 files in subdirectories", "parquet", "recursiveFileLookup", "column=value")
    assert(spark.read.format("pq2").option("recursiveFileLookup", "true").load(path).count() === 6)
  }

  test("globs are searched") {
    val path = directory("globs")
    addFile(path, "x/2024/a.parquet")
    assertNoFile(path + "/*")("1 file in subdirectories")
  }
}
