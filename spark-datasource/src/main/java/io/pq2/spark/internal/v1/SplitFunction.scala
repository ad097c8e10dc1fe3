package io.pq2.spark.internal.v1

import scala.jdk.CollectionConverters._

import io.pq2.hadoop.internal.file.FilesAhead
import io.pq2.read.ScanMetrics
import io.pq2.spark.internal.files.keys.SplitValue
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
import io.pq2.spark.internal.metrics.ScanMetricsSink
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.read.PartitionReader
import org.apache.spark.sql.execution.datasources.PartitionedFile
import org.apache.spark.util.SerializableConfiguration

/** Reads splits for a V1 scan. A named class, for the reasons of [[io.pq2.spark.internal.tasks.TaskFunction]].
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
    val reader = filesWith(split).open(split)
    val batches = new SplitBatchReader(reader, new ScanClock)
    def iterator[T](of: PartitionReader[T]) = new SplitIterator(of, () => sums.add(reader.metrics()))
    if (inBatches) iterator(batches).asInstanceOf[Iterator[InternalRow]]
    else iterator(new SplitRowReader(batches, if (unsafeRows) RowCursor.unsafe(spec) else RowCursor.views()))
  }

  /** The files that follow the first one of a partition, until their turn. */
  @transient private lazy val following =
    new java.util.IdentityHashMap[PartitionedFile, FilesAhead[PartitionedFile, SplitReader]]

  /** Returns the files of the partition that a split belongs to. */
  private def filesWith(split: PartitionedFile): FilesAhead[PartitionedFile, SplitReader] = {
    val known = following.remove(split)
    if (known != null) known
    else {
      val others = Option(SplitValue.FollowingFiles.of(split)).fold(Seq.empty[PartitionedFile])(_.toSeq)
      val files = (split +: others).asJava
      val created = SplitReaders.of(files, spec, damage, configuration.value.value, () => new ScanMetrics)
      others.foreach(following.put(_, created))
      created
    }
  }
}
