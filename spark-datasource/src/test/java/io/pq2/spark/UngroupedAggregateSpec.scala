package io.pq2.spark

import java.nio.file.{Files, Path}

import scala.util.Try

import io.pq2.spark.internal.operators.Pq2FinalAggregateExec
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.execution.ReusedSubqueryExec
import org.apache.spark.sql.execution.adaptive.{AdaptiveSparkPlanExec, AdaptiveSparkPlanHelper}
import org.apache.spark.sql.execution.exchange.ShuffleExchangeLike
import org.apache.spark.sql.{DataFrame, Row}

/** Aggregations without grouping columns need no exchange if they are whole queries on a scan. */
class UngroupedAggregateSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private lazy val values: String = {
    val path = newPath("values")
    spark.range(0, 20000, 1, 3).selectExpr(
      "id",
      "IF(id % 7 = 0, NULL, CAST(id % 100 AS INT)) AS n",
      "IF(id % 5 = 0, NULL, id / 3.0D) AS g",
      "CAST(id AS DECIMAL(30, 2)) * 1000000000 AS d",
      "concat('text ', id % 10) AS s",
      "slice(array(1, 2, 3), 1, CAST(id % 4 AS INT)) AS l",
      "IF(id = 19999, 9223372036854775807, id) AS big"
    ).write.format("pq2").save(path)
    path
  }

  private val readers = Seq[(String, String => DataFrame)]("V2" -> pq2, "V1" -> pq2V1)

  private def merges(frame: DataFrame): Int =
    collectWithSubqueries(frame.queryExecution.executedPlan) { case last: Pq2FinalAggregateExec => last }.size

  private def check(read: String => DataFrame, query: String, isMerged: Boolean): Unit = {
    builtIn(values).createOrReplaceTempView("v")
    val expected = Try(SparkSpec.sorted(spark.sql(query).collect()))
    read(values).createOrReplaceTempView("v")
    val frame = spark.sql(query)
    val found = Try(SparkSpec.sorted(frame.collect()))
    assert(found.toOption === expected.toOption, query)
    val plan = frame.queryExecution.executedPlan
    assert((merges(frame) > 0) === isMerged, s"$query\n$plan")
    val isAdaptive = find(plan)(_.isInstanceOf[AdaptiveSparkPlanExec]).isDefined
    if (isMerged) {
      assert(find(plan)(_.isInstanceOf[ShuffleExchangeLike]).isEmpty && !isAdaptive, s"$query\n$plan")
    }
  }

  for ((name, read) <- readers; ansi <- Seq("true", "false"))
    test(s"$name, ANSI $ansi: the driver collects the rows of the tasks") {
      withConf("spark.sql.ansi.enabled" -> ansi) {
        for (
          query <- Seq(
            "SELECT sum(n), avg(g), min(d), max(n) FROM v",
            "SELECT count(*), sum(n + 1) AS x FROM v WHERE s LIKE '%3' AND n > 5",
            "SELECT sum(d) + count(n) FROM v WHERE hash(id, n) % 3 = 0",
            "SELECT stddev(n), corr(n, g) FROM v",
            "SELECT sum(x), count(*) FROM v LATERAL VIEW explode(l) e AS x",
            "SELECT sum(m) FROM (SELECT n * 2 AS m FROM v WHERE id > 100)",
            "SELECT sum(n) FILTER (WHERE s = 'text 1'), count(*) FROM v WHERE id < 0",
            "SELECT sum(big) FROM v"
          )
        ) check(read, query, isMerged = true)
      }
    }

  for ((name, read) <- readers)
    test(s"$name: other queries have an exchange") {
      for (
        query <- Seq(
          "SELECT s, sum(n) FROM v GROUP BY s",
          "SELECT count(DISTINCT n) FROM v",
          "SELECT max(s), sum(n) FROM v",
          "SELECT sort_array(collect_set(s)) FROM v",
          "SELECT percentile(n, 0.5) FROM v",
          "SELECT sum(a.n) FROM v a JOIN v b ON a.id = b.id",
          "SELECT sum(n) FROM (SELECT n FROM v ORDER BY id LIMIT 10)",
          "SELECT * FROM (SELECT sum(n) AS x FROM v) JOIN (SELECT sum(id) AS y FROM v) ON x < y"
        )
      ) check(read, query, isMerged = false)
      withConf("pq2.partialAggregates" -> "false") {
        check(read, "SELECT sum(n), avg(g) FROM v", isMerged = false)
      }
    }

  test("tables of the built-in source that pq2 reads have none, and its own scans do") {
    withConf("spark.pq2.replace.parquet" -> "true") {
      check(builtIn, "SELECT sum(n) FROM v", isMerged = true)
    }
    check(builtIn, "SELECT sum(n) FROM v", isMerged = false)
  }

  test("scalar subqueries need no exchange either, and equal ones run once") {
    val average = "(SELECT avg(n) FROM v WHERE id >= 0)"
    val query = s"SELECT sum(n) FROM v WHERE n < $average OR n + 50 < $average"
    builtIn(values).createOrReplaceTempView("v")
    val expected = spark.sql(query).collect()
    for (adaptive <- Seq("true", "false")) withConf("spark.sql.adaptive.enabled" -> adaptive) {
      pq2(values).createOrReplaceTempView("v")
      val frame = spark.sql(query)
      assert(frame.collect() === expected)
      val plan = frame.queryExecution.executedPlan
      assert(merges(frame) === 2, plan)
      assert(collectWithSubqueries(plan) { case reused: ReusedSubqueryExec => reused }.size === 1, plan)
    }
  }

  for ((name, read) <- readers)
    test(s"$name: all actions return the same row") {
      read(values).createOrReplaceTempView("v")
      val query = "SELECT sum(n) AS s, max(g) AS g FROM v WHERE id % 3 = 1"
      val row = builtIn(values).where("id % 3 = 1").selectExpr("sum(n)", "max(g)").head()
      def frame = spark.sql(query)
      assert(merges(frame) === 1)
      assert(frame.collect() === Array(row))
      assert(frame.head() === row)
      assert(frame.take(5) === Array(row))
      assert(frame.tail(5) === Array(row))
      assert(frame.limit(0).collect().isEmpty)
      assert(frame.toLocalIterator().next() === row)
      assert(frame.rdd.collect() === Array(row))
      assert(frame.localCheckpoint().collect() === Array(row))
      val cached = frame.cache()
      try assert(cached.collect() === Array(row))
      finally cached.unpersist()
      val twice = frame
      assert(twice.collect() === twice.collect())
      assert(twice.queryExecution.executedPlan.metrics("numOutputRows").value === 1)
    }

  for ((name, _) <- readers)
    test(s"$name: tables without rows or files have a result") {
      val noRows = newPath("no-rows")
      builtIn(values).where("id < 0").write.format("pq2").save(noRows)
      val noFiles = newPath("no-files")
      Files.createDirectories(Path.of(noFiles))
      for (path <- Seq(noRows, noFiles)) {
        val schema = "n INT, g DOUBLE"
        if (name == "V2") spark.read.format("pq2").schema(schema).load(path).createOrReplaceTempView("v")
        else spark.sql(s"CREATE OR REPLACE TEMPORARY VIEW v ($schema) USING pq2 OPTIONS (path '$path')")
        val frame = spark.sql("SELECT count(n), sum(n), avg(g), count(*) + 1 FROM v")
        assert(frame.collect() === Array(Row(0L, null, null, 1L)))
      }
    }

  test("an overflow of the merged values is Spark's error") {
    withConf("spark.sql.ansi.enabled" -> "true") {
      val path = newPath("overflow")
      spark.range(0, 2, 1, 2).selectExpr("9223372036854775807 - id AS big").write.format("pq2").save(path)
      pq2(path).createOrReplaceTempView("v")
      val frame = spark.sql("SELECT sum(big) FROM v")
      assert(merges(frame) === 1)
      val error = intercept[ArithmeticException with SparkThrowable](frame.collect())
      assert(error.getCondition.startsWith("ARITHMETIC_OVERFLOW"))
    }
  }
}
