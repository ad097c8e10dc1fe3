package io.pq2.spark.internal.v2

import scala.jdk.CollectionConverters._

import io.pq2.read.{OnCorruption, ScanMetrics}
import io.pq2.spark.internal.files.scan.{
  AggregateSplitReader,
  DamageHandling,
  FilesAhead,
  PartitionAggregates,
  PushedAggregates,
  ScanSpec
}
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.{FileSourceOptions, InternalRow}
import org.apache.spark.sql.connector.metric.CustomTaskMetric
import org.apache.spark.sql.connector.read.{InputPartition, PartitionReader, PartitionReaderFactory}
import org.apache.spark.sql.execution.datasources.{FilePartition, PartitionedFile}
import org.apache.spark.util.SerializableConfiguration
import org.apache.spark.{TaskContext, TaskKilledException}

/** Creates the readers of a V2 scan that returns aggregates. */
final private class Pq2AggregateReaderFactory(
    spec: ScanSpec,
    aggregates: PushedAggregates,
    configuration: Broadcast[SerializableConfiguration],
    options: FileSourceOptions
) extends PartitionReaderFactory {

  override def createReader(partition: InputPartition): PartitionReader[InternalRow] = {
    val metrics = new ScanMetrics
    val result = new PartitionAggregates(aggregates, spec)
    // Spark's own loop over files performs the steps, so that its rules for missing and corrupt files apply.
    val clock = new ScanClock
    val files = new FilesAhead(
      partition.asInstanceOf[FilePartition].files.toSeq.asJava,
      spec,
      new DamageHandling(OnCorruption.FAIL, null),
      configuration.value.value,
      () => metrics
    )
    val steps = new CountingReader[Unit](partition, options, metrics, clock, step(_, files, result, metrics))
    new PartitionReader[InternalRow] {
      private var rows: Iterator[InternalRow] = _
      private var row: InternalRow = _

      override def next(): Boolean = {
        if (rows == null) {
          // The rows are ready after the last step, so Spark cannot end a killed task before.
          val task = Option(TaskContext.get())
          clock.time(while (steps.next()) if (task.exists(_.isInterrupted())) throw new TaskKilledException)
          rows = result.rows().asScala.iterator
        }
        val more = rows.hasNext
        if (more) {
          row = rows.next()
        }
        more
      }

      override def get(): InternalRow = row

      override def currentMetricsValues(): Array[CustomTaskMetric] = steps.currentMetricsValues()

      override def close(): Unit = steps.close()
    }
  }

  private def step(
      file: PartitionedFile,
      files: FilesAhead,
      result: PartitionAggregates,
      metrics: ScanMetrics
  ): PartitionReader[Unit] =
    new PartitionReader[Unit] {
      private val split =
        AggregateSplitReader.open(file, files, spec, aggregates, result, configuration.value.value, metrics)

      override def next(): Boolean = split.next()

      override def get(): Unit = ()

      override def close(): Unit = split.close()
    }
}
