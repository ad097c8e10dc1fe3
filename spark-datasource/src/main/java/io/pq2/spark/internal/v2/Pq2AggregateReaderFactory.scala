package io.pq2.spark.internal.v2

import scala.jdk.CollectionConverters._

import io.pq2.spark.internal.files.scan.{PartitionAggregates, PushedAggregates, ScanSpec}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.metric.CustomTaskMetric
import org.apache.spark.sql.connector.read.{InputPartition, PartitionReader, PartitionReaderFactory}
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.{TaskContext, TaskKilledException}

/** Creates the readers of a V2 scan that returns aggregates.
  *
  * @param scan reads the rows to aggregate
  */
final private class Pq2AggregateReaderFactory(
    scan: Pq2PartitionReaderFactory,
    spec: ScanSpec,
    aggregates: PushedAggregates
) extends PartitionReaderFactory {

  override def createReader(partition: InputPartition): PartitionReader[InternalRow] =
    new PartitionReader[InternalRow] {
      private var file: PartitionedFile = _
      private val batches = scan.batches(partition, next => file = next)
      private var row: InternalRow = _

      private lazy val rows: Iterator[InternalRow] = {
        val result = new PartitionAggregates(aggregates, spec)
        // The rows are ready after the last batch, so Spark cannot end a killed task before.
        val task = Option(TaskContext.get())
        while (batches.next()) {
          result.add(file.partitionValues, batches.get())
          if (task.exists(_.isInterrupted())) throw new TaskKilledException
        }
        result.rows().asScala.iterator
      }

      override def next(): Boolean = {
        val more = rows.hasNext
        if (more) {
          row = rows.next()
        }
        more
      }

      override def get(): InternalRow = row

      override def currentMetricsValues(): Array[CustomTaskMetric] = batches.currentMetricsValues()

      override def close(): Unit = batches.close()
    }
}
