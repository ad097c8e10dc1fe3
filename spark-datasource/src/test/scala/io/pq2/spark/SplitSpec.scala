package io.pq2.spark

import java.nio.file.{Files, Paths}

import org.apache.spark.SparkException
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.datasources.FilePartition
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.functions._

/** Checks that reads return the same rows for all modes of split planning, and the partitions that are planned. */
class SplitSpec extends SparkSpec {

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

  private def read(mode: String, from: String = path): DataFrame =
    spark.read.option("pq2.splits", mode).format("pq2").load(from)

  private def partitions(frame: DataFrame): Seq[FilePartition] =
    frame.queryExecution.sparkPlan.collectLeaves().collect { case scan: BatchScanExec =>
      scan.inputPartitions.map(_.asInstanceOf[FilePartition])
    }.flatten

  test("rows are the same for any size of partitions") {
    val expected = builtIn(path).cache()
    for (mode <- Seq("footers", "midpoint"); bytes <- Seq("1000", "20000", "1g"); openCost <- Seq("1", "2000"))
      withConf("spark.sql.files.maxPartitionBytes" -> bytes, "spark.sql.files.openCostInBytes" -> openCost) {
        assertSame(read(mode), expected)
        assertSame(read(mode).where("id BETWEEN 1000 AND 1010"), expected.where("id BETWEEN 1000 AND 1010"))
        assert(read(mode).count() === 6000)
      }
  }

  test("reads of nested columns, and of no columns, are the same") {
    withConf("spark.sql.files.maxPartitionBytes" -> "3000", "spark.sql.files.openCostInBytes" -> "1") {
      assertSame(read("auto").select("half", "s.x"), builtIn(path).select("half", "s.x"))
      assert(read("auto").groupBy("half").count().collect().map(_.getLong(1)).toSeq === Seq(3000, 3000))
    }
  }

  test("rows are the same without batches") {
    withConf(
      "spark.sql.parquet.enableVectorizedReader" -> "false",
      "spark.sql.files.maxPartitionBytes" -> "3000",
      "spark.sql.files.openCostInBytes" -> "1"
    )(assertSame(read("footers"), builtIn(path)))
  }

  test("the metadata columns of rows are correct") {
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
      assertSameRows(read("footers").selectExpr(columns: _*), builtIn(path).selectExpr(columns: _*))
    }
    val whole = read("footers").select("_metadata.file_block_start", "_metadata.file_block_length").distinct().collect()
    assert(whole.forall(row => row.getLong(0) >= 0 && row.getLong(1) > 0))
  }

  test("row groups that the filter excludes are in no partition") {
    withConf("spark.sql.files.maxPartitionBytes" -> "3000", "spark.sql.files.openCostInBytes" -> "1") {
      def planned(mode: String, condition: String) = partitions(read(mode).where(condition)).size
      assert(planned("footers", "id = 4321") === 1)
      assert(planned("midpoint", "id = 4321") > 10)
      assert(planned("footers", "id < 0") === 0)
      assert(read("footers").where("id < 0").agg(count("*"), max("text")).collect().head.getLong(0) === 0)
    }
  }

  test("partitions have Spark's target size, in bytes of the requested columns") {
    withConf("spark.sql.files.maxPartitionBytes" -> "20000", "spark.sql.files.openCostInBytes" -> "1") {
      val all = partitions(read("footers")).size
      val narrow = partitions(read("footers").select("id")).size
      assert(narrow < all / 2, s"$narrow of $all")
      withConf("spark.sql.files.maxPartitionNum" -> "3") {
        assert(partitions(read("footers")).size <= 4)
        assertSame(read("footers"), builtIn(path))
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
    }
    assert(intercept[Exception](read("guess").collect()).getMessage.contains("pq2.splits"))
  }

  test("a file that is listed twice is read twice") {
    def twice(frame: => DataFrame) = frame.union(frame)
    assertSameRows(twice(read("footers")), twice(builtIn(path)))
    val walk = Files.walk(Paths.get(path))
    val files =
      try walk.map[String](_.toString).filter(_.endsWith(".parquet")).toArray.map(_.toString).toIndexedSeq
      finally walk.close()
    def load(format: String) = spark.read.option("pq2.splits", "footers").format(format).load(files ++ files: _*)
    assertSameRows(load("pq2"), load("parquet"))
  }

  test("corrupt and missing files follow Spark's rules") {
    val broken = newPath("broken")
    spark.range(0, 20, 1, 2).write.parquet(broken)
    Files.write(Paths.get(broken, "notes.parquet"), "To be, or not to be".getBytes)
    def frame = spark.read.schema("id bigint").option("pq2.splits", "footers").format("pq2").load(broken)
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
