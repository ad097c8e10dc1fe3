package io.pq2.spark

import io.pq2.spark.internal.operators.{Pq2BroadcastJoinExec, Pq2PartialAggregateExec}
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.aggregate.HashAggregateExec
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec

/** Aggregations of scans that are joined with broadcasts work on batches, with the results of Spark's own operators. */
class BatchJoinSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private lazy val facts: String = {
    val path = newPath("facts")
    spark.range(0, 40000, 1, 2).selectExpr(
      "id",
      "CAST(IF(id % 11 = 0, NULL, id % 500) AS INT) AS k",
      "CAST(id % 7 AS SMALLINT) AS m",
      "IF(id % 13 = 0, NULL, id % 300 - 150) AS l",
      "CAST(id AS DECIMAL(12, 2)) / 100 AS amount",
      "id * 0.1D AS d",
      "concat('name', id % 20) AS t",
      "CASE id % 5 WHEN 0 THEN CAST(-9223372036854775808 AS BIGINT) WHEN 1 THEN 9223372036854775807 ELSE id END AS far",
      "named_struct('k', CAST(id % 400 AS INT)) AS s"
    ).write.option("parquet.block.row.count.limit", "15000").format("pq2").save(path)
    path
  }

  /** Each `k` below 300 once, with values of all types. */
  private lazy val unique: String = {
    val path = newPath("unique")
    spark.range(0, 300, 1, 1).selectExpr(
      "CAST(id AS INT) AS uk",
      "CAST(id % 7 AS SMALLINT) AS um",
      "IF(id % 9 = 0, NULL, concat('name', id % 12)) AS name",
      "IF(id % 8 = 0, NULL, DATE '2020-01-01' + CAST(id % 40 AS INT)) AS day",
      "timestamp_micros(id * 1000003) AS ts",
      "CAST(id AS DECIMAL(9, 3)) / 7 AS price",
      "CAST(id / 3 AS FLOAT) AS f",
      "id / 7D AS g",
      "id % 2 = 0 AS flag",
      "CAST(id % 5 AS TINYINT) AS b",
      "CASE id WHEN 0 THEN CAST(-9223372036854775808 AS BIGINT) WHEN 1 THEN 9223372036854775807 ELSE id END AS far"
    ).write.format("pq2").save(path)
    path
  }

  /** Several rows for each of some `k`, also in other orders; nulls as keys. */
  private lazy val several: String = {
    val path = newPath("several")
    spark.range(0, 900, 1, 1).selectExpr(
      "CAST(IF(id % 50 = 0, NULL, id * 37 % 220) AS INT) AS sk",
      "CAST(id % 3 AS SMALLINT) AS sm",
      "id AS sid",
      "concat('s', id % 10) AS sname"
    ).write.format("pq2").save(path)
    path
  }

  private val readers = Seq[(String, String => DataFrame)]("V2" -> pq2, "V1" -> pq2V1)

  private def views(read: String => DataFrame): Unit = {
    read(facts).createOrReplaceTempView("facts")
    read(unique).createOrReplaceTempView("unique")
    read(several).createOrReplaceTempView("several")
  }

  /** Compares the results of a query with those of Spark's own joins.
    *
    * @param joins the number of joins on batches
    */
  private def check(query: String, joins: Int = 1): Unit = {
    val expected = withConf("spark.pq2.batchJoins" -> "false")(spark.sql(query).collect())
    val found = spark.sql(query)
    assertSameRows(found, expected)
    val plan = found.queryExecution.executedPlan
    assert(collect(plan) { case join: Pq2BroadcastJoinExec => join }.size === joins, s"$query\n$plan")
    if (joins > 0) assert(collect(plan) { case partial: Pq2PartialAggregateExec => partial }.nonEmpty, query)
  }

  private val InnerJoins = Seq(
    "SELECT name, count(*), sum(id), sum(amount), sum(d) FROM facts JOIN unique ON k = uk GROUP BY name",
    "SELECT day, flag, min(id), count(name), sum(price), sum(g) FROM facts JOIN unique ON k = uk GROUP BY day, flag",
    "SELECT b, max(ts), min(f), max(g), count(name), avg(k) FROM facts JOIN unique ON k = uk WHERE id > 99 GROUP BY b",
    "SELECT count(*) FROM facts JOIN unique ON k = uk",
    "SELECT t, sum(u) FROM (SELECT t, id + price AS u, m FROM facts JOIN unique ON k = uk) WHERE m < 5 GROUP BY t",
    "SELECT name, sum(id) FROM facts JOIN unique ON k = uk AND m = um GROUP BY name",
    "SELECT name, sum(id) FROM facts JOIN unique ON k = uk AND id % 100 < uk AND facts.t < name GROUP BY name",
    "SELECT name, sum(id) FROM facts JOIN unique ON facts.far = unique.far GROUP BY name",
    "SELECT name, sum(id) FROM facts JOIN unique ON l = uk GROUP BY name",
    "SELECT name, sum(id) FROM facts JOIN unique ON s.k = uk GROUP BY name",
    "SELECT name, sum(s.k) FROM facts JOIN unique ON k = uk WHERE s.k > 10 GROUP BY name",
    "SELECT sname, count(*), sum(id), sum(d), sum(sid) FROM facts JOIN several ON k = sk GROUP BY sname",
    "SELECT sname, sum(sid) FROM facts JOIN several ON k = sk AND m = sm GROUP BY sname",
    "SELECT t, count(*) FROM facts JOIN several ON k = sk AND sid > id GROUP BY t",
    "SELECT uk, count(*) FROM unique JOIN facts ON uk = k GROUP BY uk"
  )

  private val OtherJoins = Seq(
    "SELECT name, count(*), count(name), sum(id), sum(price) FROM facts LEFT JOIN unique ON k = uk GROUP BY name",
    "SELECT name, day, b, sum(id), max(flag) FROM unique RIGHT JOIN facts ON k = uk GROUP BY name, day, b",
    "SELECT sname, count(*), sum(sid), sum(id) FROM facts LEFT JOIN several ON k = sk GROUP BY sname",
    "SELECT t, count(*) FROM facts LEFT SEMI JOIN unique ON k = uk GROUP BY t",
    "SELECT t, count(*) FROM facts LEFT SEMI JOIN several ON k = sk GROUP BY t",
    "SELECT t, count(*) FROM facts LEFT ANTI JOIN unique ON k = uk GROUP BY t",
    "SELECT t, count(*) FROM facts LEFT ANTI JOIN several ON k = sk GROUP BY t",
    "SELECT t, count(*) FROM facts WHERE k IN (SELECT uk FROM unique) OR id % 3 = 0 GROUP BY t",
    "SELECT t, count(*) FROM facts WHERE k NOT IN (SELECT uk FROM unique WHERE uk > 30) GROUP BY t"
  )

  /** Joins with a condition on both sides besides the keys. */
  private val ConditionalJoins = Seq(
    "SELECT name, count(*), count(name), sum(id), sum(price) FROM facts LEFT JOIN unique ON k = uk AND id % 100 > uk " +
      "GROUP BY name",
    "SELECT name, count(*), sum(id) FROM unique RIGHT JOIN facts ON k = uk AND name <> t AND m < 5 GROUP BY name",
    "SELECT sname, count(*), sum(sid), sum(id), sum(d) FROM facts LEFT JOIN several ON k = sk AND sid < id " +
      "GROUP BY sname",
    "SELECT t, count(*), sum(sid) FROM facts LEFT JOIN several ON k = sk AND sname <> t AND l < sid GROUP BY t",
    "SELECT t, count(*), sum(id) FROM facts LEFT SEMI JOIN several ON k = sk AND sid > id GROUP BY t",
    "SELECT t, count(*), sum(id) FROM facts LEFT ANTI JOIN several ON k = sk AND m <> sm GROUP BY t",
    "SELECT t, count(*) FROM facts LEFT ANTI JOIN unique ON k = uk AND name IS NOT NULL AND l > uk GROUP BY t",
    "SELECT t, sum(s.k) FROM facts LEFT SEMI JOIN unique ON k = uk AND s.k < uk GROUP BY t",
    "SELECT t, count(*) FROM facts WHERE EXISTS (SELECT 1 FROM several WHERE k = sk AND sid > id) OR id % 3 = 0 " +
      "GROUP BY t"
  )

  for ((name, read) <- readers; adaptive <- Seq("true", "false"))
    test(s"$name, adaptive $adaptive: joins have the results of Spark") {
      withConf("spark.sql.adaptive.enabled" -> adaptive) {
        views(read)
        (InnerJoins ++ OtherJoins ++ ConditionalJoins).foreach(check(_))
        // Adaptive execution replaces a join with nothing, or with null.
        val joins = if (adaptive == "true") 0 else 1
        check("SELECT t, count(*) FROM facts WHERE k NOT IN (SELECT sk FROM several) GROUP BY t", joins)
        check(
          "SELECT t, count(*) FROM facts WHERE k NOT IN (SELECT uk FROM unique WHERE hash(uk) = 5) GROUP BY t",
          joins
        )
        // Adaptive execution removes a join with a broadcast that turned out to be empty.
        check(
          "SELECT name, sum(id) FROM facts JOIN (SELECT * FROM unique WHERE hash(uk) = 5) u ON k = uk GROUP BY name",
          joins = if (adaptive == "true") 0 else 1
        )
        check(
          "SELECT name, sname, count(*), sum(id) FROM facts JOIN unique ON k = uk LEFT JOIN several ON m = sk " +
            "WHERE id < 3000 GROUP BY name, sname",
          joins = 2
        )
        check(
          "SELECT name, count(*) FROM facts JOIN unique ON k = uk LEFT SEMI JOIN several ON l = sid GROUP BY name",
          joins = 2
        )
      }
    }

  for ((name, read) <- readers)
    test(s"$name: what stays in Spark, and why") {
      views(read)
      def stays(query: String, note: String): Unit = {
        check(query, joins = 0)
        val frame = spark.sql(query)
        frame.collect()
        val plan = frame.queryExecution.executedPlan
        val notes = collectLeaves(stripAQEPlan(plan)).map(_.verboseStringWithOperatorId()).mkString("\n")
        assert(notes.contains(note), s"$query\n$notes")
        assert(collect(plan) { case join: BroadcastHashJoinExec => join }.nonEmpty)
        assert(collect(plan) { case aggregate: HashAggregateExec => aggregate }.nonEmpty)
      }
      stays(
        "SELECT name, count(*) FROM facts JOIN unique ON t = name GROUP BY name",
        "t is not computed on batches: it is the key of a join that is no whole number"
      )
      stays(
        "SELECT name, count(*) FROM facts LEFT JOIN unique ON k = uk AND id + uk > 900 GROUP BY name",
        "is a condition of a join that is not inner, and may fail"
      )
      stays(
        "SELECT name, count(*) FROM facts JOIN unique ON k + 1 = uk GROUP BY name",
        "is the key of a join that is computed by Spark's code only"
      )
    }

  test("a key may have more matches than a batch has rows") {
    val path = newPath("many")
    spark.range(0, 100000, 1, 1).selectExpr(
      "CAST(id % 3 AS INT) AS mk",
      "id AS mid",
      "id - 98400 AS late"
    ).write.format("pq2").save(path)
    for ((_, read) <- readers) {
      views(read)
      read(path).createOrReplaceTempView("many")
      val few = "(SELECT * FROM facts WHERE id < 1500)"
      for (on <- Seq("k = mk", "k = mk AND mid > id", "k = mk AND late > id", "k = mk AND mid < id")) {
        check(s"SELECT t, count(*), sum(id), sum(mid) FROM $few LEFT JOIN many ON $on GROUP BY t")
        check(s"SELECT t, count(*), sum(id) FROM $few LEFT SEMI JOIN many ON $on GROUP BY t")
        check(s"SELECT t, count(*), sum(id) FROM $few LEFT ANTI JOIN many ON $on GROUP BY t")
        check(s"SELECT t, count(*), sum(id) FROM $few WHERE EXISTS (SELECT 1 FROM many WHERE $on) OR m = 2 GROUP BY t")
      }
    }
  }

  test("a filter by the keys of a join still reaches the scan") {
    for ((name, read) <- readers; adaptive <- Seq("true", "false"))
      withConf("spark.sql.adaptive.enabled" -> adaptive) {
        views(read)
        val frame =
          spark.sql("SELECT name, sum(id) FROM facts JOIN unique ON k = uk WHERE name = 'name3' GROUP BY name")
        frame.collect()
        val plan = frame.queryExecution.executedPlan
        assert(collect(plan) { case join: Pq2BroadcastJoinExec => join }.size === 1)
        assert(plan.toString.contains(" IN joinkeys"), s"$name\n$plan")
      }
  }

  test("overflows are errors for joined rows only") {
    views(pq2)
    withConf("spark.sql.ansi.enabled" -> "true") {
      // Rows whose `far` is an extreme have no match.
      check("SELECT sum(facts.far + 1) FROM facts JOIN unique ON facts.far = unique.far WHERE uk > 1")
      val query = "SELECT sum(facts.far * 2) FROM facts JOIN unique ON facts.far = unique.far"
      val error = intercept[Exception](spark.sql(query).collect())
      assert(error.toString.contains("ARITHMETIC_OVERFLOW") || error.getCause.toString.contains("ARITHMETIC_OVERFLOW"))
    }
  }
}
