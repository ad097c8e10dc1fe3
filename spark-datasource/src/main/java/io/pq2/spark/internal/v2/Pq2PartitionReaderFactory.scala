package io.pq2.spark.internal.v2

import scala.jdk.CollectionConverters._

import io.pq2.read.ScanMetrics
import io.pq2.spark.internal.files.scan.{
  DamageHandling,
  RowCursor,
  ScanClock,
  ScanSpec,
  SplitBatchReader,
  SplitReader,
  SplitReaders,
  SplitRowReader
}
import io.pq2.spark.internal.metrics.{PlanMetrics, ScanMetricsReport}
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.{FileSourceOptions, InternalRow}
import org.apache.spark.sql.connector.metric.CustomTaskMetric
import org.apache.spark.sql.connector.read.{InputPartition, PartitionReader, PartitionReaderFactory}
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.execution.datasources.v2.FilePartitionReader
import org.apache.spark.sql.vectorized.ColumnarBatch
import org.apache.spark.util.SerializableConfiguration

/** Creates the readers of a V2 scan in its tasks: one for each partition of files, which counts for all of them. */
final private class Pq2PartitionReaderFactory(
    spec: ScanSpec,
    damage: DamageHandling,
    configuration: Broadcast[SerializableConfiguration],
    inBatches: Boolean,
    options: FileSourceOptions
) extends PartitionReaderFactory {

  override def supportColumnarReads(partition: InputPartition): Boolean = inBatches

  override def createReader(partition: InputPartition): PartitionReader[InternalRow] =
    reader(partition) { (split, clock) =>
      new SplitRowReader(new SplitBatchReader(split, clock), RowCursor.unsafe(spec))
    }

  override def createColumnarReader(partition: InputPartition): PartitionReader[ColumnarBatch] =
    reader(partition)(new SplitBatchReader(_, _))

  /** Returns a reader of the batches of a partition.
    *
    * @param onFile called when the batches of a file begin
    */
  def batches(partition: InputPartition, onFile: PartitionedFile => Unit): PartitionReader[ColumnarBatch] =
    reader(partition, onFile)(new SplitBatchReader(_, _))

  /** Returns a reader that reads the files of a partition one after another, by Spark's own rules for missing and
    * corrupt files, and reports this source's metrics.
    */
  private def reader[T](partition: InputPartition, onFile: PartitionedFile => Unit = _ => ())(
      of: (SplitReader, ScanClock) => PartitionReader[T]
  ): PartitionReader[T] = {
    val splits = KeyedPartitions.files(partition).files
    val metrics = new ScanMetrics
    val clock = new ScanClock
    val files = SplitReaders.of(splits.toSeq.asJava, spec, damage, configuration.value.value, () => metrics)
    def open(file: PartitionedFile): PartitionReader[T] = {
      onFile(file)
      of(clock.time(files.open(file)), clock)
    }
    new FilePartitionReader[T](splits.iterator, open, options) {
      override def currentMetricsValues(): Array[CustomTaskMetric] =
        ScanMetricsReport.values(metrics) :+ PlanMetrics.scanTime(clock.nanos)
    }
  }
}
