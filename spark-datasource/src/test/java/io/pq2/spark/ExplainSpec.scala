package io.pq2.spark

import java.io.StringWriter
import java.util.concurrent.{CompletableFuture, TimeUnit}

import io.pq2.hadoop.metrics.{ScanCounter, ScanTotals}
import io.pq2.hadoop.options.ExplanationLog
import org.apache.logging.log4j.core.Logger
import org.apache.logging.log4j.core.appender.WriterAppender
import org.apache.logging.log4j.{Level, LogManager}
import org.apache.spark.scheduler.{SparkListener, SparkListenerStageCompleted}
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.{FileSourceScanExec, FormattedMode, SparkPlan}
import org.apache.spark.sql.{AnalysisException, DataFrame}

/** Checks the text of plans, and the metrics of a scan. */
@CorePart
class ExplainSpec extends SparkSpec {

  private def leaf(frame: DataFrame): SparkPlan =
    frame.queryExecution.executedPlan match {
      case adaptive: AdaptiveSparkPlanExec => adaptive.executedPlan.collectLeaves().head
      case plan                            => plan.collectLeaves().head
    }

  private def numbers(name: String): String = {
    val path = newPath(name)
    spark.range(0, 1000, 1, 1).selectExpr("id", "id % 10 AS digit", "'x' AS x").write.parquet(path)
    path
  }

  test("a V2 scan shows its format, columns and filters") {
    val scan = leaf(pq2(numbers("explain")).where("id > 990 and digit = 3").select("id"))
    assert(scan.isInstanceOf[BatchScanExec])
    val text = scan.simpleString(1000)
    for (part <- Seq("pq2", "ReadSchema: struct<id:bigint,digit:bigint>", "GreaterThan(id,990)", "EqualTo(digit,3)"))
      assert(text.contains(part))
    assert(scan.supportsColumnar)
  }

  test("a V1 scan shows its format, columns and filters") {
    val scan = leaf(pq2V1(numbers("explain")).where("id > 990").select("id"))
    assert(scan.isInstanceOf[FileSourceScanExec])
    val text = scan.simpleString(1000)
    for (
      part <-
        Seq("FileScan pq2", "Format: pq2", "Batched: true", "GreaterThan(id,990)", "ReadSchema: struct<id:bigint>")
    )
      assert(text.contains(part))
  }

  private val steps = "statistics, level histograms, bloom filters, dictionaries, page indexes, rows"

  test("plans show the enabled kinds of pruning") {
    val path = numbers("steps")
    def pruning(frame: DataFrame) = {
      val text = frame.queryExecution.explainString(FormattedMode)
      "Pruning: (.*)".r.findFirstMatchIn(text).map(_.group(1)).getOrElse("")
    }
    for (read <- Seq(pq2 _, pq2V1 _)) {
      assert(pruning(read(path).where("id > 990")) === s"[$steps]")
      assert(pruning(read(path)) === "")
      withConf("spark.sql.parquet.filterPushdown" -> "false")(assert(pruning(read(path).where("id > 990")) === ""))
      withConf("parquet.filter.dictionary.enabled" -> "false") {
        assert(pruning(read(path).where("id > 990")) === s"[${steps.replace("dictionaries, ", "")}]")
      }
    }
    def without(value: String) = spark.read.format("pq2").option("parquet.filter.bloom.enabled", value).load(path)
    assert(pruning(without("false").where("id > 990")) === s"[${steps.replace("bloom filters, ", "")}]")
    val refusal = intercept[AnalysisException](without("perhaps"))
    assert(refusal.getMessage.contains(path) && refusal.getMessage.contains("parquet.filter.bloom.enabled"))
  }

  test("adaptive plans show pruning before they run") {
    val path = numbers("adaptive")
    for (read <- Seq(pq2 _, pq2V1 _)) {
      val frame = read(path).where("id > 990").groupBy("digit").count()
      val plan = frame.queryExecution.executedPlan.asInstanceOf[AdaptiveSparkPlanExec]
      assert(!plan.isFinalPlan)
      for (run <- Seq(false, true)) {
        if (run) frame.collect()
        val text = frame.queryExecution.explainString(FormattedMode)
        assert(text.contains(s"Pruning: [$steps]"), text)
        assert(text.contains("GreaterThan(id,990)"))
      }
      assert(plan.isFinalPlan)
    }
  }

  test("V2 scans have the metrics of V1's scans") {
    val path = newPath("parts")
    spark.range(0, 1000, 1, 4).selectExpr("id", "id % 5 AS part").write.format("pq2").partitionBy("part").save(path)
    val names = Seq("numFiles", "filesSize", "numPartitions", "metadataTime", "scanTime", "numOutputRows")
    def metrics(list: String) = withConf("spark.sql.sources.useV1SourceList" -> list) {
      val frame = pq2(path).where("part < 3 AND id >= 0")
      assert(frame.collect().length === 600)
      leaf(frame).metrics
    }
    val v2 = metrics("")
    val v1 = metrics("pq2")
    for (name <- names) assert(v2(name).name === v1(name).name)
    for (name <- Seq("numFiles", "filesSize", "numPartitions", "numOutputRows"))
      assert(v2(name).value === v1(name).value, name)
    assert(v2("numFiles").value === 12)
    assert(v2("numPartitions").value === 3)
    assert(v2("scanTime").value > 0)
    assert(v2("metadataTime").value > 0)
  }

  test("aggregates from footers have the metrics of a scan") {
    withConf("spark.sql.adaptive.enabled" -> "false") {
      val frame = pq2(numbers("counted")).selectExpr("count(*)", "max(id)")
      frame.collect()
      val metrics = leaf(frame).metrics
      assert(metrics("numFiles").value === 1)
      assert(metrics("scanTime").value > 0)
    }
  }

  /** Writes a file with ten row groups of ten pages. */
  private def pages(name: String): String = {
    val path = newPath(name)
    val options = Map("parquet.block.row.count.limit" -> "1000", "parquet.page.row.count.limit" -> "100")
    spark.range(0, 10000, 1, 1).selectExpr("id", "id % 7 AS digit").write.format("pq2").options(options).save(path)
    path
  }

  test("metrics count skipped data by skip reason, in V1 and V2") {
    val path = pages("pruned")
    for (read <- Seq(pq2 _, pq2V1 _)) {
      val frame = read(path).where("id between 2500 and 2510")
      assert(frame.collect().length === 11)
      val metrics = leaf(frame).metrics
      def count(counter: ScanCounter) = metrics(counter.metricName).value
      assert(count(ScanCounter.ROW_GROUPS_READ) === 1)
      assert(count(ScanCounter.ROW_GROUPS_SKIPPED) === 9)
      assert(count(ScanCounter.SKIPPED_BY_STATISTICS) === 9)
      assert(count(ScanCounter.SKIPPED_BY_BLOOM_FILTERS) === 0)
      assert(count(ScanCounter.PAGES_READ) === 2)
      assert(count(ScanCounter.PAGES_SKIPPED) === 18)
      assert(count(ScanCounter.ROWS_FILTERED) === 89)
      assert(count(ScanCounter.REQUESTS) > 0)
      assert(count(ScanCounter.BYTES_SKIPPED) > count(ScanCounter.BYTES_READ))
      val names = metrics.values.flatMap(_.name).toSet
      for (name <- Seq("row groups skipped by statistics", "rows filtered", "pages skipped", "bytes skipped"))
        assert(names.contains(name))
    }
  }

  test("bloom filters and statistics are counted separately, in V1 and V2") {
    val path = newPath("proved")
    spark
      .range(0, 3000, 1, 1)
      .selectExpr("sha2(CAST(id AS STRING), 256) AS key")
      .write
      .format("pq2")
      .option("parquet.block.row.count.limit", "1000")
      .option("parquet.enable.dictionary#key", "false")
      .option("parquet.bloom.filter.enabled#key", "true")
      .save(path)
    for (read <- Seq(pq2 _, pq2V1 _)) {
      val frame = read(path).where("key = '8000'")
      assert(frame.collect().isEmpty)
      val metrics = leaf(frame).metrics
      assert(metrics(ScanCounter.SKIPPED_BY_BLOOM_FILTERS.metricName).value === 3)
      assert(metrics(ScanCounter.ROW_GROUPS_SKIPPED.metricName).value === 3)
      assert(metrics(ScanCounter.ROW_GROUPS_READ.metricName).value === 0)
    }
  }

  test("row groups that planning excluded are counted and shown") {
    val frame = spark.read.format("pq2").option("pq2.splits", "footers").load(pages("planned"))
    val query = frame.where("id between 2500 and 2510")
    assert(query.collect().length === 11)
    val metrics = leaf(query).metrics
    assert(metrics(ScanCounter.ROW_GROUPS_READ.metricName).value === 1)
    assert(metrics(ScanCounter.ROW_GROUPS_SKIPPED.metricName).value === 9)
    assert(metrics(ScanCounter.SKIPPED_BY_STATISTICS.metricName).value === 9)
    val text = query.queryExecution.explainString(FormattedMode)
    assert(text.contains("SkippedRowGroups: 9 by statistics\n"), text)
  }

  test("each split is explained in the log if configured") {
    val path = pages("explained")
    val lines = new StringWriter
    val appender = WriterAppender.createAppender(null, null, lines, "explanations", false, true)
    val logger = LogManager.getLogger("io.pq2.hadoop.ExplanationLog").asInstanceOf[Logger]
    val level = logger.getLevel
    appender.start()
    logger.addAppender(appender)
    logger.setLevel(Level.INFO)
    try {
      val explained = spark.read.format("pq2").option(ExplanationLog.EXPLAIN, "true").load(path)
      assert(explained.where("id between 2500 and 2510").collect().length === 11)
      assert(lines.toString.contains(".parquet\nfilter      id IS NOT NULL AND id >= 2500 AND id <= 2510\n"), lines)
      assert(lines.toString.contains("row groups  1 of 10 read, 9 skipped by statistics\n"))
      assert(lines.toString.contains("rows        11 of 10,000 returned"))
      val before = lines.toString
      pq2(path).where("id = 3").collect()
      assert(lines.toString === before)
    } finally {
      logger.removeAppender(appender)
      logger.setLevel(level)
    }
  }

  test("a V2 scan counts what it reads in the plan's metrics") {
    val frame = pq2(numbers("metrics"))
    frame.collect()
    val metrics = leaf(frame).metrics
    assert(metrics(ScanCounter.ROW_GROUPS_READ.metricName).value === 1)
    assert(metrics(ScanCounter.VALUES_DECODED.metricName).value === 3000)
    assert(metrics(ScanCounter.PAGES_READ.metricName).value >= 3)
    assert(metrics(ScanCounter.BYTES_READ.metricName).value > 1000)
  }

  test("a V1 scan counts what it reads in an accumulator of the stage") {
    val seen = new CompletableFuture[ScanTotals]
    val listener = new SparkListener {
      override def onStageCompleted(event: SparkListenerStageCompleted): Unit =
        event.stageInfo.accumulables.values
          .filter(_.name.contains("pq2 scan"))
          .flatMap(_.value)
          .foreach(value => seen.complete(value.asInstanceOf[ScanTotals]))
    }
    val path = numbers("accumulator")
    spark.sparkContext.addSparkListener(listener)
    pq2V1(path).collect()
    val totals = seen.get(1, TimeUnit.MINUTES)
    spark.sparkContext.removeSparkListener(listener)
    assert(totals.of(ScanCounter.ROW_GROUPS_READ) === 1)
    assert(totals.of(ScanCounter.VALUES_DECODED) === 3000)
    assert(totals.toString.contains("row groups read: 1"))
  }
}
