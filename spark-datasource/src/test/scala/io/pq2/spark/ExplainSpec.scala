package io.pq2.spark

import java.util.concurrent.{CompletableFuture, TimeUnit}

import io.pq2.spark.scan.{ScanAccumulator, ScanCounter, ScanTotals}
import org.apache.spark.scheduler.{SparkListener, SparkListenerStageCompleted}
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.{FileSourceScanExec, SparkPlan}

/** What plans and metrics say about a scan. */
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
          .filter(_.name.contains(ScanAccumulator.NAME))
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
