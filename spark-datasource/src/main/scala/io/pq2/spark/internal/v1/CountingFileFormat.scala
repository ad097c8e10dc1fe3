package io.pq2.spark.internal.v1

import io.pq2.spark.ScanCounter
import io.pq2.spark.internal.metric.ScanMetricsReport
import org.apache.spark.SparkContext
import org.apache.spark.sql.execution.datasources.HadoopFsRelation
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}

/** The file format of one scan node. Its readers add to the node's metrics. It equals any other [[Pq2FileFormat]], so
  * that Spark still recognises equal plans.
  */
final private class CountingFileFormat(@transient sparkContext: SparkContext) extends Pq2FileFormat {

  /** The node's metrics, one for each [[ScanCounter]], displayed like those of a V2 scan. */
  @transient lazy val metrics: Map[String, SQLMetric] =
    ScanMetricsReport.metrics.map(metric => metric.name -> SQLMetrics.createV2CustomMetric(sparkContext, metric)).toMap

  override protected def counters: Array[(ScanCounter, SQLMetric)] =
    ScanCounter.values.map(counter => counter -> metrics(counter.metricName))
}

private object CountingFileFormat {

  /** Returns the relation with its own metrics. The relation is null on executors. */
  def in(relation: HadoopFsRelation): HadoopFsRelation =
    if (relation == null) {
      null
    } else {
      val session = relation.sparkSession
      relation.copy(fileFormat = new CountingFileFormat(session.sparkContext))(session)
    }
}
