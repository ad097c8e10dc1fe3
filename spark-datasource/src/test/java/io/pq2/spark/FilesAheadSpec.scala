package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.v1.Pq2FileSourceScanExec
import io.pq2.spark.internal.v2.Pq2Scan
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec

/** Reads tables of a file system that is not local, whose tasks open files before their turn. */
class FilesAheadSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  // Hadoop's view of a local directory, which does not count as a local file system.
  spark.sparkContext.hadoopConfiguration.set("fs.viewfs.mounttable.ahead.link./tables", directory.toUri.toString)

  private val files = 30
  private val inFewTasks = Seq("spark.sql.files.openCostInBytes" -> "1", "spark.sql.files.maxPartitionBytes" -> "20000")

  private def write(): String = {
    val path = newPath("table")
    spark.range(0, files * 100, 1, files).selectExpr("id", "'text ' || id % 7 AS text", "id % 2 AS part")
      .write.format("pq2").partitionBy("part").save(path)
    path
  }

  private def distant(path: String): String = s"viewfs://ahead/tables/${directory.relativize(Path.of(path))}"

  /** Returns the rows of a table by each way into the source. */
  private def ways(path: String, options: (String, String)*): Seq[(String, () => DataFrame)] = {
    def read = spark.read.schema("id BIGINT, text STRING, part BIGINT").options(options.toMap)
    val v2 = () => read.format("pq2").load(distant(path))
    val v1 = () => withConf("spark.sql.sources.useV1SourceList" -> "pq2")(read.format("pq2").load(distant(path)))
    Seq("V2" -> v2, "V1" -> v1)
  }

  private def forEachWay(path: String, options: (String, String)*)(check: DataFrame => Unit): Unit =
    for ((way, frame) <- ways(path, options: _*); vectorized <- Seq("true", "false"))
      withConf(inFewTasks :+ ("spark.sql.parquet.enableVectorizedReader" -> vectorized): _*) {
        withClue(s"$way, vectorized $vectorized: ")(check(frame()))
      }

  private def dataFiles(path: String): Seq[Path] = {
    val all = Files.walk(Path.of(path))
    try all.iterator.asScala.filter(_.getFileName.toString.startsWith("part-")).toSeq.sortBy(_.getFileName.toString)
    finally all.close()
  }

  private def rowsWithout(path: String, file: Path): Seq[String] = {
    val inFile = s"_metadata.file_path LIKE '%/${file.getParent.getFileName}/${file.getFileName}'"
    builtIn(path).where(s"NOT $inFile").collect().map(_.toString).sorted.toSeq
  }

  private def messages(error: Throwable): String =
    Iterator.iterate(error)(_.getCause).takeWhile(_ != null).map(_.getMessage).mkString("\n")

  test("rows, partition values and metadata columns belong to their files") {
    val path = write()
    val columns = Seq("id", "text", "part", "_metadata.file_name", "_metadata.row_index")
    val expected = builtIn(path).selectExpr(columns: _*)
    forEachWay(path) { frame =>
      assert(frame.rdd.getNumPartitions < files, "a task reads several files")
      assertSameRows(frame.selectExpr(columns: _*), expected)
      assertSameRows(frame.where("id % 100 = 3").select("id"), expected.where("id % 100 = 3").select("id"))
      assertSameRows(frame.selectExpr("max(id)", "count(text)"), expected.selectExpr("max(id)", "count(text)"))
      assertSameRows(
        frame.selectExpr("input_file_name() LIKE '%' || _metadata.file_name || '%'").distinct(),
        spark.sql("SELECT true")
      )
    }
  }

  test("a missing file is an error of its own, or skipped") {
    val path = write()
    val missing = dataFiles(path)(17)
    val expected = rowsWithout(path, missing)
    val bytes = Files.readAllBytes(missing)
    forEachWay(path) { frame =>
      frame.queryExecution.executedPlan
      Files.delete(missing)
      try assert(messages(intercept[Exception](frame.collect())).contains(missing.getFileName.toString))
      finally Files.write(missing, bytes)
    }
    forEachWay(path, "ignoreMissingFiles" -> "true") { frame =>
      frame.queryExecution.executedPlan
      Files.delete(missing)
      try assert(frame.collect().map(_.toString).sorted.toSeq === expected)
      finally Files.write(missing, bytes)
    }
  }

  test("a corrupt file is an error of its own, or skipped") {
    val path = write()
    val corrupt = dataFiles(path)(11)
    val expected = rowsWithout(path, corrupt)
    Files.write(corrupt, "PAR1 is all that is left".getBytes)
    Files.deleteIfExists(corrupt.resolveSibling(s".${corrupt.getFileName}.crc"))
    forEachWay(path) { frame =>
      assert(messages(intercept[Exception](frame.collect())).contains(corrupt.getFileName.toString))
    }
    forEachWay(path, "ignoreCorruptFiles" -> "true") { frame =>
      assert(frame.collect().map(_.toString).sorted.toSeq === expected)
    }
    forEachWay(path, "pq2.read.onCorruption" -> "skip-file") { frame =>
      assert(frame.collect().map(_.toString).sorted.toSeq === expected)
    }
  }

  test("a file with another type is an error that names it") {
    val path = write()
    val other = newPath("other")
    spark.range(1).selectExpr("'no number' AS id", "'x' AS text").coalesce(1).write.parquet(other)
    val wrong = Path.of(path).resolve("part=0").resolve("part-99999-wrong.parquet")
    Files.copy(dataFiles(other).head, wrong)
    forEachWay(path) { frame =>
      assert(messages(intercept[Exception](frame.collect())).contains("part-99999-wrong.parquet"))
    }
  }

  test("only the scans below a LIMIT read little ahead") {
    def marks(frame: DataFrame): Seq[Boolean] = {
      frame.collect()
      collectWithSubqueries(frame.queryExecution.executedPlan) {
        case BatchScanExec(_, scan: Pq2Scan, _, _, _, _) => scan.demand.few
        case scan: Pq2FileSourceScanExec                 => scan.demand.few
      }
    }
    val path = write()
    for ((way, frame) <- ways(path)) withClue(s"$way: ") {
      assert(marks(frame().limit(5)) === Seq(true))
      assert(marks(frame().where("id > 5").selectExpr("id + 1").limit(5)) === Seq(true))
      assert(marks(frame().union(frame()).limit(5)) === Seq(true, true))
      assert(marks(frame().limit(1000000)) === Seq(false))
      assert(marks(frame().orderBy("id").limit(5)) === Seq(false))
      assert(marks(frame().groupBy("text").count().limit(5)).forall(!_))
      assert(marks(frame()) === Seq(false))
    }
  }
}
