package io.pq2.spark

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec

/** Scans by V2 whose partitions have one value of the partition columns each are joined and grouped without exchanges,
  * with the rows of the built-in source.
  */
class StoragePartitionSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  private val Enabled = Seq(
    "spark.sql.sources.v2.bucketing.enabled" -> "true",
    "spark.sql.autoBroadcastJoinThreshold" -> "-1",
    // Parts of the larger files become partitions of their own.
    "spark.sql.files.maxPartitionBytes" -> "20000",
    "spark.sql.files.openCostInBytes" -> "1"
  )

  /** Two tables with the partition column `p`, which is null in some rows. Each has values of its own. */
  private lazy val tables: (String, String) = (table("facts", 0, 6, 4000), table("dimensions", 3, 9, 60))

  private def table(name: String, from: Int, to: Int, rows: Long): String = {
    val path = newPath(name)
    spark.range(0, rows, 1, 2)
      .selectExpr(
        "id",
        "hash(id) AS h",
        "repeat('x', CAST(id % 30 AS INT)) AS text",
        s"IF(id % 20 = 0, NULL, CAST($from + id % ${to - from} AS INT)) AS p",
        "concat('it''s ', id % 3) AS s",
        "date_add(DATE '2024-01-01', CAST(id % 3 AS INT)) AS day"
      )
      .write.partitionBy("p", "s", "day").option("parquet.block.row.count.limit", "50").format("pq2").save(path)
    path
  }

  private def exchanges(frame: DataFrame): Int =
    collect(frame.queryExecution.executedPlan) { case exchange: ShuffleExchangeExec => exchange }.size

  private def run(read: String => DataFrame, query: String): (Seq[String], DataFrame) = {
    read(tables._1).createOrReplaceTempView("f")
    read(tables._2).createOrReplaceTempView("d")
    val frame = spark.sql(query)
    (SparkSpec.sorted(frame.collect()), frame)
  }

  private def check(query: String, expected: Int): Unit = {
    val (rows, _) = run(builtIn(_), query)
    val (found, frame) = run(pq2(_), query)
    assert(found === rows, query)
    assert(exchanges(frame) === expected, s"$query\n${frame.queryExecution.executedPlan}")
  }

  private val kinds = Seq("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "LEFT SEMI JOIN", "LEFT ANTI JOIN")

  for (adaptive <- Seq("true", "false"))
    test(s"adaptive $adaptive: joins on a partition column have no exchange") {
      withConf(Enabled :+ "spark.sql.adaptive.enabled" -> adaptive: _*) {
        for (kind <- kinds; column <- Seq("p", "s", "day").take(if (kind == "JOIN") 3 else 1)) {
          val list = if (kind.startsWith("LEFT ") && kind != "LEFT JOIN") "f.id" else "f.id, d.id"
          val (left, right) = (s"(SELECT id, h, $column FROM f)", s"(SELECT id, h, $column FROM d WHERE id < 30)")
          check(s"SELECT $list FROM $left f $kind $right d ON f.$column = d.$column", expected = 0)
        }
        check("SELECT f.id, d.id FROM f JOIN d ON f.p = d.p AND f.s = d.s AND f.day = d.day", expected = 0)
        check("SELECT f.id, d.id FROM f JOIN d ON f.id = d.id", expected = 2)
      }
    }

  for (adaptive <- Seq("true", "false"))
    test(s"adaptive $adaptive: aggregates by partition columns have no exchange") {
      withConf(Enabled :+ "spark.sql.adaptive.enabled" -> adaptive: _*) {
        check("SELECT p, count(*), sum(h) FROM f GROUP BY p", expected = 0)
        check("SELECT s, p, max(text), avg(h) FROM f WHERE id > 10 GROUP BY s, p", expected = 0)
        check("SELECT day, count(DISTINCT text) FROM f GROUP BY day", expected = 0)
        check("SELECT h % 3, count(*) FROM f GROUP BY h % 3", expected = 1)
      }
    }

  for (adaptive <- Seq("true", "false"))
    test(s"adaptive $adaptive: filters at run time keep the partitions") {
      val pruning = Seq(
        "spark.sql.adaptive.enabled" -> adaptive,
        "spark.sql.optimizer.dynamicPartitionPruning.reuseBroadcastOnly" -> "false",
        "spark.sql.optimizer.dynamicPartitionPruning.fallbackFilterRatio" -> "100"
      )
      withConf(Enabled ++ pruning: _*) {
        val query = "SELECT f.id, d.id FROM (SELECT id, p FROM f) f JOIN (SELECT id, h, p FROM d WHERE h % 5 = 0) d " +
          "ON f.p = d.p"
        check(query, expected = 0)
        val (_, frame) = run(pq2(_), query)
        val filtered = collect(frame.queryExecution.executedPlan) {
          case scan: BatchScanExec if scan.runtimeFilters.nonEmpty => scan
        }
        assert(filtered.nonEmpty, frame.queryExecution.executedPlan)
        check("SELECT f.id FROM (SELECT id, p FROM f) f JOIN (SELECT p FROM d WHERE h = 1) d ON f.p = d.p", 0)
      }
    }

  test("partitions stay as they are unless the session asks for it") {
    val others = Enabled.filterNot(_._1.endsWith("v2.bucketing.enabled"))
    withConf(others: _*) {
      check("SELECT p, sum(h) FROM f GROUP BY p", expected = 1)
    }
    withConf(others :+ "spark.sql.sources.v2.bucketing.enabled" -> "false": _*) {
      check("SELECT p, sum(h) FROM f GROUP BY p", expected = 1)
    }
  }

  test("values that are equal although their bytes differ are exchanged") {
    val path = newPath("floats")
    spark.range(0, 20, 1, 1).selectExpr("id", "CAST(id % 2 AS DOUBLE) AS x").write.partitionBy("x").format("pq2")
      .save(path)
    withConf(Enabled: _*) {
      val read = (source: String) => spark.read.format(source).schema("id BIGINT, x DOUBLE").load(path).groupBy("x")
      val found = read("pq2").sum("id")
      assertSameRows(found, read("parquet").sum("id"))
      found.collect()
      assert(exchanges(found) === 1)
    }
  }
}
