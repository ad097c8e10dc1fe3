package io.pq2.spark.internal.v1

import scala.concurrent.duration._

import io.pq2.hadoop.metrics.ScanCounter
import io.pq2.spark.SparkSpec
import org.apache.spark.sql.catalyst.expressions.DynamicPruningExpression
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec
import org.apache.spark.sql.execution.exchange.{ReusedExchangeExec, ShuffleExchangeExec}
import org.apache.spark.sql.{DataFrame, classic}
import org.scalatest.concurrent.Eventually

/** The node of a V1 scan: its counts, and Spark's planning with it. */
class ScanNodeSpec extends SparkSpec with AdaptiveSparkPlanHelper with Eventually {

  private val sources = Seq("pq2", "parquet")

  private lazy val numbers: String = {
    val path = newPath("numbers")
    spark
      .range(0, 1000, 1, 2)
      .selectExpr("id", "id % 10 AS digit", "id % 4 AS part")
      .write
      .partitionBy("part")
      .format("pq2")
      .save(path)
    for (source <- sources) {
      spark.sql(s"CREATE TABLE ${source}_numbers USING $source LOCATION '$path'")
      spark.sql(s"MSCK REPAIR TABLE ${source}_numbers")
      spark
        .range(0, 1000, 1, 1)
        .selectExpr("id", "id % 10 AS digit")
        .write
        .bucketBy(4, "id")
        .option("path", newPath("buckets"))
        .format(source)
        .saveAsTable(s"${source}_buckets")
    }
    path
  }

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    assert(numbers.nonEmpty)
  }

  override protected def afterAll(): Unit =
    try
      for (source <- sources; table <- Seq("numbers", "buckets")) spark.sql(s"DROP TABLE ${source}_$table")
    finally super.afterAll()

  private def planOf(frame: DataFrame): SparkPlan = frame.queryExecution.executedPlan

  private def scans(frame: DataFrame): Seq[FileSourceScanExec] =
    collectWithSubqueries(planOf(frame)) { case scan: FileSourceScanExec => scan }

  private def onlyScan(frame: DataFrame): FileSourceScanExec = {
    val found = scans(frame)
    assert(found.size === 1)
    found.head
  }

  private def count(scan: SparkPlan, counter: ScanCounter): Long = scan.metrics(counter.metricName).value

  /** Runs with and without adaptive execution. */
  private def bothWays(body: => Unit): Unit =
    for (adaptive <- Seq("true", "false")) withConf("spark.sql.adaptive.enabled" -> adaptive)(body)

  /** What changes plans, apart from the scan. */
  private val PlanChanges = Seq(
    "pq2.statistics.maxFooters" -> "0",
    "pq2.runtimeFilters" -> "false",
    "pq2.partialAggregates" -> "false",
    "pq2.batchFilters" -> "false"
  )

  /** Runs a query on tables of pq2 and of Spark's own source, and checks that answers and plans are equal. */
  private def alike(query: String): (DataFrame, DataFrame) =
    withConf(PlanChanges: _*) {
      val ours = spark.sql(query.replace("@", "pq2_"))
      val builtIn = spark.sql(query.replace("@", "parquet_"))
      assertSameRows(ours, builtIn)
      assert(shape(ours) === shape(builtIn))
      (ours, builtIn)
    }

  /** Returns the nodes of the executed plan, in order. */
  private def shape(frame: DataFrame): Seq[String] =
    collectWithSubqueries(planOf(frame)) {
      case scan: FileSourceScanExec => s"Scan ${scan.metrics("numFiles").value} ${scan.metadata("Batched")}"
      case node                     => node.getClass.getSimpleName
    }

  test("counts are metrics of the node, in addition to Spark's") {
    bothWays {
      for (frame <- Seq(spark.table("pq2_numbers"), pq2V1(numbers)); vectorized <- Seq("true", "false"))
        withConf("spark.sql.parquet.enableVectorizedReader" -> vectorized) {
          val query = frame.select("id", "digit").groupBy("digit").count()
          assert(query.collect().length === 10)
          val scan = onlyScan(query)
          assert(scan.supportsColumnar === vectorized.toBoolean)
          assert(count(scan, ScanCounter.VALUES_DECODED) === 1000)
          assert(count(scan, ScanCounter.ROW_GROUPS_READ) === 8)
          assert(count(scan, ScanCounter.BYTES_READ) > 100)
          assert(scan.metrics("numOutputRows").value === 1000)
          assert(scan.metrics("numFiles").value === 8)
        }
    }
  }

  test("data skipped by filters is counted") {
    val query = pq2V1(numbers).where("id < 0 or id > 990").select("id")
    assert(query.collect().length === 9)
    val scan = onlyScan(query)
    assert(count(scan, ScanCounter.ROW_GROUPS_READ) === 4)
    assert(count(scan, ScanCounter.ROW_GROUPS_SKIPPED) === 4)
    assert(count(scan, ScanCounter.BYTES_SKIPPED) > 100)
  }

  test("each scan of a table has its own counts") {
    bothWays {
      val query = spark.sql(
        "SELECT id FROM pq2_numbers UNION ALL SELECT id + digit FROM pq2_numbers" +
          " UNION ALL SELECT digit FROM pq2_numbers WHERE part = 1"
      )
      query.collect()
      assert(scans(query).map(count(_, ScanCounter.VALUES_DECODED)) === Seq(1000, 2000, 250))
    }
  }

  test("each run of a query starts its counts at zero") {
    val query = spark.table("pq2_numbers").where("part = 2").select("id")
    for (_ <- 1 to 2) {
      assert(query.collect().length === 250)
      assert(count(onlyScan(query), ScanCounter.VALUES_DECODED) === 250)
    }
  }

  test("the user interface shows the counts") {
    bothWays {
      val store = spark.asInstanceOf[classic.SparkSession].sharedState.statusStore
      val query = pq2V1(numbers).groupBy("digit").count()
      val before = store.executionsList().map(_.executionId).maxOption.getOrElse(-1L)
      query.collect()
      eventually(timeout(1.minute)) {
        val execution = store.executionsList().maxBy(_.executionId)
        assert(execution.executionId > before)
        assert(execution.completionTime.isDefined)
        val nodes = store.planGraph(execution.executionId).allNodes.filter(_.name.startsWith("Scan pq2"))
        val shown = nodes.flatMap(_.metrics).filter(_.name == ScanCounter.VALUES_DECODED.description)
        val values = store.executionMetrics(execution.executionId)
        assert(shown.map(metric => values(metric.accumulatorId)) === Seq("1000"))
      }
    }
  }

  test("exchanges of equal scans are reused") {
    withConf("spark.sql.autoBroadcastJoinThreshold" -> "-1")(bothWays {
      val (ours, _) = alike(
        "SELECT a.n, b.n AS other FROM (SELECT digit, count(*) n FROM @numbers GROUP BY digit) a" +
          " JOIN (SELECT digit, count(*) n FROM @numbers GROUP BY digit) b ON a.digit = b.digit"
      )
      assert(collect(planOf(ours)) { case reused: ReusedExchangeExec => reused }.size === 1)
      alike("SELECT a.id FROM @numbers a JOIN @numbers b ON a.id = b.id WHERE a.part = 1")
    })
    bothWays(alike("SELECT a.id FROM @numbers a JOIN @numbers b ON a.id = b.id JOIN @numbers c ON a.id = c.id"))
  }

  test("partitions are pruned dynamically by a join") {
    bothWays {
      val (ours, builtIn) =
        alike("SELECT f.id FROM @numbers f JOIN (SELECT * FROM @buckets WHERE id = 3) d ON f.part = d.id")
      def fact(frame: DataFrame) = scans(frame).find(_.tableIdentifier.exists(_.table.endsWith("_numbers"))).get
      assert(fact(ours).partitionFilters.exists(_.exists(_.isInstanceOf[DynamicPruningExpression])))
      for (scan <- Seq(fact(ours), fact(builtIn)); (metric, expected) <- Seq("numPartitions" -> 1, "numFiles" -> 2))
        assert(scan.metrics(metric).value === expected)
      assert(count(fact(ours), ScanCounter.VALUES_DECODED) === 250)
    }
  }

  test("buckets are joined without a shuffle") {
    withConf("spark.sql.autoBroadcastJoinThreshold" -> "-1")(bothWays {
      val (ours, _) = alike("SELECT a.digit, b.digit AS other FROM @buckets a JOIN @buckets b ON a.id = b.id")
      assert(collect(planOf(ours)) { case shuffle: ShuffleExchangeExec => shuffle }.isEmpty)
      assert(scans(ours).forall(_.bucketedScan))
      val (single, _) = alike("SELECT digit FROM @buckets WHERE id = 77")
      assert(scans(single).forall(_.optionalBucketSet.exists(_.cardinality() == 1)))
      val (unneeded, _) = alike("SELECT sum(digit) FROM @buckets")
      assert(scans(unneeded).forall(!_.bucketedScan))
    })
  }

  test("subqueries have counts") {
    bothWays {
      val (ours, _) =
        alike("SELECT id FROM @numbers WHERE digit >= (SELECT max(digit % 10) - 9 FROM @buckets) AND id > (SELECT 5)")
      assert(scans(ours).map(count(_, ScanCounter.VALUES_DECODED)).sorted === Seq(1000, 2000))
    }
  }

  test("a cached table has counts in the scan that reads it") {
    bothWays {
      val cached = pq2V1(numbers).where("digit < 5").cache()
      try {
        assert(cached.count() === 500)
        val inMemory = collect(planOf(cached.select("id"))) { case scan: InMemoryTableScanExec => scan }
        val scans =
          inMemory.flatMap(table => collect(table.relation.cachedPlan) { case scan: FileSourceScanExec => scan })
        assert(scans.map(count(_, ScanCounter.VALUES_DECODED)) === Seq(2000))
      } finally cached.unpersist()
    }
  }

  test("explanations equal those of Spark's node, with the enabled pruning") {
    def explanation(source: String, mode: String) = {
      val frame = spark.sql(s"SELECT digit, count(*) FROM ${source}_numbers WHERE id > 17 GROUP BY digit")
      frame.collect()
      val text = frame.queryExecution.explainString(ExplainMode.fromString(mode))
      text.replaceAll("#\\d+L?", "#").replaceAll("plan_id=\\d+", "")
    }
    def check(modes: String*): Unit =
      for (mode <- modes) {
        val builtIn = explanation("parquet", mode).replace("parquet", "pq2").replace("Parquet", "pq2")
        val ours = explanation("pq2", mode)
        assert(ours.contains("Pruning: [statistics, "), mode)
        assert(ours.replaceAll("Pruning: \\[[^]]*](, |\n)", "") === builtIn, mode)
      }
    withConf("pq2.partialAggregates" -> "false", "pq2.batchFilters" -> "false") {
      bothWays(check("simple", "extended", "cost"))
      // With adaptive execution, the scan is in the initial plan and in the final plan.
      withConf("spark.sql.adaptive.enabled" -> "false")(check("formatted"))
    }
  }

  test("a copied node has counts of its own and reads the same rows") {
    val query = pq2V1(numbers)
    query.collect()
    val scan = onlyScan(query)
    val copy = scan.clone().asInstanceOf[SparkPlan]
    assert(copy.getClass === scan.getClass)
    assert(copy === scan)
    assert(copy.sameResult(scan))
    assert(count(copy, ScanCounter.VALUES_DECODED) === 0)
    val planned = query.queryExecution.sparkPlan.collectLeaves().head
    assert(planned.getClass === classOf[FileSourceScanExec])
    assert(planned !== scan)
    assert(scan !== planned)
    assert(planned.sameResult(scan))
  }

  test("sessions use the node automatically, and the source works without it") {
    val query = spark.newSession().sql(s"SELECT id FROM pq2.`$numbers`")
    assert(scans(query).forall(_.isInstanceOf[Pq2FileSourceScanExec]))
    val planned = query.queryExecution.sparkPlan.collectLeaves().head
    assert(!planned.isInstanceOf[Pq2FileSourceScanExec])
    assert(planned.executeColumnar().map(_.numRows()).sum() === 1000)
  }
}
