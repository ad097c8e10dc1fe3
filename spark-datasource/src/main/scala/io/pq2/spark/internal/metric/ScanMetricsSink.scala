package io.pq2.spark.internal.metric

import io.pq2.read.ScanMetrics
import io.pq2.spark.ScanAccumulator
import io.pq2.spark.ScanCounter
import org.apache.spark.sql.execution.metric.SQLMetric

/** Where the tasks of a V1 scan add up what they count. Spark brings the sums back to the driver.
  *
  * @param counters the metrics of the node in the plan; none where Spark planned the scan without our extension
  */
final private[spark] class ScanMetricsSink(accumulator: ScanAccumulator, counters: Array[(ScanCounter, SQLMetric)])
    extends Serializable {

  /** Adds the counts of a split, once. */
  def add(metrics: ScanMetrics): Unit = {
    accumulator.add(metrics)
    counters.foreach { case (counter, sum) => sum.add(counter.of(metrics)) }
  }
}
