package io.pq2.spark

import java.nio.file.{Files, Path, StandardOpenOption}

import scala.jdk.CollectionConverters._

import io.pq2.hadoop.metrics.ScanCounter
import io.pq2.spark.internal.operators.Pq2FinalAggregateExec
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.{AdaptiveSparkPlanExec, AdaptiveSparkPlanHelper}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.exchange.Exchange
import org.apache.spark.sql.types.{IntegerType, LongType, StructType}
import org.apache.spark.sql.{DataFrame, Row, functions}

/** Checks that the aggregates of a scan equal Spark's aggregates of its rows. */
@CorePart
class AggregateSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private val off = "pq2.aggregates" -> "false"

  private def leaf(frame: DataFrame): SparkPlan =
    frame.queryExecution.executedPlan match {
      case adaptive: AdaptiveSparkPlanExec => collectLeaves(adaptive.executedPlan).head
      case plan                            => plan.collectLeaves().head
    }

  private def isPushed(frame: DataFrame): Boolean =
    frame.queryExecution.optimizedPlan.toString.contains("agg_func_0") ||
      !leaf(frame).simpleString(10000).contains("PushedAggregation: []")

  /** Returns the result of SQL over a view `t` of a frame. */
  private def query(frame: DataFrame, sql: String): DataFrame = {
    frame.createOrReplaceTempView("t")
    spark.sql(sql)
  }

  private def counter(frame: DataFrame, counter: ScanCounter): Long = leaf(frame).metrics(counter.metricName).value

  /** Checks that a scan takes over the aggregates, and that the result is correct. */
  private def check(frame: => DataFrame, sql: String): DataFrame = {
    val pushed = query(frame, sql)
    assert(isPushed(pushed), sql)
    val expected = withConf(off) {
      val unpushed = query(frame, sql)
      assert(!isPushed(unpushed), sql)
      unpushed.collect().toSeq
    }
    val order = (row: Row) => row.toString
    assert(comparable(pushed.collect().toSeq.sortBy(order)) === comparable(expected.sortBy(order)), sql)
    pushed
  }

  private def comparable(rows: Seq[Row]): Seq[Seq[Any]] = rows.map(_.toSeq.map {
    case bytes: Array[Byte] => bytes.toSeq
    case number: Double     => if (number.isNaN) "NaN" else number
    case number: Float      => if (number.isNaN) "NaN" else number
    case other              => other
  })

  private val columns = Seq(
    "flag" -> "id % 7 = 3",
    "tiny" -> "cast(id % 100 - 50 as tinyint)",
    "small" -> "cast(id % 1000 - 500 as smallint)",
    "number" -> "cast(id * 7 - 3000 as int)",
    "long" -> "id * 1000000007",
    "single" -> "cast(id / 8 + 1 as float)",
    "real" -> "case when id % 100 = 99 then double('NaN') else id - 400.5 end",
    "zero" -> "double(id) * 0",
    "day" -> "date_add(date'2000-01-01', cast(id % 500 as int))",
    "moment" -> "timestamp_micros(id * 1000003)",
    "local" -> "cast(timestamp_micros(id * 999) as timestamp_ntz)",
    "money" -> "cast(id / 4 - 20 as decimal(9,2))",
    "huge" -> "cast(id as decimal(30,4)) * 1000000000000",
    "text" -> "concat('a long text that may be cut, number ', id % 900)",
    "bytes" -> "cast(concat('b', id) as binary)"
  )

  private def rows(from: Long, to: Long): DataFrame = {
    val values = columns.map { case (name, value) => s"case when id % 11 = 5 then null else $value end AS $name" }
    spark.range(from, to, 1, 1).selectExpr(values :+ "cast(null as int) AS nothing": _*)
  }

  /** Returns a query for count, min and max of all columns except some. */
  private def aggregatesExcept(excluded: String*): String =
    columns
      .map(_._1)
      .appended("nothing")
      .filterNot(excluded.contains)
      .map(name => s"count($name), min($name), max($name)")
      .mkString("SELECT count(*), ", ", ", " FROM t")

  test("results of all types equal those of the rows, with and without statistics, for each writer") {
    // Columns for which footers are not exact: NaNs, zeros, and possibly truncated text.
    val inexact = Map("parquet" -> Seq("zero", "real", "text", "bytes"), "pq2" -> Seq("zero", "real"))
    for ((format, excluded) <- inexact) {
      val path = newPath("types")
      withConf("spark.sql.parquet.outputTimestampType" -> "TIMESTAMP_MICROS") {
        rows(0, 1000).write.format(format).save(path)
        rows(
          1000,
          1500
        ).write.format(format).option("parquet.column.statistics.enabled", "false").mode("append").save(path)
      }
      val found = check(pq2(path), aggregatesExcept(excluded: _*))
      // The built-in source of Spark 4.0 writes statistics in any case.
      val without = if (format == "pq2" || isSpark("4.1")) 1 else 0
      assert(counter(found, ScanCounter.ROW_GROUPS_ANSWERED) === 2 - without)
      assert(counter(found, ScanCounter.ROW_GROUPS_READ) === without)
      assert(counter(check(pq2(path), aggregatesExcept()), ScanCounter.ROW_GROUPS_READ) === 2)
    }
  }

  test("only data that footers cannot replace is read") {
    val path = newPath("mixed")
    rows(0, 1000).write.format("pq2").option("parquet.block.size", "20000").save(path)
    rows(
      1000,
      1500
    ).write.format("parquet").option("parquet.column.statistics.enabled", "false").mode("append").save(path)
    val found = check(pq2(path), "SELECT min(number), max(text), count(day), max(single) FROM t")
    assert(counter(found, ScanCounter.ROW_GROUPS_ANSWERED) >= 1)
    assert(counter(found, ScanCounter.ROW_GROUPS_READ) === 1)
    assert(counter(found, ScanCounter.VALUES_DECODED) === 4 * 500)
    val counted = check(pq2(path), "SELECT count(*) FROM t")
    assert(counter(counted, ScanCounter.ROW_GROUPS_READ) === 0)
    assert(counter(counted, ScanCounter.BYTES_READ) === 0)
  }

  test("each row group counts once for any splits") {
    val path = newPath("splits")
    spark.range(0, 50000, 1, 2).selectExpr(
      "id",
      "xxhash64(id) AS x"
    ).write.format("pq2").option("parquet.block.size", "50000").save(path)
    for (mode <- Seq("midpoint", "footers"))
      withConf(
        "pq2.splits" -> mode,
        "spark.sql.files.maxPartitionBytes" -> "30000",
        "spark.sql.files.openCostInBytes" -> "1000"
      ) {
        val found = check(pq2(path), "SELECT count(*), min(id), max(id), count(x) FROM t")
        assert(leaf(found).asInstanceOf[BatchScanExec].inputPartitions.size > 4)
        assert(found.collect().toSeq === Seq(Row(50000L, 0L, 49999L, 50000L)))
      }
  }

  test("one task counts the rows of at most 16 files, and Spark adds up those of more files") {
    def writeFiles(files: Int): String = {
      val path = newPath("files")
      spark.range(0, 16 * 17, 1, files).selectExpr("id", "id % 2 AS p").write.partitionBy("p").parquet(path)
      path
    }
    // The driver merges the aggregates of the tasks, or a second stage does.
    def stages(path: String, sql: String): Int = {
      val found = check(pq2(path), sql)
      1 + collect(found.queryExecution.executedPlan) {
        case exchange: Exchange          => exchange
        case last: Pq2FinalAggregateExec => last
      }.size
    }
    // Each task writes a file in both partitions.
    for ((files, expected) <- Seq(8 -> 1, 16 -> 2)) {
      val path = writeFiles(files)
      assert(stages(path, "SELECT count(*) FROM t") === expected)
      assert(stages(path, "SELECT count(*) AS rows, count(*) + 1 FROM t HAVING count(*) > 3") === expected)
      assert(stages(path, "SELECT p, count(*) FROM t GROUP BY p") === expected)
      assert(stages(path, "SELECT count(*) FROM t WHERE p = 1") === 1)
      assert(stages(path, "SELECT count(*) FROM t WHERE p = 7") === 1)
      assert(stages(path, "SELECT p, count(*) FROM t WHERE p = 7 GROUP BY p") === 1)
      assert(stages(path, "SELECT count(*), max(id) FROM t") === 2)
    }
  }

  test("partition columns can be grouped by and aggregated") {
    val path = newPath("partitions")
    spark
      .range(0, 300, 1, 2)
      .selectExpr("id", "case when id < 100 then null else id % 3 end AS p", "cast(id % 2 as string) AS q")
      .write
      .partitionBy("p", "q")
      .parquet(path)
    check(pq2(path), "SELECT p, q, count(*), min(id), max(id), count(p) FROM t GROUP BY p, q")
    check(pq2(path), "SELECT max(id), q, p FROM t GROUP BY q, p HAVING max(id) > 150")
    check(pq2(path), "SELECT count(p), min(p), max(p), max(q), count(q), count(*) FROM t")
    check(pq2(path), "SELECT count(*), min(id) FROM t WHERE p = 1")
    assert(check(pq2(path), "SELECT count(*), count(id), max(id) FROM t WHERE p = 77").collect().toSeq ===
      Seq(Row(0L, 0L, null)))
    check(pq2(path), "SELECT p, q, count(*) FROM t WHERE p = 77 GROUP BY p, q")
    assert(!isPushed(query(pq2(path), "SELECT p, count(*) FROM t GROUP BY p")))
    assert(!isPushed(query(pq2(path), "SELECT id, count(*) FROM t GROUP BY id")))
  }

  test("partitions whose values are equal for Spark are one group") {
    val path = newPath("forms")
    for ((value, rows) <- Seq("0.0" -> 5, "-0.0" -> 7, "NaN" -> 2))
      spark.range(0, rows, 1, 1).write.parquet(s"$path/p=$value")
    for (kind <- Seq("DOUBLE", "FLOAT")) {
      val table = spark.read.schema(s"id BIGINT, p $kind").format("pq2").load(path)
      val found = check(table, "SELECT p, count(*) FROM t GROUP BY p")
      assert(found.collect().map(_.getLong(1)).toSet === Set(2L, 12L))
    }
  }

  test("files without rows count zero") {
    val path = newPath("empty")
    spark.range(0, 0, 1, 1).selectExpr("id", "'x' AS x").write.parquet(path)
    val found = check(pq2(path), "SELECT count(*), count(id), min(x), max(id) FROM t")
    assert(found.collect().toSeq === Seq(Row(0L, 0L, null, null)))
  }

  test("Spark computes aggregates that a scan does not support") {
    val path = newPath("left")
    rows(0, 100).write.parquet(path)
    for (
      sql <- Seq(
        "SELECT count(*) FROM t WHERE number > 0",
        "SELECT sum(number) FROM t",
        "SELECT min(number + 1) FROM t",
        "SELECT min(text COLLATE UNICODE_CI) FROM t"
      )
    ) {
      val found = query(pq2(path), sql)
      assert(!isPushed(found), sql)
      assertSameRows(found, query(builtIn(path), sql))
    }
    assert(!isPushed(pq2(path).selectExpr("max(_metadata.file_path)", "min(number)")))
    check(pq2(path), "SELECT max(number) + min(number), count(1) FROM t")
  }

  test("structs, arrays and maps are counted from footers, for each writer") {
    def column(name: String, value: String) = s"case when id % 7 = 3 then null else $value end AS $name"
    val written = Seq(
      column("s", "struct(id, if(id % 2 = 0, null, 'x') AS x)"),
      column("deep", "struct(array(struct(id)) AS items, map(id, id) AS m)"),
      column("a", "if(id % 3 = 0, array(), array(id, null))"),
      column("m", "map(id, struct(id))"),
      "struct(id) AS present",
      "cast(null as struct<a: int>) AS absent"
    )
    val sql = Seq("s", "deep", "a", "m", "present", "absent").map(name => s"count($name)")
      .mkString("SELECT ", ", ", ", count(*) FROM t")
    for (format <- Seq("pq2", "parquet"); sizes <- Seq("true", "false"); v2 <- Seq("PARQUET_1_0", "PARQUET_2_0")) {
      val path = newPath("groups")
      spark.range(0, 500, 1, 2).selectExpr(written: _*).write.format(format)
        .option("parquet.size.statistics.enabled", sizes).option("parquet.writer.version", v2).save(path)
      val found = check(pq2(path), sql)
      assert(found.collect().toSeq === Seq(Row(429L, 429L, 429L, 429L, 500L, 0L, 500L)))
      if (sizes == "true") {
        assert(counter(found, ScanCounter.ROW_GROUPS_READ) === 0, s"$format $v2")
      } else if (format == "pq2") {
        // The built-in source writes size statistics in any case.
        assert(counter(found, ScanCounter.ROW_GROUPS_READ) > 0, v2)
      }
    }
  }

  test("a count of a struct fails as reading it does, and missing fields do not change it") {
    val path = newPath("groups")
    spark.range(0, 10).selectExpr("if(id = 3, null, struct(id)) AS s").write.parquet(path)
    def read(schema: String) = spark.read.schema(schema).format("pq2").load(path)
    for (legacy <- Seq("true", "false"))
      withConf("spark.sql.legacy.parquet.returnNullStructIfAllFieldsMissing" -> legacy) {
        val missing = check(read("s struct<other: int>, t struct<x: int>"), "SELECT count(s), count(t) FROM t")
        assert(missing.collect().toSeq === Seq(Row(if (legacy == "true" || !isSpark("4.1")) 0L else 9L, 0L)))
      }
    for (wrong <- Seq("s struct<id: date>", "s array<int>", "s int"); setting <- Seq("true", "false"))
      withConf("pq2.aggregates" -> setting) {
        intercept[Exception](query(read(wrong), "SELECT count(s) FROM t").collect())
      }
  }

  test("columns have the table's types even if files differ") {
    val path = newPath("evolved")
    spark.range(0, 50).selectExpr("cast(id as int) AS a").write.parquet(path)
    spark.range(100, 150).selectExpr("id AS A", "id AS b").write.mode("append").parquet(path)
    val table = new StructType().add("a", LongType).add("b", LongType).add("c", IntegerType)
    def read = spark.read.format("pq2").schema(table).load(path)
    val found =
      check(read, "SELECT count(*), count(a), min(a), max(a), count(b), min(b), max(b), count(c), max(c) FROM t")
    assert(found.collect().toSeq === Seq(Row(100L, 100L, 0L, 149L, 50L, 100L, 149L, 0L, null)))
    val merged = spark.read.format("pq2").option("mergeSchema", "true").load(mergeableFiles(path))
    check(merged, "SELECT min(b), count(a) FROM t")
    val wrong = new StructType().add("a", "binary")
    for (setting <- Seq("true", "false"))
      withConf("pq2.aggregates" -> setting) {
        val error = intercept[Exception](query(
          spark.read.format("pq2").schema(wrong).load(path),
          "SELECT count(a) FROM t"
        ).collect())
        assert(Iterator.iterate[Throwable](error)(
          _.getCause
        ).takeWhile(_ != null).exists(_.getMessage.contains("Data type mismatches")))
      }
  }

  /** Writes two files with different columns. The types of common columns are equal. */
  private def mergeableFiles(other: String): String = {
    val path = newPath("merged")
    spark.range(0, 50).selectExpr("id AS a").write.parquet(path)
    spark.range(100, 150).selectExpr("id AS a", "id AS b").write.mode("append").parquet(path)
    assert(path != other)
    path
  }

  test("added columns have their default in older files") {
    withTable("defaults") {
      spark.sql("CREATE TABLE defaults (a INT) USING parquet")
      spark.sql("INSERT INTO defaults VALUES (1), (2)")
      spark.sql("ALTER TABLE defaults ADD COLUMN b INT DEFAULT 42")
      spark.sql("INSERT INTO defaults VALUES (3, 7)")
      val table = spark.table("defaults").schema
      val location = spark.sql("DESCRIBE FORMATTED defaults").where("col_name = 'Location'").head().getString(1)
      val found = check(
        spark.read.format("pq2").schema(table).load(location),
        "SELECT count(*), count(b), min(b), max(b), max(a) FROM t"
      )
      assert(found.collect().toSeq === Seq(Row(3L, 3L, 7, 42, 3)))
    }
  }

  private def withTable(name: String)(body: => Unit): Unit =
    try body
    finally spark.sql(s"DROP TABLE IF EXISTS $name")

  test("dates and timestamps of other calendars are read") {
    val path = newPath("julian")
    withConf(
      "spark.sql.parquet.datetimeRebaseModeInWrite" -> "LEGACY",
      "spark.sql.parquet.outputTimestampType" -> "TIMESTAMP_MICROS"
    ) {
      spark.sql("SELECT date'1200-03-01' AS d, timestamp'1000-01-01 01:02:03' AS t").write.parquet(path)
    }
    check(pq2(path), "SELECT min(d), max(d), min(t), count(t) FROM t")
    val int96 = newPath("int96")
    withConf("spark.sql.parquet.outputTimestampType" -> "INT96") {
      rows(0, 100).select("moment").write.parquet(int96)
    }
    check(pq2(int96), "SELECT min(moment), max(moment), count(moment) FROM t")
  }

  test("corrupt files are skipped if configured") {
    val path = newPath("corrupt")
    spark.range(0, 100, 1, 2).write.parquet(path)
    val files = Files.list(Path.of(path)).iterator.asScala.filter(_.toString.endsWith(".parquet")).toSeq
    Files.write(files.head, "nothing".getBytes, StandardOpenOption.TRUNCATE_EXISTING)
    Files.deleteIfExists(files.head.resolveSibling("." + files.head.getFileName + ".crc"))
    val table = new StructType().add("id", LongType)
    def read(ignore: String) =
      spark.read.format("pq2").schema(table).option("ignoreCorruptFiles", ignore).load(path)
    // Footers would also answer for the rows of damaged pages.
    val found = query(read("true"), "SELECT count(*), count(id) FROM t")
    assert(!isPushed(found))
    assert(found.collect().toSeq === Seq(Row(50L, 50L)))
    intercept[Exception](query(read("false"), "SELECT count(id) FROM t").collect())
  }

  test("plans show pushed aggregates as Spark's own source does") {
    val path = newPath("explain")
    spark.range(0, 10).selectExpr("id", "cast(id as int) AS p").write.partitionBy("p").parquet(path)
    def aggregatesInPlan(frame: DataFrame): Set[String] = {
      val text = leaf(query(frame, "SELECT p, min(id), count(*) FROM t GROUP BY p")).simpleString(10000)
      "(PushedAggregation: .*?\\]|PushedGroupBy: .*?\\]|ReadSchema: [^ ,]*(,[^ ,]+)*)".r.findAllIn(text).toSet
    }
    val expected =
      withConf("spark.sql.sources.useV1SourceList" -> "", "spark.sql.parquet.aggregatePushdown" -> "true") {
        aggregatesInPlan(builtIn(path))
      }
    assert(expected.size === 3)
    assert(aggregatesInPlan(pq2(path)) === expected)
    withConf(off, "spark.sql.parquet.aggregatePushdown" -> "true") {
      assert(isPushed(query(pq2(path), "SELECT count(*) FROM t")), "Spark's own key also enables it")
    }
    assert(!isPushed(query(
      spark.read.format("pq2").option("pq2.aggregates", "false").load(path),
      "SELECT count(*) FROM t"
    )))
    assert(!isPushed(pq2(path).select(functions.col("id"))))
  }

  test("a count of rows by V1 reads no data") {
    val path = newPath("v1")
    rows(0, 5000).write.parquet(path)
    val frame = pq2V1(path).selectExpr("count(*)")
    assert(frame.collect().toSeq === Seq(Row(5000L)))
    assert(counter(frame, ScanCounter.BYTES_READ) === 0)
    assert(counter(frame, ScanCounter.REQUESTS) === 0)
  }
}
