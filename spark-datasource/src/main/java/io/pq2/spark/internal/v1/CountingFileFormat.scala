package io.pq2.spark.internal.v1

import io.pq2.hadoop.metrics.ScanCounter
import io.pq2.spark.internal.files.scan.RowDemand
import io.pq2.spark.internal.metrics.ScanMetricsReport
import io.pq2.spark.internal.settings.SourceFlavor
import org.apache.spark.SparkContext
import org.apache.spark.sql.execution.datasources.HadoopFsRelation
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}

/** The file format of one scan node. Its readers add to the node's metrics. It equals any format of its flavor, so that
  * Spark recognises equal plans. It is named `pq2` in every flavor, as plans show it.
  */
final private class CountingFileFormat(
    @transient sparkContext: SparkContext,
    override val flavor: SourceFlavor,
    override protected val demand: RowDemand
) extends Pq2FileFormat {

  /** The node's metrics, one for each [[ScanCounter]], displayed like those of a V2 scan. */
  @transient lazy val metrics: Map[String, SQLMetric] =
    ScanMetricsReport.metrics.map(metric => metric.name -> SQLMetrics.createV2CustomMetric(sparkContext, metric)).toMap

  override protected def counters: Array[(ScanCounter, SQLMetric)] =
    ScanCounter.values.map(counter => counter -> metrics(counter.metricName))
}

private object CountingFileFormat {

  /** Returns the relation with its own metrics. The relation is null on executors. Its format is pq2's or Spark's. */
  def in(relation: HadoopFsRelation, demand: RowDemand): HadoopFsRelation =
    if (relation == null) {
      null
    } else {
      val session = relation.sparkSession
      val flavor = relation.fileFormat match {
        case pq2: Pq2FileFormat => pq2.flavor
        case _                  => SourceFlavor.PARQUET
      }
      relation.copy(fileFormat = new CountingFileFormat(session.sparkContext, flavor, demand))(session)
    }
}
