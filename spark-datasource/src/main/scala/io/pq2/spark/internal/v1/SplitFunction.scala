package io.pq2.spark.internal.v1

import io.pq2.read.ScanMetrics
import io.pq2.spark.internal.metric.ScanMetricsSink
import io.pq2.spark.internal.scan.DamageHandling
import io.pq2.spark.internal.scan.RowCursor
import io.pq2.spark.internal.scan.ScanSpec
import io.pq2.spark.internal.scan.SplitReader
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.util.SerializableConfiguration

/** Reads splits for a V1 scan.
  *
  * @param inBatches whether to return columnar batches, cast to the row type that Spark's interface requires, rather
  *   than rows
  * @param unsafeRows whether to return rows in Spark's binary form rather than views of the batch
  */
final private[spark] class SplitFunction(
    spec: ScanSpec,
    damage: DamageHandling,
    configuration: Broadcast[SerializableConfiguration],
    inBatches: Boolean,
    unsafeRows: Boolean,
    sums: ScanMetricsSink
) extends (PartitionedFile => Iterator[InternalRow])
    with Serializable {

  override def apply(split: PartitionedFile): Iterator[InternalRow] = {
    val metrics = new ScanMetrics
    val reader = SplitReader.open(split, spec, damage, configuration.value.value, metrics)
    if (reader == null) {
      sums.add(metrics)
      Iterator.empty
    } else rows(new BatchIterator(reader, () => sums.add(metrics)))
  }

  private def rows(batches: BatchIterator): Iterator[InternalRow] =
    if (inBatches) {
      batches.asInstanceOf[Iterator[InternalRow]]
    } else if (unsafeRows) {
      new RowIterator(batches, RowCursor.unsafe(spec))
    } else {
      new RowIterator(batches, RowCursor.views(spec))
    }
}
