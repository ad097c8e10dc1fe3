package io.pq2.spark.internal.files.scan

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.read.PartitionReader
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Reads the batches of a split. A batch is valid until the next one.
  *
  * @param clock measures the time for reading
  */
final private[spark] class SplitBatchReader(split: SplitReader, clock: ScanClock)
    extends PartitionReader[ColumnarBatch] {

  override def next(): Boolean = clock.time(split.next())

  override def get(): ColumnarBatch = split.batch()

  /** Continues with the rows of the current batch. */
  def begin(rows: RowCursor): Unit = rows.begin(split.batch(), split.errors())

  override def close(): Unit = split.close()
}

/** Reads the rows of a split. A row is valid until the next one. */
final private[spark] class SplitRowReader(batches: SplitBatchReader, rows: RowCursor)
    extends PartitionReader[InternalRow] {

  override def next(): Boolean = {
    var found = rows.next()
    while (!found && batches.next()) {
      batches.begin(rows)
      found = rows.next()
    }
    found
  }

  override def get(): InternalRow = rows.row()

  override def close(): Unit = batches.close()
}

/** Measures the time that a task spends in opening files and reading batches. */
final private[spark] class ScanClock {

  /** The time so far, in nanoseconds. */
  var nanos: Long = 0

  def time[T](read: => T): T = {
    val start = System.nanoTime()
    try read
    finally nanos += System.nanoTime() - start
  }
}
