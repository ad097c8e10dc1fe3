package io.pq2.spark

import java.nio.file.{Files, Paths}

import io.pq2.spark.internal.v1.Pq2FileFormat
import org.apache.spark.SparkException
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.FileSourceScanExec
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.datasources.FilePartition
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.functions._

/** Checks that reads return the same rows for all modes of split planning, and the partitions that are planned. */
class SplitSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private lazy val path: String = {
    val path = newPath("splits")
    spark
      .range(0, 6000, 1, 3)
      .selectExpr(
        "id",
        "md5(CAST(id AS STRING)) AS text",
        "CAST(id / 3000 AS INT) AS half",
        "named_struct('x', id, 'y', md5(CAST(-id AS STRING))) AS s"
      )
      .write
      .partitionBy("half")
      .option("parquet.block.size", "4000")
      .parquet(path)
    path
  }

  /** The names of the source by Data Source V2 and V1. */
  private val sources = Seq("pq2", classOf[Pq2FileFormat].getName)

  private def read(source: String, mode: String): DataFrame =
    spark.read.option("pq2.splits", mode).format(source).load(path)

  private def partitions(frame: DataFrame): Seq[FilePartition] =
    collectLeaves(frame.queryExecution.executedPlan).flatMap {
      case scan: BatchScanExec      => scan.inputPartitions.map(_.asInstanceOf[FilePartition])
      case scan: FileSourceScanExec => scan.executeColumnar().partitions.map(_.asInstanceOf[FilePartition]).toSeq
      case other                    => fail(s"not a scan: $other")
    }

  for (source <- sources) test(s"rows are the same for any size of partitions: $source") {
    val expected = builtIn(path)
    val rows = expected.collect()
    val some = expected.where("id BETWEEN 1000 AND 1010").collect()
    val cases = for {
      mode <- Seq("footers", "midpoint")
      bytes <- Seq("1000", "20000", "1g")
      openCost <- Seq("1", "2000")
    } yield (mode, bytes, openCost)
    // V1 and V2 plan partitions alike.
    for (
      ((mode, bytes, openCost), index) <- cases.zipWithIndex
      if allCases || (index + index / 2) % 2 == sources.indexOf(source)
    )
      withConf("spark.sql.files.maxPartitionBytes" -> bytes, "spark.sql.files.openCostInBytes" -> openCost) {
        assert(read(source, mode).schema === expected.schema)
        assertSameRows(read(source, mode), rows)
        assertSameRows(read(source, mode).where("id BETWEEN 1000 AND 1010"), some)
        assert(read(source, mode).count() === 6000)
      }
  }

  for (source <- sources) test(s"reads of nested columns, and of no columns, are the same: $source") {
    withConf("spark.sql.files.maxPartitionBytes" -> "3000", "spark.sql.files.openCostInBytes" -> "1") {
      assertSame(read(source, "auto").select("half", "s.x"), builtIn(path).select("half", "s.x"))
      assert(read(source, "auto").groupBy("half").count().collect().map(_.getLong(1)).toSeq === Seq(3000, 3000))
    }
  }

  for (source <- sources) test(s"rows are the same without batches: $source") {
    withConf(
      "spark.sql.parquet.enableVectorizedReader" -> "false",
      "spark.sql.files.maxPartitionBytes" -> "3000",
      "spark.sql.files.openCostInBytes" -> "1"
    )(assertSame(read(source, "footers"), builtIn(path)))
  }

  for (source <- sources) test(s"the metadata columns of rows are correct: $source") {
    val columns = Seq(
      "id",
      "half",
      "_metadata.file_path",
      "_metadata.file_name",
      "_metadata.file_size",
      "_metadata.file_modification_time",
      "_metadata.row_index",
      "input_file_name()"
    )
    withConf("spark.sql.files.maxPartitionBytes" -> "3000", "spark.sql.files.openCostInBytes" -> "1") {
      assertSameRows(read(source, "footers").selectExpr(columns: _*), builtIn(path).selectExpr(columns: _*))
    }
    val whole =
      read(source, "footers").select("_metadata.file_block_start", "_metadata.file_block_length").distinct().collect()
    assert(whole.forall(row => row.getLong(0) >= 0 && row.getLong(1) > 0))
  }

  for (source <- sources) test(s"row groups that the filter excludes are in no partition: $source") {
    withConf("spark.sql.files.maxPartitionBytes" -> "3000", "spark.sql.files.openCostInBytes" -> "1") {
      def planned(mode: String, condition: String) = partitions(read(source, mode).where(condition)).size
      assert(planned("footers", "id = 4321") === 1)
      assert(planned("midpoint", "id = 4321") > 10)
      assert(planned("footers", "id < 0") === 0)
      assert(read(source, "footers").where("id < 0").agg(count("*"), max("text")).collect().head.getLong(0) === 0)
    }
  }

  for (source <- sources) test(s"partitions have Spark's target size, in bytes of the requested columns: $source") {
    withConf("spark.sql.files.maxPartitionBytes" -> "20000", "spark.sql.files.openCostInBytes" -> "1") {
      val all = partitions(read(source, "footers")).size
      val narrow = partitions(read(source, "footers").select("id")).size
      assert(narrow < all / 2, s"$narrow of $all")
      withConf("spark.sql.files.maxPartitionNum" -> "3") {
        assert(partitions(read(source, "footers")).size <= 4)
        assertSame(read(source, "footers"), builtIn(path))
      }
    }
  }

  test("a session can configure the planning of partitions") {
    withConf(
      "pq2.splits" -> "footers",
      "spark.sql.files.maxPartitionBytes" -> "3000",
      "spark.sql.files.openCostInBytes" -> "1"
    ) {
      assert(partitions(pq2(path).where("id = 4321")).size === 1)
      assert(partitions(spark.sql(s"SELECT * FROM pq2.`$path` WHERE id = 4321")).size === 1)
    }
    assert(intercept[Exception](read("pq2", "guess").collect()).getMessage.contains("pq2.splits"))
  }

  for (source <- sources) test(s"a file that is listed twice is read twice: $source") {
    def twice(frame: => DataFrame) = frame.union(frame)
    assertSameRows(twice(read(source, "footers")), twice(builtIn(path)))
    val walk = Files.walk(Paths.get(path))
    val files =
      try walk.map[String](_.toString).filter(_.endsWith(".parquet")).toArray.map(_.toString).toIndexedSeq
      finally walk.close()
    def load(format: String) = spark.read.option("pq2.splits", "footers").format(format).load(files ++ files: _*)
    assertSameRows(load(source), load("parquet"))
  }

  test("buckets keep their partitions") {
    withConf("pq2.splits" -> "footers") {
      try {
        spark.range(0, 100).write.format("pq2").bucketBy(4, "id").saveAsTable("split_buckets")
        val buckets = partitions(spark.table("split_buckets").groupBy("id").count())
        assert(buckets.size === 4)
        assert(spark.table("split_buckets").groupBy("id").count().count() === 100)
      } finally spark.sql("DROP TABLE IF EXISTS split_buckets")
    }
  }

  for (source <- sources) test(s"corrupt and missing files follow Spark's rules: $source") {
    val broken = newPath("broken")
    spark.range(0, 20, 1, 2).write.parquet(broken)
    Files.write(Paths.get(broken, "notes.parquet"), "To be, or not to be".getBytes)
    def frame = spark.read.schema("id bigint").option("pq2.splits", "footers").format(source).load(broken)
    val error = intercept[SparkException](frame.collect())
    assert(error.getCondition === "FAILED_READ_FILE.CANNOT_READ_FILE_FOOTER")
    assert(error.getMessage.contains("notes.parquet"))
    withConf("spark.sql.files.ignoreCorruptFiles" -> "true")(assert(frame.count() === 20))
    Files.delete(Paths.get(broken, "notes.parquet"))
    for (ignore <- Seq("false", "true"))
      withConf("spark.sql.files.ignoreMissingFiles" -> ignore) {
        val listed = frame
        listed.queryExecution.optimizedPlan
        val victim = Paths.get(broken, Paths.get(broken).toFile.list().filter(_.endsWith(".parquet")).head)
        val bytes = Files.readAllBytes(victim)
        Files.delete(victim)
        if (ignore == "true") assert(listed.collect().length === 10)
        else {
          val missing = intercept[SparkException](listed.collect())
          assert(missing.getCondition === "FAILED_READ_FILE.FILE_NOT_EXIST")
        }
        Files.write(victim, bytes)
      }
  }
}
