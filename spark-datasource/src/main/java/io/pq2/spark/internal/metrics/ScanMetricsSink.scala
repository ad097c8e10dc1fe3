package io.pq2.spark.internal.metrics

import io.pq2.hadoop.metrics.ScanCounter
import io.pq2.read.ScanMetrics
import org.apache.spark.sql.execution.metric.SQLMetric

/** Receives the counts of a V1 scan in its tasks. Spark transfers the sums to the driver.
  *
  * @param counters the metrics of the scan's node in the plan; empty if Spark planned the scan without this source's
  *   extension
  */
final private[spark] class ScanMetricsSink(accumulator: ScanAccumulator, counters: Array[(ScanCounter, SQLMetric)])
    extends Serializable {

  /** Adds the counts of a split. Call once per split. */
  def add(metrics: ScanMetrics): Unit = {
    accumulator.add(metrics)
    counters.foreach { case (counter, sum) => sum.add(counter.of(metrics)) }
  }
}
