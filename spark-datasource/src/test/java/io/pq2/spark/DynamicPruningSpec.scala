package io.pq2.spark

import java.util.concurrent.CountDownLatch

import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration.Duration
import scala.concurrent.{Await, Future}

import io.pq2.spark.internal.v2.Pq2Scan
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.connector.expressions.Expressions
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.read.InputPartition
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.datasources.{FilePartition, PartitionedFile}
import org.apache.spark.sql.execution.{FileSourceScanExec, SparkPlan}

/** Joins tables that are partitioned by a column of the join: scans by V2 and V1 read only the partitions whose values
  * the other side has.
  */
@CorePart
class DynamicPruningSpec extends SparkSpec with AdaptiveSparkPlanHelper {

  /** Partition values as SQL, by the type of the column. */
  private val values = Map(
    "INT" -> Seq("1", "2", "-3", "40", "NULL"),
    "STRING" -> Seq("'a b'", "'x=y/%'", "'ß€'", "'plain'", "NULL"),
    "DATE" -> Seq("DATE'2024-02-29'", "DATE'1999-12-31'", "DATE'2030-01-01'", "DATE'1970-01-01'", "NULL"),
    "TIMESTAMP" -> Seq(
      "TIMESTAMP'2024-02-29 12:34:56'",
      "TIMESTAMP'1999-12-31 00:00:00'",
      "TIMESTAMP'2001-01-01 00:00:00'",
      "TIMESTAMP'1970-01-01 00:00:00'",
      "NULL"
    )
  )

  /** Writes 50 rows in five partitions, and a row for each partition value. */
  private def tables(columnType: String): (String, String) = {
    val array = s"ARRAY(${values(columnType).mkString(", ")})"
    val (facts, keys) = (newPath("facts"), newPath("keys"))
    spark.range(0, 50, 1, 1).selectExpr("id", s"CAST(element_at($array, CAST(id % 5 + 1 AS INT)) AS $columnType) AS p")
      .write.partitionBy("p").format("pq2").save(facts)
    spark.range(0, 5, 1, 1).selectExpr(
      "id AS number",
      s"CAST(element_at($array, CAST(id + 1 AS INT)) AS $columnType) AS k"
    ).write.format("pq2").save(keys)
    (facts, keys)
  }

  private def scans(plan: SparkPlan): Seq[SparkPlan] = collect(plan) {
    case scan: BatchScanExec      => scan
    case scan: FileSourceScanExec => scan
  }

  /** Returns the number of rows that the scan of the facts returned. */
  private def rowsOfFacts(frame: DataFrame): Long =
    scans(frame.queryExecution.executedPlan).find(_.output.exists(_.name == "p")).get.metrics("numOutputRows").value

  private def isDynamic(frame: DataFrame): Boolean =
    scans(frame.queryExecution.executedPlan).exists {
      case scan: BatchScanExec      => scan.runtimeFilters.nonEmpty
      case scan: FileSourceScanExec => scan.partitionFilters.exists(_.toString.contains("dynamicpruning"))
      case _                        => false
    }

  /** Runs a query on views `f` and `k` and checks the result and the number of scanned rows. */
  private def check(facts: DataFrame, keys: DataFrame, query: String, scanned: Long): Unit = {
    facts.createOrReplaceTempView("f")
    keys.createOrReplaceTempView("k")
    val expected = withConf("spark.sql.optimizer.dynamicPartitionPruning.enabled" -> "false") {
      val frame = spark.sql(query)
      (SparkSpec.sorted(frame.collect()), isDynamic(frame))
    }
    val found = spark.sql(query)
    assert(SparkSpec.sorted(found.collect()) === expected._1, query)
    assert(!expected._2)
    assert(isDynamic(found), query)
    assert(rowsOfFacts(found) === scanned, query)
  }

  for (reader <- Seq("V2", "V1"); columnType <- values.keys.toSeq.sorted; adaptive <- Seq("true", "false"))
    test(s"$reader: a join reads the partitions of its keys, $columnType, adaptive $adaptive") {
      val (facts, keys) = tables(columnType)
      def read(path: String) = if (reader == "V2") pq2(path) else pq2V1(path)
      withConf("spark.sql.adaptive.enabled" -> adaptive) {
        val from = "FROM f JOIN k ON f.p = k.k WHERE k.number"
        check(read(facts), read(keys), s"SELECT f.id, f.p, k.number $from = 2", 10)
        check(read(facts), read(keys), s"SELECT f.id, k.number $from IN (0, 3)", 20)
        // An adaptive plan drops the scan if the other side has no row.
        if (adaptive == "false") check(read(facts), read(keys), s"SELECT f.id $from = 17", 0)
        check(read(facts), read(keys), s"SELECT k.number, count(f.id) $from < 2 GROUP BY k.number", 20)
        check(
          read(facts),
          read(keys),
          "SELECT f.id FROM f LEFT SEMI JOIN (SELECT * FROM k WHERE number = 1) k ON p = k",
          10
        )
      }
    }

  test("all forms of output, and partitions from footers") {
    val (facts, keys) = tables("INT")
    val query = "SELECT f.id, f.p FROM f JOIN k ON f.p = k.k WHERE k.number = 2"
    for (
      setting <- Seq(
        "spark.sql.parquet.enableVectorizedReader" -> "false",
        "spark.sql.codegen.wholeStage" -> "false",
        "pq2.splits" -> "footers"
      )
    )
      withConf(setting)(check(pq2(facts), pq2(keys), query, 10))
  }

  test("two partition columns, and a nested query") {
    val facts = newPath("facts")
    spark.range(0, 60, 1, 1).selectExpr("id", "id % 3 AS a", "CAST(id % 5 AS STRING) AS `b c`")
      .write.partitionBy("a", "b c").format("pq2").save(facts)
    val keys = newPath("keys")
    spark.range(0, 5, 1, 1).selectExpr("id AS number", "id % 3 AS x", "CAST(id AS STRING) AS y").write.parquet(keys)
    pq2(facts).createOrReplaceTempView("f")
    pq2(keys).createOrReplaceTempView("k")
    for (
      query <- Seq(
        "SELECT f.id FROM f JOIN k ON f.a = k.x AND f.`b c` = k.y WHERE k.number = 4",
        "SELECT f.id FROM f JOIN k ON f.`b c` = k.y WHERE k.number = 4 AND f.a = 1",
        "SELECT f.id FROM f WHERE f.a IN (SELECT x FROM k WHERE number = 4) AND id > 10",
        "SELECT x.id FROM f x JOIN (SELECT f.a, max(f.id) m FROM f JOIN k ON f.a = k.x WHERE number = 1 GROUP BY f.a)" +
          " y ON x.a = y.a AND x.id = y.m"
      )
    ) {
      val expected = withConf("spark.sql.optimizer.dynamicPartitionPruning.enabled" -> "false") {
        SparkSpec.sorted(spark.sql(query).collect())
      }
      val found = spark.sql(query)
      assert(expected.nonEmpty && SparkSpec.sorted(found.collect()) === expected, query)
      assert(isDynamic(found), query)
    }
  }

  test("a held query sees the same partitions each time, and its scan prunes for no other query") {
    val (facts, keys) = tables("INT")
    val table = pq2(facts)
    table.createOrReplaceTempView("f")
    pq2(keys).createOrReplaceTempView("k")
    val held = spark.sql("SELECT f.id FROM f JOIN k ON f.p = k.k WHERE k.number = 2")
    val first = SparkSpec.sorted(held.collect())
    assert(first.size === 10)
    assert(SparkSpec.sorted(held.collect()) === first)
    assert(table.count() === 50)
    assert(spark.sql("SELECT f.id FROM f JOIN k ON f.p = k.k WHERE k.number = 1").count() === 10)
    assert(held.count() === 10)
  }

  test("V2: nodes that share a scan do not see each other's filters") {
    val (facts, _) = tables("INT")
    val scan = scans(pq2(facts).queryExecution.sparkPlan).collect { case node: BatchScanExec => node.scan }
      .head.asInstanceOf[Pq2Scan]
    def filter(value: Int): Unit =
      scan.filter(Array(new Predicate("IN", Array(Expressions.column("p"), Expressions.literal(value)))))
    def values: Set[Int] = scan.toBatch.planInputPartitions().toSet
      .flatMap((partition: InputPartition) => partition.asInstanceOf[FilePartition].files)
      .map((file: PartitionedFile) => if (file.partitionValues.isNullAt(0)) 0 else file.partitionValues.getInt(0))
    // Between the two calls for a node, Spark makes those for another one in another thread.
    val (filtered, planned) = (new CountDownLatch(1), new CountDownLatch(1))
    val one = Future {
      filter(40)
      filtered.countDown()
      planned.await()
      values
    }
    filtered.await()
    assert(values === Set(0, 1, 2, -3, 40))
    filter(-3)
    assert(values === Set(-3))
    planned.countDown()
    assert(Await.result(one, Duration.Inf) === Set(40))
    assert(values === Set(0, 1, 2, -3, 40))
  }
}
