package io.pq2.spark

import io.pq2.read.ScanMetrics
import io.pq2.spark.scan.ScanSpec
import io.pq2.spark.scan.SplitReader
import io.pq2.spark.scan.SplitRows
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.util.SerializableConfiguration

/** Reads splits for a V1 scan.
  *
  * @param inBatches to return Spark's columnar batches, in the disguise of rows that Spark wants; otherwise rows
  * @param unsafeRows to return rows as unsafe rows; otherwise they are views of the batch
  */
final private class SplitFunction(
    spec: ScanSpec,
    configuration: Broadcast[SerializableConfiguration],
    inBatches: Boolean,
    unsafeRows: Boolean,
    sums: ScanSums
) extends (PartitionedFile => Iterator[InternalRow])
    with Serializable {

  override def apply(split: PartitionedFile): Iterator[InternalRow] = {
    val metrics = new ScanMetrics
    val reader = SplitReader.open(split, spec, configuration.value.value, metrics)
    val batches = new BatchIterator(reader, () => sums.add(metrics))
    if (inBatches) {
      batches.asInstanceOf[Iterator[InternalRow]]
    } else if (unsafeRows) {
      new RowIterator(batches, SplitRows.unsafe(spec))
    } else {
      new RowIterator(batches, SplitRows.views(spec))
    }
  }
}
