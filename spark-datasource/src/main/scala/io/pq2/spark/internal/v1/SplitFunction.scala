package io.pq2.spark.internal.v1

import scala.jdk.CollectionConverters._

import io.pq2.read.ScanMetrics
import io.pq2.spark.internal.files.scan.{DamageHandling, FilesAhead, RowCursor, ScanSpec}
import io.pq2.spark.internal.metrics.ScanMetricsSink
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
    val files = filesWith(split)
    val metrics = new ScanMetrics
    val reader = files.open(split, metrics)
    if (reader == null) {
      sums.add(metrics)
      Iterator.empty
    } else rows(new SplitBatchIterator(reader, files, () => sums.add(reader.metrics())))
  }

  /** The files that follow the first one of a partition, until their turn. */
  @transient private lazy val following = new java.util.IdentityHashMap[PartitionedFile, FilesAhead]

  /** Returns the files of the partition that a split belongs to. */
  private def filesWith(split: PartitionedFile): FilesAhead = {
    val known = following.remove(split)
    if (known != null) known
    else {
      val others = FollowingFiles.of(split)
      val files = (split +: others).asJava
      val created = new FilesAhead(files, spec, damage, configuration.value.value, () => new ScanMetrics)
      others.foreach(following.put(_, created))
      created
    }
  }

  private def rows(batches: SplitBatchIterator): Iterator[InternalRow] =
    if (inBatches) {
      batches.asInstanceOf[Iterator[InternalRow]]
    } else if (unsafeRows) {
      new RowIterator(batches, RowCursor.unsafe(spec))
    } else {
      new RowIterator(batches, RowCursor.views(spec))
    }
}
