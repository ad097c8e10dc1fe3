package io.pq2.spark

import io.pq2.hadoop.metrics.ScanCounter
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.functions.col

/** ORDER BY with LIMIT leaves out what statistics exclude, and returns the rows of the built-in source. */
class TopRowsSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  /** Two files of five row groups each. */
  private lazy val values: String = {
    val path = newPath("values")
    spark.range(0, 10000, 1, 2).selectExpr(
      "id",
      "IF(id % 100 = 7, NULL, CAST(id AS INT)) AS i",
      "IF(id BETWEEN 3000 AND 4999, NULL, id * 3) AS l",
      "date_add(DATE '2020-01-01', CAST(id DIV 10 AS INT)) AS day",
      "timestamp_micros(id * 1000000) AS ts",
      "CAST(id AS DECIMAL(12, 2)) AS d12",
      "CAST(id AS DECIMAL(30, 2)) AS d30",
      "lpad(id, 12, '0') AS s",
      "IF(id % 1000 = 3, DOUBLE('NaN'), CAST(id AS DOUBLE)) AS n",
      "id / 2.0D AS x",
      "id % 7 AS scattered",
      "named_struct('a', id) AS t",
      "repeat('x', CAST(id % 50 AS INT)) AS text"
    ).write.option("parquet.block.row.count.limit", "1000").format("pq2").save(path)
    path
  }

  private val readers = Seq[(String, String => DataFrame)]("V2" -> pq2, "V1" -> pq2V1)

  private def skipped(frame: DataFrame): Long =
    collect(frame.queryExecution.executedPlan) {
      case scan if scan.children.isEmpty => scan.metrics.get(ScanCounter.ROW_GROUPS_SKIPPED.metricName).map(_.value)
    }.flatten.sum

  /** Compares the first rows with those of the built-in source. Returns the number of row groups that were skipped. */
  private def check(read: String => DataFrame, query: DataFrame => DataFrame, path: String = values): Long = {
    val frame = query(read(path))
    assert(frame.collect().toSeq === query(builtInOnce(path)).collect().toSeq)
    skipped(frame)
  }

  for ((name, read) <- readers; adaptive <- Seq("true", "false"))
    test(s"$name, adaptive $adaptive: row groups of values that come later are skipped") {
      withConf("spark.sql.adaptive.enabled" -> adaptive) {
        for (column <- Seq("id", "day", "ts", "d12", "d30", "s"); order <- Seq(col(column), col(column).desc))
          assert(check(read, _.orderBy(order, col("id")).limit(10)) >= 6, order)
        // A row group has 990 values of i.
        assert(check(read, _.orderBy(col("i").desc).limit(990)) >= 8)
        assert(check(read, _.orderBy(col("i").desc).limit(991)) >= 6)
      }
    }

  for ((name, read) <- readers) {
    test(s"$name: rows with nulls come first or last") {
      // 2,000 rows of l are null, in row groups of their own.
      assert(check(read, _.orderBy(col("l").asc_nulls_first, col("id")).limit(20)) >= 7)
      assert(check(read, _.orderBy(col("l").asc_nulls_first, col("id")).limit(2005)) > 0)
      assert(check(read, _.orderBy(col("l").asc_nulls_last).limit(20)) >= 8)
      assert(check(read, _.orderBy(col("l").desc_nulls_first, col("id")).limit(20)) > 0)
      assert(check(read, _.orderBy(col("l").desc_nulls_last).limit(20)) >= 8)
      check(read, _.orderBy(col("l").asc_nulls_last).limit(9000))
      assert(check(read, _.orderBy(col("i").asc_nulls_first, col("id")).limit(60)) === 0)
    }

    test(s"$name: projections, other names and offsets") {
      assert(check(read, _.selectExpr("l AS other", "id AS x", "s").orderBy(col("x").desc).limit(5)) >= 8)
      assert(check(read, _.select("s", "id").orderBy("id").offset(5).limit(5)) >= 8)
      assert(check(read, _.selectExpr("t.a AS x", "id").orderBy("x").limit(5)) === 0)
      assert(check(read, _.orderBy(col("id") + 1).limit(5)) === 0)
    }

    test(s"$name: the rows that satisfy conditions bound what is read") {
      // A file has five row groups. The one that is read first has ten matching rows, so the other four are skipped.
      val cases = for {
        condition <- Seq("scattered = 3", "hash(id) % 3 = 0", "id > 20 OR text = 'x'", "length(s) + id % 2 = 13")
        column <- Seq("id", "day", "ts", "d12", "d30", "s")
        order <- Seq(col(column), col(column).desc)
      } yield (condition, order)
      for ((condition, order) <- some(cases, 5, readers.map(_._1).indexOf(name)))
        assert(check(read, _.where(condition).orderBy(order, col("id")).limit(10)) >= 8, s"$condition $order")
      for (order <- Seq(col("x"), col("x").desc))
        assert(check(read, _.where("scattered = 3").orderBy(order).limit(10)) >= 8, order)
      check(read, _.where("scattered = 3").orderBy(col("n"), col("id")).limit(10))
      check(read, _.where("id % 1000 <> 3").orderBy(col("n").desc, col("id")).limit(10))
      assert(check(read, _.where("scattered = 1").orderBy(col("l").asc_nulls_first, col("id")).limit(20)) >= 7)
      assert(check(read, _.where("scattered = 1").orderBy(col("l").desc_nulls_last, col("id")).limit(20)) >= 6)
      assert(check(read, _.where("scattered = 1").orderBy("id").offset(7).limit(5)) >= 8)
      assert(check(read, _.where("scattered = 1").selectExpr("s", "id AS x").orderBy("x").limit(5)) >= 8)
      check(read, _.where("id < 0").orderBy("id").limit(5))
      assert(check(read, _.where("scattered = 3 AND rand(1) > 1e-12").orderBy("id").limit(10)) === 0)
      assert(check(read, _.where("scattered = 3").orderBy("id").limit(9999)) === 0)
    }

    test(s"$name: rows that joins keep bound what is read") {
      import org.apache.spark.sql.functions.broadcast
      val keys = broadcast(spark.range(0, 7, 2).toDF("key"))
      for (kind <- Seq("inner", "left", "left_semi", "left_anti"))
        assert(
          check(read, _.join(keys, col("scattered") === col("key"), kind).orderBy("id").limit(10)) >= 8,
          kind
        )
    }

    test(s"$name: conditions, aggregates and values without an order of statistics read all rows") {
      assert(check(read, _.groupBy("day").count().orderBy("day").limit(10)) === 0)
      assert(check(read, _.orderBy(col("n").desc, col("id")).limit(20)) === 0)
      assert(check(read, _.orderBy(col("scattered"), col("id")).limit(20)) === 0)
      assert(check(read, _.orderBy(col("id")).limit(10000)) === 0)
    }

    test(s"$name: files without the column, and partitions") {
      val path = newPath("evolved")
      spark.range(0, 3000, 1, 1).selectExpr("id").write.option("parquet.block.row.count.limit", "1000").format("pq2")
        .save(path + "/part=1")
      spark.range(0, 3000, 1, 1).selectExpr("id", "id AS late").write.option("parquet.block.row.count.limit", "1000")
        .format("pq2").save(path + "/part=2")
      withConf("spark.sql.parquet.mergeSchema" -> "true") {
        for (order <- Seq(col("late"), col("late").desc, col("part")))
          check(read, _.orderBy(order, col("part"), col("id")).limit(15), path)
        assert(check(read, _.where("part = 2").orderBy(col("id").desc).limit(15), path) === 2)
      }
    }
  }

  /** Rows in no order, with many equal values, and with all special values of their types. */
  private lazy val scattered: String = {
    val path = newPath("scattered")
    spark.range(0, 20000, 1, 4).selectExpr(
      "id",
      "hash(id) AS h",
      "IF(id % 3 = 0, NULL, CAST(hash(id, 1) % 50 AS INT)) AS few",
      "CASE abs(hash(id, 2)) % 9 WHEN 0 THEN NULL WHEN 1 THEN DOUBLE('NaN') WHEN 2 THEN -0.0D WHEN 3 THEN 0.0D " +
        "WHEN 4 THEN DOUBLE('Infinity') ELSE CAST(hash(id, 3) AS DOUBLE) END AS n",
      "CASE abs(hash(id, 2)) % 9 WHEN 0 THEN NULL WHEN 1 THEN FLOAT('NaN') WHEN 2 THEN -0.0F WHEN 3 THEN 0.0F " +
        "ELSE CAST(hash(id, 3) AS FLOAT) END AS f",
      // Longer than the bounds of statistics.
      "concat(repeat(char(CAST(97 + abs(hash(id, 4)) % 2 AS INT)), 70), hash(id, 5) % 100) AS long",
      // Bytes that are not UTF-8.
      "CAST(CONCAT(X'FF', CAST(CAST(hash(id, 6) % 100 AS STRING) AS BINARY)) AS STRING) AS bytes",
      "hash(id, 7) % 2 = 0 AS flag",
      "CAST(hash(id, 8) % 100 AS BYTE) AS b",
      "CAST(hash(id, 8) AS DECIMAL(38, 10)) AS wide",
      "timestamp_micros(hash(id, 9) * 100000000L) AS ts",
      "date_add(DATE '1500-01-01', abs(hash(id, 9)) % 300000) AS day"
    ).write.option("parquet.block.row.count.limit", "1000").option("parquet.page.row.count.limit", "100")
      .format("pq2").save(path)
    path
  }

  for ((name, read) <- readers)
    test(s"$name: rows in no order, equal values and special values") {
      val random = new scala.util.Random(7)
      for (column <- spark.read.format("pq2").load(scattered).columns) {
        def either[T](choices: T*): T = choices(random.nextInt(choices.size))
        val key = either(
          col(column).asc_nulls_first,
          col(column).asc_nulls_last,
          col(column).desc_nulls_first,
          col(column).desc_nulls_last
        )
        val condition = either("true", "few > 10", "hash(id) % 5 = 0", "flag")
        val (rows, otherRows) = (either(1, 17, 500), either(3, 100))
        check(read, _.where(condition).orderBy(key, col("id")).limit(rows), scattered)
        val other = either(col("few").desc, col("flag"), col("n"))
        check(read, _.where(condition).orderBy(key, other, col("id")).limit(otherRows), scattered)
      }
    }

  test("a later execution of the same plan begins without a bound") {
    for ((_, read) <- readers) {
      val path = newPath("replaced")
      spark.range(0, 5000, 1, 1).write.option("parquet.block.row.count.limit", "1000").format("pq2").save(path)
      val frame = read(path).where("id % 2 = 0").orderBy("id").limit(5)
      assert(frame.collect().map(_.getLong(0)).toSeq === Seq(0, 2, 4, 6, 8))
      assert(frame.collect().map(_.getLong(0)).toSeq === Seq(0, 2, 4, 6, 8))
    }
  }

  test("the plan names the rows") {
    for ((_, read) <- readers) {
      val plan = read(values).orderBy(col("id").desc).limit(10).queryExecution.explainString(
        org.apache.spark.sql.execution.FormattedMode
      )
      assert(plan.contains("TopRows: id DESC NULLS LAST LIMIT 10"), plan)
    }
  }

  test("all rows are read if damaged ones may be left out, and without pushdown or statistics") {
    val settings = Seq(
      "pq2.read.onCorruption" -> "skip-rows",
      "spark.sql.parquet.filterPushdown" -> "false",
      "parquet.filter.stats.enabled" -> "false"
    )
    for (setting <- settings; (_, read) <- readers) withConf(setting) {
      assert(check(read, _.orderBy("id").limit(10)) === 0, setting)
    }
  }
}
