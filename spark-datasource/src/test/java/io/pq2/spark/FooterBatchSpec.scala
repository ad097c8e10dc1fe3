package io.pq2.spark

import scala.collection.mutable

import io.pq2.hadoop.metrics.ScanCounter
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec

/** COUNT, MIN and MAX of row groups whose rows all satisfy the conditions come from footers, and equal those of rows.
  */
class FooterBatchSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private val readers = Seq[(String, String => DataFrame)]("V2" -> pq2, "V1" -> pq2V1)

  /** Columns that increase with `id`, so that row groups of both files have ranges that do not overlap. */
  private val columns = Seq(
    "id" -> "id",
    "b" -> "CAST(id DIV 100 - 50 AS BYTE)",
    "h" -> "CAST(id - 5000 AS SHORT)",
    "i" -> "CAST(id * 100000 - 500000000 AS INT)",
    "l" -> "id * 1000000007",
    "d9" -> "CAST(id / 4 - 20 AS DECIMAL(9, 2))",
    "d18" -> "CAST(id * 1000 - 3000 AS DECIMAL(18, 3))",
    "f" -> "CAST(id + 1 AS FLOAT)",
    "g" -> "(id + 1) / 8D",
    "day" -> "date_add(DATE '2000-01-01', CAST(id DIV 10 AS INT))",
    "ts" -> "timestamp_micros(id * 10000019)",
    "ntz" -> "CAST(timestamp_micros(id * 10000019) AS TIMESTAMP_NTZ)",
    "flag" -> "id >= 5000",
    "s" -> "concat('a long text that may be cut in statistics, and a number: ', lpad(id, 12, '0'))",
    "bytes" -> "CAST(lpad(id, 9, '0') AS BINARY)",
    "d30" -> "CAST(id AS DECIMAL(30, 4)) * 1000000000000"
  )

  private val numbers = columns.map(_._1).filterNot(Seq("s", "bytes", "d30").contains)

  /** Writes two files of five row groups each, without nulls. */
  private def write(format: String): String = {
    val path = newPath("values")
    withConf("spark.sql.parquet.outputTimestampType" -> "TIMESTAMP_MICROS") {
      spark.range(0, 10000, 1, 2).selectExpr(columns.map { case (name, value) => s"$value AS $name" }: _*)
        .write.option("parquet.block.row.count.limit", "1000").format(format).save(path)
    }
    path
  }

  private lazy val values: String = write("pq2")

  /** A file of each writer, with row groups of special values. */
  private lazy val floats: String = {
    val path = newPath("floats")
    def column(kind: String, name: String) = s"CASE WHEN id < 100 THEN $kind(id - 50) WHEN id < 200 THEN " +
      s"IF(id % 2 = 0, $kind('-0.0'), $kind('0.0')) WHEN id < 300 THEN $kind('-0.0') WHEN id < 400 THEN " +
      s"IF(id % 7 = 0, $kind('NaN'), $kind(id)) WHEN id < 500 THEN $kind('NaN') WHEN id < 600 THEN " +
      s"IF(id % 3 = 0, NULL, $kind('Infinity')) WHEN id < 700 THEN NULL ELSE $kind(id) END AS $name"
    for (format <- Seq("pq2", "parquet"))
      spark.range(0, 1000, 1, 1).selectExpr("id", column("FLOAT", "f"), column("DOUBLE", "g"))
        .write.option("parquet.block.row.count.limit", "100").format(format).mode("append").save(path)
    path
  }

  private def scans(frame: DataFrame): Seq[SparkPlan] = collectWithSubqueries(frame.queryExecution.executedPlan) {
    case scan if scan.metrics.contains(ScanCounter.ROW_GROUPS_READ.metricName) => scan
  }

  private def counted(frame: DataFrame, counter: ScanCounter): Long =
    scans(frame).map(_.metrics(counter.metricName).value).sum

  private def answered(frame: DataFrame): Long = counted(frame, ScanCounter.ROW_GROUPS_ANSWERED)

  /** The rows of the built-in source, by path and query. Both readers run the same queries. */
  private val rowsOfBuiltIn = mutable.Map.empty[(String, String), Seq[String]]

  /** Runs a query of a view `v`, compares its rows with those of the built-in source, and returns it. */
  private def check(read: String => DataFrame, path: String, query: String): DataFrame = {
    val expected = rowsOfBuiltIn.getOrElseUpdate((path, query), readByBuiltIn(path, query))
    read(path).createOrReplaceTempView("v")
    val frame = spark.sql(query)
    assert(SparkSpec.sorted(frame.collect()) === expected, query)
    frame
  }

  private def readByBuiltIn(path: String, query: String): Seq[String] = {
    builtInOnce(path).createOrReplaceTempView("v")
    // With filters, the built-in source misses zeros of the other sign than the literal.
    withConf("spark.sql.parquet.filterPushdown" -> "false")(SparkSpec.sorted(spark.sql(query).collect()))
  }

  /** As the other method, and compares the number of row groups that were answered by footers. */
  private def check(read: String => DataFrame, path: String, query: String, expected: Int): Unit = {
    val frame = check(read, path, query)
    assert(answered(frame) === expected, s"$query\n${frame.queryExecution.executedPlan}")
  }

  /** Reads files with a declared schema, by V2 or as a table. */
  private def declared(format: String, table: String, path: String, schema: String, reader: String): DataFrame =
    if (reader == "V2") spark.read.schema(schema).format(format).load(path)
    else {
      spark.sql(s"DROP TABLE IF EXISTS $table")
      spark.sql(s"CREATE TABLE $table ($schema) USING $format LOCATION '$path'")
      spark.table(table)
    }

  for ((name, read) <- readers; adaptive <- Seq("true", "false"); format <- Seq("pq2", "parquet"))
    test(s"$name, adaptive $adaptive, written by $format: row groups without other rows are not read") {
      val path = if (format == "pq2") values else write(format)
      withConf("spark.sql.adaptive.enabled" -> adaptive) {
        val functions = numbers.map(column => s"count($column), min($column), max($column)").mkString(", ")
        val frame = check(read, path, s"SELECT count(*), $functions FROM v WHERE id >= 2500 AND id < 8700")
        assert(answered(frame) === 5)
        assert(counted(frame, ScanCounter.ROW_GROUPS_READ) === 2)
        assert(counted(frame, ScanCounter.ROW_GROUPS_SKIPPED) === 3)
        assert(counted(frame, ScanCounter.VALUES_DECODED) <= 2000 * columns.size)
        val within = check(read, path, s"SELECT count(*), $functions FROM v WHERE id >= 3000")
        assert(answered(within) === 7)
        assert(counted(within, ScanCounter.ROW_GROUPS_READ) === 0)
        assert(counted(within, ScanCounter.BYTES_READ) === 0)
      }
    }

  /** Conditions, and the number of row groups whose rows all satisfy them. */
  private val exact = Seq(
    "b >= 0" -> 5,
    "h > -1" -> 5,
    "i BETWEEN -200000000 AND 199999999" -> 4,
    "l <= 2999000020993" -> 3,
    "d9 < 1000" -> 4,
    "d18 >= 2000000 AND d18 <> 0" -> 7,
    "f > 4000" -> 6,
    "g <= 500" -> 4,
    "day >= DATE '2000-09-01'" -> 7,
    "ts >= TIMESTAMP '1970-01-01 10:00:00 UTC'" -> 6,
    "ntz IS NOT NULL" -> 10,
    "flag" -> 5,
    "NOT flag" -> 5,
    "s LIKE 'a long text%'" -> 10,
    "s > 'a'" -> 10,
    "bytes >= CAST('000004500' AS BINARY)" -> 5,
    "d30 > 0" -> 9,
    "id IN (1, 2, 3) OR id >= 9000" -> 1,
    "NOT (id < 5000)" -> 5,
    "NOT (id < 3500 AND flag)" -> 10,
    "id IS NULL" -> 0,
    "id <=> 5" -> 0,
    "i IS NOT NULL AND l IS NOT NULL" -> 10
  )

  /** Conditions that Spark pushes in a weaker form, or not at all, although they are true for many row groups. */
  private val inexact = Seq(
    "year(day) >= 2000",
    "id >= 5000 AND year(day) = 2001",
    "hour(ts) >= 0",
    "date_trunc('HOUR', ts) >= TIMESTAMP '1970-01-01 10:00:00'",
    "s LIKE 'a long%number%'",
    "id + 1 > 5000",
    "id * 2 - 7 < 100000",
    "hash(id) % 2 = 0",
    "id <= l",
    "id >= 5000 OR length(s) > 3"
  )

  for ((name, read) <- readers) {
    test(s"$name: conditions on all types prove that all rows match") {
      for ((condition, groups) <- exact)
        check(read, values, s"SELECT count(*), min(id), max(l), count(s) FROM v WHERE $condition", groups)
    }

    test(s"$name: conditions that are weaker as filters prove nothing") {
      for (condition <- inexact) check(read, values, s"SELECT count(*), min(id) FROM v WHERE $condition", 0)
    }

    test(s"$name: functions that footers do not answer need all rows") {
      val others = Seq(
        "sum(id)",
        "count(*) FILTER (WHERE i > 0)",
        "count(DISTINCT day)",
        "min(id + 1)",
        "count(i, l)",
        "max(d30)",
        "min(s)"
      )
      for (function <- others) check(read, values, s"SELECT count(*), max(id), $function FROM v WHERE id >= 2500", 0)
      check(read, values, "SELECT day, max(id) FROM v WHERE id >= 2500 GROUP BY day", 0)
    }

    test(s"$name: conditions and keys on columns that describe files") {
      val queries = Seq[DataFrame => DataFrame](
        _.where("id >= 2500 AND _metadata.file_size > 0").selectExpr("count(*)", "max(id)"),
        _.where("id >= 2500 AND _metadata.row_index >= 0").selectExpr("count(*)", "max(id)"),
        _.where("id >= 2500").selectExpr("max(_metadata.row_index)", "count(*)"),
        _.where("id >= 2500").groupBy("_metadata.file_size").count()
      )
      for (query <- queries) {
        val frame = query(read(values))
        assert(SparkSpec.sorted(frame.collect()) === SparkSpec.sorted(query(builtIn(values)).collect()))
        assert(answered(frame) === 0, frame.queryExecution.executedPlan)
      }
    }

    test(s"$name: NaN, zeros, infinities and nulls") {
      val literals = Seq("'-0.0'", "'0.0'", "'5'", "'600'", "'NaN'", "'Infinity'", "'-Infinity'")
      val conditions = for {
        literal <- literals
        operator <- Seq("=", "<>", "<", "<=", ">", ">=", "<=>")
      } yield s"$operator DOUBLE($literal)"
      val more = Seq(
        "IS NULL",
        "IS NOT NULL",
        "NOT IN (DOUBLE('NaN'), DOUBLE(0))",
        "IN (DOUBLE('-0.0'), DOUBLE('NaN'))"
      )
      // V1 plans the same operators as V2.
      val tested = if (name == "V2") conditions ++ more else some(conditions ++ more, 3)
      val frames = tested.map { condition =>
        check(read, floats, s"SELECT count(*), count(f), count(g), min(id), max(id) FROM v WHERE g $condition")
      }
      assert(frames.map(answered).sum > tested.size * 2)
      val extremes = Seq("id < 100", "id < 300 AND id >= 100", "id BETWEEN 300 AND 399", "id >= 400", "id >= 600")
        .map(condition => check(read, floats, s"SELECT min(f), max(f), min(g), max(g) FROM v WHERE $condition"))
      assert(extremes.map(answered).sum > 5)
    }

    test(s"$name: partition columns are keys, arguments and constants") {
      val path = newPath("partitioned")
      pq2(values).selectExpr("id", "day", "i", "IF(id < 5000, 'a b', NULL) AS p", "id DIV 2500 AS q")
        .write.option("parquet.block.row.count.limit", "500").partitionBy("p", "q").format("pq2").save(path)
      check(read, path, "SELECT p, count(*), min(day), max(i) FROM v WHERE id >= 2600 GROUP BY p", 14)
      check(read, path, "SELECT upper(p), q + 1, count(i) FROM v WHERE id >= 2600 GROUP BY 1, 2", 14)
      check(read, path, "SELECT count(p), min(q), max(q), count(*) FROM v WHERE id >= 2600", 14)
      check(read, path, "SELECT DISTINCT q FROM v WHERE id >= 2600", 14)
      check(read, path, "SELECT count(*), max(id) FROM v WHERE id >= 2600 AND q >= 2", 10)
      check(read, path, "SELECT count(*), max(id) FROM v WHERE id >= 2600 OR q = 1", 0)
      check(read, path, "SELECT count(*), max(id) FROM v WHERE id > 100000 AND q = 1", 0)
    }

    test(s"$name: columns that files lack, and columns of other types") {
      val path = newPath("evolved")
      val schema = "id BIGINT, n INT, extra BIGINT"
      def file(rows: DataFrame): Unit =
        rows.write.option("parquet.block.row.count.limit", "100").mode("append").format("pq2").save(path)
      file(spark.range(0, 300, 1, 1).selectExpr("id", "CAST(id AS INT) AS n"))
      file(spark.range(300, 600, 1, 1).selectExpr("CAST(id AS INT) AS id", "CAST(id AS SHORT) AS n", "id AS extra"))
      try
        for (
          (query, groups) <- Seq(
            "SELECT count(*), count(extra), min(extra), max(n) FROM v WHERE n >= 150" -> 4,
            "SELECT count(*), max(id) FROM v WHERE extra >= 0" -> 3,
            "SELECT count(*), max(id) FROM v WHERE extra IS NULL" -> 0,
            "SELECT count(*), max(id) FROM v WHERE extra >= 0 OR id >= 100" -> 3
          )
        ) {
          declared("parquet", "evolved", path, schema, name).createOrReplaceTempView("v")
          val expected = SparkSpec.sorted(spark.sql(query).collect())
          declared("pq2", "evolved", path, schema, name).createOrReplaceTempView("v")
          val frame = spark.sql(query)
          assert(SparkSpec.sorted(frame.collect()) === expected, query)
          assert(answered(frame) === groups, query)
        }
      finally spark.sql("DROP TABLE IF EXISTS evolved")
    }

    test(s"$name: dates and timestamps of other calendars, INT96, and files without statistics") {
      val julian = newPath("julian")
      withConf(
        "spark.sql.parquet.datetimeRebaseModeInWrite" -> "LEGACY",
        "spark.sql.parquet.outputTimestampType" -> "TIMESTAMP_MICROS"
      ) {
        spark.range(0, 1000, 1, 1).selectExpr(
          "id",
          "date_add(DATE '1000-01-01', CAST(id * 400 AS INT)) AS d",
          "timestamp_micros(id * 86400000000 * 400 - 30000000000000000) AS t"
        ).write.option("parquet.block.row.count.limit", "100").parquet(julian)
      }
      val int96 = newPath("int96")
      withConf("spark.sql.parquet.outputTimestampType" -> "INT96") {
        spark.range(0, 1000, 1, 1).selectExpr("id", "timestamp_micros(id * 1000000) AS t", "CAST(NULL AS DATE) AS d")
          .write.option("parquet.block.row.count.limit", "100").parquet(int96)
      }
      val bare = newPath("bare")
      spark.range(0, 1000, 1, 1).selectExpr("id", "CAST(id AS TIMESTAMP) AS t", "CAST('2020-01-01' AS DATE) AS d")
        .write.option("parquet.column.statistics.enabled", "false").format("pq2").save(bare)
      for (
        path <- Seq(julian, int96, bare);
        condition <- Seq(
          "d >= DATE '1200-05-05'",
          "d < DATE '1800-01-01'",
          "t > TIMESTAMP '1500-01-01 00:00:00'",
          "t <= TIMESTAMP '1960-01-01 00:00:00'",
          "id >= 250"
        )
      ) {
        val counts = check(read, path, s"SELECT count(*), min(id), count(t), count(d) FROM v WHERE $condition")
        val extremes = check(read, path, s"SELECT min(d), max(d), min(t), max(t) FROM v WHERE $condition")
        if (condition.startsWith("id")) {
          assert(answered(counts) === (if (path == bare) 0 else 7))
          assert(answered(extremes) === 0)
        }
      }
    }

    test(s"$name: each row group is counted once, for any splits") {
      for (mode <- Seq("midpoint", "footers"))
        withConf(
          "pq2.splits" -> mode,
          "spark.sql.files.minPartitionNum" -> "8",
          "spark.sql.files.openCostInBytes" -> "1000"
        ) {
          val frame = check(read, values, "SELECT count(*), min(day), max(f) FROM v WHERE id >= 2500")
          assert(scans(frame).head.executeColumnar().getNumPartitions > 4)
          assert(answered(frame) === 7)
          assert(counted(frame, ScanCounter.ROW_GROUPS_READ) === 1)
        }
    }

    test(s"$name: the plan shows the functions, and settings switch the answers off") {
      val query = "SELECT count(*), min(day), max(id) FROM v WHERE id >= 2500"
      withConf("spark.sql.adaptive.enabled" -> "false") {
        val plan = check(read, values, query).queryExecution.executedPlan.toString
        assert(plan.contains("FooterAggregates: [count(*), min(day), max(id)]"), plan)
        for (
          off <- Seq(
            "pq2.aggregates" -> "false",
            "pq2.partialAggregates" -> "false",
            "parquet.filter.stats.enabled" -> "false",
            "spark.sql.parquet.filterPushdown" -> "false",
            "pq2.read.onCorruption" -> "skip-rows"
          )
        ) withConf(off)(check(read, values, query, 0))
      }
    }

    test(s"$name: a condition on a column of another type fails as in the built-in source") {
      try
        for (format <- Seq("parquet", "pq2")) {
          val counted = declared(
            format,
            "wrong",
            values,
            "id BIGINT, day STRING",
            name
          ).where("day IS NOT NULL").selectExpr("count(*)")
          val messages = Iterator.iterate[Throwable](intercept[Exception](counted.collect()))(_.getCause)
            .takeWhile(_ != null).map(_.getMessage).toSeq
          assert(messages.exists(_.contains("day")), format)
        }
      finally spark.sql("DROP TABLE IF EXISTS wrong")
    }

    test(s"$name: equal aggregations run once") {
      read(values).createOrReplaceTempView("v")
      val query = "SELECT count(*) AS c, max(id) AS m FROM v WHERE id >= 2500"
      withConf("spark.sql.autoBroadcastJoinThreshold" -> "-1") {
        val frame = spark.sql(s"SELECT * FROM ($query) a JOIN ($query) b ON a.c = b.c")
        assert(frame.collect().toSeq.map(_.toSeq) === Seq(Seq(7500L, 9999L, 7500L, 9999L)))
        val plan = frame.queryExecution.executedPlan
        assert(collect(plan) { case reused: ReusedExchangeExec => reused }.size === 1, plan)
        assert(answered(frame) === 7, plan)
      }
    }
  }

  test("tables with padded columns and with defaults of added columns") {
    def rows(format: String): Seq[Seq[String]] = {
      val table = s"footer_$format"
      try {
        spark.sql(s"CREATE TABLE $table (id INT, c CHAR(5)) USING $format")
        spark.sql(s"INSERT INTO $table SELECT id, IF(id % 3 = 0, NULL, 'ab') FROM range(0, 100, 1, 1)")
        spark.sql(s"ALTER TABLE $table ADD COLUMN n INT DEFAULT 42")
        spark.sql(s"INSERT INTO $table SELECT id, 'xyz', id FROM range(100, 200, 1, 1)")
        Seq("id >= 0", "c = 'ab'", "c >= 'x'", "n > 41", "n = 42 AND id < 100", "c IS NOT NULL AND id >= 100").map {
          condition =>
            val frame = spark.sql(s"SELECT count(*), count(id), min(n), max(n), max(id) FROM $table WHERE $condition")
            val found = SparkSpec.sorted(frame.collect()) ++ SparkSpec.sorted(
              spark.sql(s"SELECT count(c), min(c), max(c) FROM $table WHERE $condition").collect()
            )
            if (format == "pq2" && condition == "id >= 0") assert(answered(frame) === 2)
            found
        }
      } finally spark.sql(s"DROP TABLE IF EXISTS $table")
    }
    assert(rows("pq2") === rows("parquet"))
  }
}
