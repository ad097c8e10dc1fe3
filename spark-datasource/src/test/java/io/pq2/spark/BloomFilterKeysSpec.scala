package io.pq2.spark

import io.pq2.spark.internal.v2.Pq2Scan
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.catalyst.expressions.BloomFilterMightContain
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.{FileSourceScanExec, ScalarSubquery, SparkPlan, SubqueryExec}

/** Scans test the bloom filters that Spark creates for shuffled joins, by V1 and V2. */
class BloomFilterKeysSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  /** Spark then creates bloom filters for tables of any size, and pq2 waits for no other keys. */
  private val Settings = Seq(
    "spark.sql.autoBroadcastJoinThreshold" -> "-1",
    "spark.sql.optimizer.runtime.bloomFilter.applicationSideScanSizeThreshold" -> "0",
    "pq2.runtimeFilters.minBytes" -> "1g"
  )

  private lazy val facts: String = {
    val path = newPath("facts")
    spark.range(0, 50000, 1, 2).selectExpr(
      "id",
      "CAST(IF(id % 10 = 0, NULL, id % 5000) AS INT) AS k",
      "concat('key ', id % 5000) AS name",
      "date_add(DATE'1990-01-01', CAST(id % 5000 AS INT)) AS day",
      "timestamp_seconds(id % 5000) AS at",
      "CAST(id % 5000 AS DECIMAL(12, 2)) AS price",
      "CAST(id % 5000 AS DECIMAL(30, 2)) AS total",
      "sha1(CAST(id AS STRING)) AS payload"
    ).write.option("parquet.block.row.count.limit", "5000").format("pq2").save(path)
    path
  }

  private lazy val keys: String = {
    val path = newPath("keys")
    spark.range(0, 5000, 1, 1)
      .selectExpr(
        "id AS key",
        "CAST(id AS INT) AS small",
        "concat('key ', id) AS label",
        "date_add(DATE'1990-01-01', CAST(id AS INT)) AS d",
        "timestamp_seconds(id) AS t",
        "CAST(id AS DECIMAL(12, 2)) AS p",
        "CAST(id AS DECIMAL(30, 2)) AS s",
        "id % 50 AS class"
      )
      .write.format("pq2").save(path)
    path
  }

  private val readers = Seq[(String, String => DataFrame)]("V2" -> pq2, "V1" -> pq2V1)

  private def views(read: String => DataFrame): Unit = {
    read(facts).createOrReplaceTempView("f")
    read(keys).createOrReplaceTempView("k")
  }

  private def returnedRows(frame: DataFrame): Long =
    scans(frame).find(_.output.exists(_.name == "payload")).get.metrics("numOutputRows").value

  private def testsBloomFilter(frame: DataFrame): Boolean =
    frame.queryExecution.optimizedPlan.exists(_.expressions.exists(_.exists(_.isInstanceOf[BloomFilterMightContain])))

  private val joins = Seq(
    "SELECT payload, key FROM f JOIN k ON id = key WHERE class = 3",
    "SELECT payload FROM f JOIN k ON k = small WHERE class = 3",
    "SELECT payload FROM f JOIN k ON k = key WHERE class = 3",
    "SELECT payload, class FROM f JOIN k ON name = label WHERE class = 3",
    "SELECT payload FROM f JOIN k ON day = d WHERE class = 3",
    "SELECT payload FROM f JOIN k ON at = t WHERE class = 3",
    "SELECT payload FROM f JOIN k ON price = p WHERE class = 3",
    "SELECT payload FROM f JOIN k ON total = s WHERE class = 3",
    "SELECT payload FROM f LEFT SEMI JOIN (SELECT * FROM k WHERE class = 3) ON name = label",
    "SELECT payload, x FROM f JOIN (SELECT key + 1 AS x FROM k WHERE class = 3) ON id * 3 = x"
  )

  for ((name, read) <- readers; adaptive <- Seq("true", "false"))
    test(s"$name, adaptive $adaptive: rows without a key are not returned") {
      views(read)
      withConf(Settings :+ ("spark.sql.adaptive.enabled" -> adaptive): _*) {
        for (query <- joins) {
          val (expected, all) = withConf("pq2.runtimeFilters" -> "false") {
            val frame = spark.sql(query)
            (SparkSpec.sorted(frame.collect()), returnedRows(frame))
          }
          assert(expected.nonEmpty && all === 50000, query)
          val found = spark.sql(query)
          assert(SparkSpec.sorted(found.collect()) === expected, query)
          assert(testsBloomFilter(found), query)
          // A key that is no column is tested by Spark alone.
          if (query.contains("id * 3")) assert(returnedRows(found) === 50000, query)
          else assert(returnedRows(found) < 6000, query)
        }
      }
    }

  test("a side without rows leaves none, and a held query sees the same rows each time") {
    for ((name, read) <- readers; splits <- Seq("midpoint", "footers"))
      withConf(Settings :+ ("pq2.splits" -> splits): _*) {
        views(read)
        val none = spark.sql("SELECT payload FROM f JOIN k ON name = label WHERE class = 3 AND length(label) > 99")
        assert(none.collect().isEmpty, name)
        val held = spark.sql("SELECT payload FROM f JOIN k ON name = label WHERE class = 3")
        assert(held.collect().length === 1000, name)
        assert(held.collect().length === 1000, name)
      }
  }

  test("the plan names the bloom filter, and the option turns it off") {
    withConf(Settings: _*) {
      views(pq2V1)
      val table = spark.sql(joins.head)
      table.collect()
      assert(table.queryExecution.executedPlan.toString.contains("dynamicpruningexpression(might_contain("))
      views(pq2)
      val frame = spark.sql(joins.head)
      frame.collect()
      assert(frame.queryExecution.executedPlan.toString.contains("JoinKeys: [id in a bloom filter of keys]"))
      spark.read.format("pq2").option("pq2.runtimeFilters", "false").load(facts).createOrReplaceTempView("f")
      val off = spark.sql(joins.head)
      off.collect()
      assert(returnedRows(off) === 50000)
    }
  }

  test("an exchange that two parts of a query have in common runs once, and so does a subquery") {
    withConf(Settings :+ ("spark.sql.adaptive.enabled" -> "false"): _*) {
      for ((name, read) <- readers) {
        views(read)
        val part = "SELECT payload, count(*) FROM f JOIN k ON id = key WHERE class = 3 GROUP BY payload"
        val same = spark.sql(s"$part UNION ALL $part")
        assert(same.collect().length === 200, name)
        assert(scans(same).size === 2, s"$name\n${same.queryExecution.executedPlan}")
        val others = spark.sql(s"$part UNION ALL ${part.replace("payload", "name")}")
        assert(others.collect().length === 200, name)
        assert(subqueries(others).size === 1, s"$name\n${others.queryExecution.executedPlan}")
      }
    }
  }

  private def scans(frame: DataFrame): Seq[SparkPlan] = collect(frame.queryExecution.executedPlan) {
    case scan: BatchScanExec      => scan
    case scan: FileSourceScanExec => scan
  }

  /** Returns the subqueries of operators and of V2 scans, by identity. Each of them runs once. */
  private def subqueries(frame: DataFrame): Set[Int] = {
    val values = collect(frame.queryExecution.executedPlan) {
      case BatchScanExec(_, scan: Pq2Scan, _, _, _, _) => scan.awaitedKeys.map(_.value)
      case operator                                    => operator.expressions
    }.flatten
    values.flatMap(_.collect { case ScalarSubquery(plan: SubqueryExec, _) => System.identityHashCode(plan) }).toSet
  }
}
