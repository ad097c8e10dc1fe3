package io.pq2.spark

import io.pq2.spark.internal.operators.{Pq2BroadcastJoinExec, Pq2ExpandExec, Pq2PartialAggregateExec}
import org.apache.spark.sql.execution.ExpandExec
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper

/** Aggregations by several sets of columns, and of several distinct columns, work on batches with Spark's results. */
class ExpandSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private lazy val facts: String = {
    val path = newPath("facts")
    spark.range(0, 30000, 1, 2).selectExpr(
      "id",
      "CAST(IF(id % 11 = 0, NULL, id % 50) AS INT) AS k",
      "IF(id % 13 = 0, NULL, concat('name', id % 20)) AS t",
      "concat('long text number ', id) AS u",
      "CAST(id % 7 AS SMALLINT) AS m",
      "IF(id % 5 = 0, NULL, CAST(id AS DECIMAL(12, 2)) / 100) AS amount",
      "IF(id % 9 = 0, 'NaN', id % 31 * 0.1D) AS d",
      "DATE '2020-01-01' + CAST(id % 90 AS INT) AS day",
      "id % 3 = 0 AS flag",
      "named_struct('a', id % 4) AS s",
      "array(id % 4) AS e"
    ).write.option("parquet.block.row.count.limit", "9000").format("pq2").save(path)
    path
  }

  private lazy val names: String = {
    val path = newPath("names")
    spark.range(0, 40, 1, 1).selectExpr("CAST(id AS INT) AS nk", "concat('group', id % 6) AS name", "id % 4 AS class")
      .write.format("pq2").save(path)
    path
  }

  private def views(v1: Boolean): Unit = for ((name, path) <- Seq("facts" -> facts, "names" -> names))
    (if (v1) pq2V1(path) else pq2(path)).createOrReplaceTempView(name)

  private val Queries = Seq(
    "SELECT k, t, m, count(*), sum(id), sum(amount), min(d), max(day) FROM facts GROUP BY ROLLUP(k, t, m)",
    "SELECT t, flag, day, grouping_id(), count(amount), avg(d) FROM facts GROUP BY CUBE(t, flag, day)",
    "SELECT k, t, count(*) FROM facts WHERE id % 3 = 1 AND m > 2 GROUP BY GROUPING SETS ((k), (t), (k, t), (k), ())",
    "SELECT d, amount, count(*) FROM facts GROUP BY ROLLUP(d, amount)",
    "SELECT u, m, count(*) FROM facts GROUP BY ROLLUP(m, u)",
    "SELECT count(DISTINCT k), count(DISTINCT t), sum(DISTINCT m), sum(id), max(day) FROM facts",
    "SELECT m, count(DISTINCT t, k), count(DISTINCT day), sum(amount) FROM facts GROUP BY m",
    "SELECT s.a, t, sum(id * 2) FROM facts GROUP BY ROLLUP(s.a, t)",
    "SELECT k, t, sum(id) FROM facts GROUP BY ROLLUP(k, t) HAVING grouping(t) = 1",
    "SELECT m2, sum(x) FROM (SELECT m AS m2, id + 1 AS x, t FROM facts) GROUP BY CUBE(m2, t)",
    "SELECT 1 AS one, k, count(*) FROM facts GROUP BY ROLLUP(k), 1"
  )

  /** Compares the results of a query with those of Spark's own operators.
    *
    * @param expands the number of operators of pq2
    */
  private def check(query: String, expands: Int = 1): Unit = {
    val expected = withConf("spark.pq2.partialAggregates" -> "false")(spark.sql(query).collect())
    val found = spark.sql(query)
    assertSameRows(found, expected)
    val plan = found.queryExecution.executedPlan
    assert(collect(plan) { case expand: Pq2ExpandExec => expand }.size === expands, s"$query\n$plan")
    if (expands > 0) {
      assert(collect(plan) { case expand: ExpandExec => expand }.isEmpty, s"$query\n$plan")
      assert(collect(plan) { case partial: Pq2PartialAggregateExec => partial }.nonEmpty, query)
    }
  }

  for (v1 <- Seq(false, true); adaptive <- Seq("true", "false"))
    test(s"V1 $v1, adaptive $adaptive: groupings have the results of Spark") {
      withConf("spark.sql.adaptive.enabled" -> adaptive) {
        views(v1)
        Queries.foreach(check(_))
        // Adaptive execution removes what turned out to be empty.
        val expands = if (adaptive == "true") 0 else 1
        check("SELECT k, t, sum(id) FROM facts WHERE hash(id) = 5 GROUP BY ROLLUP(k, t)", expands)
      }
    }

  test("batches are joined with broadcasts before they are expanded") {
    for (v1 <- Seq(false, true)) {
      views(v1)
      for (
        query <- Seq(
          "SELECT name, class, t, sum(id), sum(amount) FROM facts JOIN names ON k = nk GROUP BY ROLLUP(name, class, t)",
          "SELECT class, count(DISTINCT name), count(DISTINCT t), sum(id) FROM facts LEFT JOIN names ON k = nk " +
            "WHERE m < 5 GROUP BY class",
          "SELECT name, m, count(*) FROM facts JOIN names ON k = nk AND class < m GROUP BY CUBE(name, m)"
        )
      ) {
        check(query)
        val plan = spark.sql(query).queryExecution.executedPlan
        val frame = spark.sql(query)
        frame.collect()
        val joins = collect(frame.queryExecution.executedPlan) { case join: Pq2BroadcastJoinExec => join }
        assert(joins.size === 1, s"$query\n$plan")
      }
    }
  }

  test("columns that no function and no grouping uses are not read") {
    views(v1 = true)
    val frame = spark.sql("SELECT k, t, sum(id) FROM facts GROUP BY ROLLUP(k, t)")
    frame.collect()
    val expands = collect(frame.queryExecution.executedPlan) { case expand: Pq2ExpandExec => expand }
    assert(expands.map(_.child.output.map(_.name).toSet) === Seq(Set("k", "t", "id")))
    assert(expands.map(_.metrics("numOutputRows").value) === Seq(90000))
  }

  test("what stays in Spark, and why") {
    views(v1 = false)
    val query = "SELECT e, t, count(*) FROM facts GROUP BY ROLLUP(e, t)"
    check(query, expands = 0)
    // Spark projects the condition.
    check(
      "SELECT m, count(DISTINCT t) FILTER (WHERE id > 100), count(DISTINCT k), min(d) FROM facts GROUP BY m",
      expands = 0
    )
    val computed = "SELECT k + 1, t, count(*) FROM facts GROUP BY ROLLUP(k + 1, t)"
    check(computed, expands = 0)
    val frame = spark.sql(computed)
    frame.collect()
    val notes = collectLeaves(stripAQEPlan(frame.queryExecution.executedPlan))
      .map(_.verboseStringWithOperatorId()).mkString("\n")
    assert(notes.contains("is computed for several groupings by Spark's code only"), notes)
  }

  test("an overflow is Spark's error") {
    views(v1 = false)
    withConf("spark.sql.ansi.enabled" -> "true") {
      val error = intercept[Exception](
        spark.sql("SELECT k, t, sum(id + 9223372036854775807) FROM facts WHERE id > 0 GROUP BY ROLLUP(k, t)").collect()
      )
      assert((error.toString + error.getCause).contains("ARITHMETIC_OVERFLOW"), error)
    }
  }
}
