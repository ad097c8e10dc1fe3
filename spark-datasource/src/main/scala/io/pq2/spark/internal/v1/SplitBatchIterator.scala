package io.pq2.spark.internal.v1

import java.io.Closeable

import io.pq2.spark.internal.errors.ReadErrors
import io.pq2.spark.internal.files.scan.{FilesAhead, SplitReader}
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Iterates over the batches of a split. A batch is valid until the next call of [[hasNext]]. The iterator closes
  * itself at the end; users may close it earlier.
  *
  * @param files the files of the task
  * @param onClose called once, on close
  */
final private class SplitBatchIterator(reader: SplitReader, files: FilesAhead, onClose: () => Unit)
    extends Iterator[ColumnarBatch]
    with Closeable {

  private var fetched = false
  private var closed = false

  override def hasNext: Boolean = {
    if (!fetched && !closed) {
      files.requestNext()
      fetched = reader.next()
      if (!fetched) {
        close()
      }
    }
    fetched
  }

  override def next(): ColumnarBatch = {
    if (!hasNext) {
      throw new NoSuchElementException("no more batches")
    }
    fetched = false
    reader.batch()
  }

  /** Returns the errors of the split's file. */
  def errors: ReadErrors = reader.errors()

  override def close(): Unit =
    if (!closed) {
      closed = true
      onClose()
      reader.close()
    }
}
