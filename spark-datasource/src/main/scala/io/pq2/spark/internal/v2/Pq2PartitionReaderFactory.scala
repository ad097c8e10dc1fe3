package io.pq2.spark.internal.v2

import scala.jdk.CollectionConverters._

import io.pq2.read.ScanMetrics
import io.pq2.spark.internal.files.scan.{DamageHandling, FilesAhead, RowCursor, ScanSpec}
import io.pq2.spark.internal.metrics.{PlanMetrics, ScanMetricsReport}
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.{FileSourceOptions, InternalRow}
import org.apache.spark.sql.connector.metric.CustomTaskMetric
import org.apache.spark.sql.connector.read.{InputPartition, PartitionReader}
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.sql.execution.datasources.v2.{FilePartitionReader, FilePartitionReaderFactory}
import org.apache.spark.sql.vectorized.ColumnarBatch
import org.apache.spark.util.SerializableConfiguration

/** Creates the readers of a V2 scan in its tasks: one for each partition of files, which counts for all of them. */
final private class Pq2PartitionReaderFactory(
    spec: ScanSpec,
    damage: DamageHandling,
    configuration: Broadcast[SerializableConfiguration],
    inBatches: Boolean,
    override protected val options: FileSourceOptions
) extends FilePartitionReaderFactory {

  override def supportColumnarReads(partition: InputPartition): Boolean = inBatches

  override def createReader(partition: InputPartition): PartitionReader[InternalRow] = {
    val metrics = new ScanMetrics
    val clock = new ScanClock
    val files = filesAhead(partition, metrics)
    new CountingReader[InternalRow](partition, options, metrics, clock, rows(_, files, metrics, clock))
  }

  override def createColumnarReader(partition: InputPartition): PartitionReader[ColumnarBatch] = {
    val metrics = new ScanMetrics
    val clock = new ScanClock
    val files = filesAhead(partition, metrics)
    new CountingReader[ColumnarBatch](partition, options, metrics, clock, batches(_, files, metrics, clock))
  }

  override def buildReader(file: PartitionedFile): PartitionReader[InternalRow] =
    rows(file, noneAhead(file), new ScanMetrics, new ScanClock)

  override def buildColumnarReader(file: PartitionedFile): PartitionReader[ColumnarBatch] =
    batches(file, noneAhead(file), new ScanMetrics, new ScanClock)

  private def noneAhead(file: PartitionedFile): FilesAhead = filesAhead(Seq(file), new ScanMetrics)

  private def filesAhead(partition: InputPartition, metrics: ScanMetrics): FilesAhead =
    filesAhead(KeyedPartitions.files(partition).files.toSeq, metrics)

  private def filesAhead(files: Seq[PartitionedFile], metrics: ScanMetrics): FilesAhead =
    new FilesAhead(files.asJava, spec, damage, configuration.value.value, () => metrics)

  private def rows(
      file: PartitionedFile,
      files: FilesAhead,
      metrics: ScanMetrics,
      clock: ScanClock
  ): PartitionReader[InternalRow] =
    new PartitionReader[InternalRow] {
      // Null if the file is damaged as a whole and skipped.
      private val reader = clock.time(files.open(file, metrics))
      private val rows = RowCursor.unsafe(spec)

      override def next(): Boolean = {
        var found = rows.next()
        while (!found && reader != null && clock.time(reader.next())) {
          files.requestNext()
          rows.begin(reader.batch(), reader.errors())
          found = rows.next()
        }
        found
      }

      override def get(): InternalRow = rows.row()

      override def close(): Unit = if (reader != null) reader.close()
    }

  private def batches(
      file: PartitionedFile,
      files: FilesAhead,
      metrics: ScanMetrics,
      clock: ScanClock
  ): PartitionReader[ColumnarBatch] =
    new PartitionReader[ColumnarBatch] {
      // Null if the file is damaged as a whole and skipped.
      private val reader = clock.time(files.open(file, metrics))

      override def next(): Boolean = {
        files.requestNext()
        reader != null && clock.time(reader.next())
      }

      override def get(): ColumnarBatch = reader.batch()

      override def close(): Unit = if (reader != null) reader.close()
    }
}

/** Reads the files of a partition one after another, by Spark's own rules for missing and corrupt files, and reports
  * this source's metrics.
  */
final private class CountingReader[T](
    partition: InputPartition,
    options: FileSourceOptions,
    metrics: ScanMetrics,
    clock: ScanClock,
    open: PartitionedFile => PartitionReader[T]
) extends FilePartitionReader[T](KeyedPartitions.files(partition).files.iterator, open, options) {

  override def currentMetricsValues(): Array[CustomTaskMetric] =
    ScanMetricsReport.values(metrics) :+ PlanMetrics.scanTime(clock.nanos)
}

/** Measures the time that a task spends in opening files and reading batches. */
final private class ScanClock {

  /** The time so far, in nanoseconds. */
  var nanos: Long = 0

  def time[T](read: => T): T = {
    val start = System.nanoTime()
    try read
    finally nanos += System.nanoTime() - start
  }
}
