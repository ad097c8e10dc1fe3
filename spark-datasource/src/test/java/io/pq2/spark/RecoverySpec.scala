package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Random

import io.pq2.io.LocalInputFile
import io.pq2.metadata.{ColumnChunk, ColumnMetaDataBuilder}
import io.pq2.read.{ParquetFile, TestFooters}
import io.pq2.testing.Seeds
import org.apache.spark.SparkException
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper

/** Reads damaged files whose damage is known: the rows are exactly the undamaged ones, and all others are reported. */
class RecoverySpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private val Key = "pq2.read.onCorruption"
  private val FileRows = 2000
  private val GroupRows = 1000
  private val PageRows = 100

  /** A damaged page of a file. */
  private case class Damage(file: Int, rowGroup: Int, column: String, page: Int) {
    def firstRow: Long = rowGroup * GroupRows + page * PageRows
    def ids: Range = (file * FileRows + firstRow.toInt) until (file * FileRows + firstRow.toInt + PageRows)
  }

  private val schema = "id bigint, name string, place struct<x: bigint>"

  private def rows(file: Int): DataFrame =
    spark.range(file * FileRows, (file + 1) * FileRows, 1, 1)
      .selectExpr("id", "'name ' || id AS name", "NAMED_STRUCT('x', id * 2) AS place")

  /** Writes files `f0.parquet` to `f2.parquet` with damaged pages; the footer of `f1.parquet` is damaged. */
  private def table(damages: Seq[Damage]): String = {
    val path = newPath("damaged")
    Files.createDirectories(Path.of(path))
    for (file <- 0 until 3) {
      val written = newPath("whole")
      rows(file).write.format("pq2").option("parquet.block.row.count.limit", GroupRows)
        .option("parquet.page.row.count.limit", PageRows).option("parquet.enable.dictionary", "false").save(written)
      val source = Files.list(Path.of(written)).iterator.asScala.find(_.toString.endsWith(".parquet")).get
      val bytes = Files.readAllBytes(source)
      damages.filter(_.file == file).foreach(destroy(source, bytes, _))
      if (file == 1) bytes(bytes.length - 9) = (bytes(bytes.length - 9) ^ 0x55).toByte
      Files.write(Path.of(path, s"f$file.parquet"), if (file == 1) bytes.dropRight(100) else bytes)
    }
    path
  }

  private def destroy(path: Path, bytes: Array[Byte], damage: Damage): Unit = {
    val file = ParquetFile.open(new LocalInputFile(path))
    try {
      val column = file.schema.columns.asScala.find(_.dottedPath == damage.column).get
      val page = file.offsetIndex(damage.rowGroup, column).pageLocations.get(damage.page)
      val at = (page.offset + page.compressedPageSize - 2).toInt
      bytes(at) = (bytes(at) ^ 0x10).toByte
    } finally file.close()
  }

  /** Runs a block with each reader of the source. */
  private def eachWay(body: => Unit): Unit =
    for (v1 <- Seq("", "pq2"); vectorized <- Seq("true", "false"))
      withConf("spark.sql.sources.useV1SourceList" -> v1, "spark.sql.parquet.enableVectorizedReader" -> vectorized) {
        withClue(s"V1 $v1, vectorized $vectorized: ")(body)
      }

  private def read(path: String, mode: String): DataFrame =
    spark.read.schema(schema).option(Key, mode).format("pq2").load(path)

  private def ids(frame: DataFrame): Set[Long] = frame.collect().map(_.getLong(0)).toSet

  private def all(files: Int*): Set[Long] =
    files.flatMap(file => (file * FileRows).toLong until (file + 1) * FileRows).toSet

  private val known = Seq(Damage(0, 0, "name", 3), Damage(0, 1, "id", 0), Damage(0, 1, "place.x", 9))

  private def lost(damages: Seq[Damage]): Set[Long] = damages.flatMap(_.ids).map(_.toLong).toSet

  test("damage is an error by default") {
    val path = table(known)
    eachWay {
      assert(intercept[SparkException](read(path, "fail").collect()).getMessage.contains(".parquet"))
      assert(intercept[SparkException](spark.read.schema(schema).format("pq2").load(path).collect()) != null)
      assert(intercept[Exception](read(path, "skip-all").collect()).getMessage.contains(Key))
    }
  }

  test("the rows are exactly the undamaged ones of the columns that are read") {
    val path = table(known)
    val expected = Map(
      "skip-rows" -> (all(0, 2) -- lost(known)),
      "skip-row-group" -> all(2),
      "skip-file" -> all(2)
    )
    for ((mode, rows) <- expected) eachWay {
      assert(ids(read(path, mode)) === rows, mode)
      withConf(Key -> mode)(assert(ids(spark.read.schema(schema).format("pq2").load(path)) === rows, mode))
    }
    eachWay {
      assert(ids(read(path, "skip-rows").select("id")) === (all(0, 2) -- lost(known.slice(1, 2))))
      assert(ids(read(path, "skip-rows").where("id % 7 = 3")) === (all(0, 2) -- lost(known)).filter(_ % 7 == 3))
      assert(ids(read(path, "skip-row-group").select("id")) === (all(0, 2) -- (1000L until 2000L)))
      assert(read(path, "skip-rows").selectExpr("max(id)", "count(name)").head().getLong(1) ===
        (all(0, 2) -- lost(known.take(2))).size)
      val values = read(path, "skip-rows").collect()
      assert(values.forall(row => row.getString(1) == s"name ${row.getLong(0)}"))
      assert(values.forall(row => row.getStruct(2).getLong(0) == row.getLong(0) * 2))
    }
  }

  test("the schema is inferred from undamaged footers") {
    val path = table(known)
    val first = Path.of(path).resolve("f0.parquet")
    Files.write(first, Files.readAllBytes(first).dropRight(1))
    eachWay {
      for (merge <- Seq("false", "true")) {
        def frame(mode: String) =
          spark.read.option(Key, mode).option("mergeSchema", merge).format("pq2").load(path)
        assert(ids(frame("skip-rows").select("id")) === all(2))
        assert(intercept[Exception](frame("fail")).getMessage.contains(".parquet"))
      }
    }
  }

  test("any damaged pages lose exactly their rows") {
    val seed = Seeds.next()
    val random = new Random(seed)
    for (_ <- 1 to 4) withClue(s"seed $seed: ") {
      val damages = Seq.fill(1 + random.nextInt(12)) {
        val column = Seq("id", "name", "place.x")(random.nextInt(3))
        Damage(random.nextInt(2) * 2, random.nextInt(2), column, random.nextInt(10))
      }.distinct
      val path = table(damages)
      eachWay(assert(ids(read(path, "skip-rows")) === (all(0, 2) -- lost(damages))))
    }
  }

  private def metrics(frame: DataFrame): Map[String, Long] = {
    frame.collect()
    val scan: SparkPlan = collectLeaves(frame.queryExecution.executedPlan).head
    scan.metrics.collect { case (name, metric) if name.startsWith("pq2") => name -> metric.value }
  }

  test("lost rows, row groups and files are counted") {
    val path = table(known)
    for (split <- Seq("128m", "10k")) withConf("spark.sql.files.maxPartitionBytes" -> split)(eachWay {
      val byRows = metrics(read(path, "skip-rows"))
      assert(byRows("pq2RowsLost") === 300)
      assert(byRows("pq2RowGroupsDamaged") === 2)
      assert(byRows("pq2FilesLost") === 1)
      assert(byRows("pq2Corruptions") === 4)
      assert(metrics(read(path, "skip-row-group"))("pq2RowsLost") === 2000)
      val byFile = metrics(read(path, "skip-file"))
      assert(byFile("pq2FilesLost") === 2)
      assert(byFile("pq2RowsLost") === 2000)
    })
  }

  test("the report is a data frame") {
    val path = table(known)
    def reports: Set[Seq[Any]] = CorruptionReports.of(spark).collect().map { row =>
      assert(row.getString(6).nonEmpty)
      val name = row.getString(0)
      name.substring(name.lastIndexOf('/') + 1) +: row.toSeq.slice(1, 6)
    }.toSet
    eachWay {
      CorruptionReports.clear(spark)
      assert(reports.isEmpty)
      for (_ <- 1 to 2) {
        read(path, "skip-rows").collect()
        val pages = known.map { damage =>
          Seq[Any](
            s"f${damage.file}.parquet",
            damage.rowGroup,
            damage.firstRow,
            PageRows.toLong,
            damage.column,
            damage.page
          )
        }
        assert(reports === pages.toSet + Seq[Any]("f1.parquet", null, null, null, null, null))
      }
      assert(CorruptionReports.of(spark).where("column = 'name'").count() === 1)
    }
  }

  test("a damaged entry of a column chunk is met after opening, and skipped as other damage") {
    val path = newPath("entries")
    Files.createDirectories(Path.of(path))
    for (file <- 0 until 2) {
      val written = newPath("whole")
      rows(file).write.format("pq2").option("parquet.block.row.count.limit", GroupRows).save(written)
      val source = Files.list(Path.of(written)).iterator.asScala.find(_.toString.endsWith(".parquet")).get
      val bytes = Files.readAllBytes(source)
      Files.write(Path.of(path, s"f$file.parquet"), if (file == 0) withDamagedEntry(bytes) else bytes)
    }
    for (split <- Seq("128m", "10k")) withConf("spark.sql.files.maxPartitionBytes" -> split)(eachWay {
      assert(intercept[SparkException](read(path, "fail").collect()).getMessage.contains("f0.parquet"))
      assert(ids(read(path, "skip-file")) === all(1))
      assert(ids(read(path, "skip-row-group")) === all(1) ++ (0L until GroupRows))
      assert(metrics(read(path, "skip-rows"))("pq2RowsLost") === GroupRows)
      assert(ids(read(path, "skip-file").select("id")) === all(0, 1))
    })
  }

  /** Returns a file whose footer has an impossible number of values in the column name of the second row group. */
  private def withDamagedEntry(file: Array[Byte]): Array[Byte] = {
    var chunks = 0
    TestFooters.change(
      file,
      chunk => {
        chunks += 1
        if (chunks != 5) chunk
        else new ColumnChunk(
          null,
          0,
          ColumnMetaDataBuilder.of(chunk.metadata).values(-1).build(),
          null,
          null,
          null,
          null,
          null,
          null
        )
      }
    )
  }
}
