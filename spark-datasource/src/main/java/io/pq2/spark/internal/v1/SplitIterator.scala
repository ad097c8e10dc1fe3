package io.pq2.spark.internal.v1

import java.io.Closeable

import org.apache.spark.sql.connector.read.PartitionReader

/** Iterates over the batches or rows of a split. Each is valid until the next call of [[hasNext]]. The iterator closes
  * itself at the end; users may close it earlier.
  *
  * @param onClose called once, on close
  */
final private class SplitIterator[T](reader: PartitionReader[T], onClose: () => Unit)
    extends Iterator[T]
    with Closeable {

  private var fetched = false
  private var closed = false

  override def hasNext: Boolean = {
    if (!fetched && !closed) {
      fetched = reader.next()
      if (!fetched) {
        close()
      }
    }
    fetched
  }

  override def next(): T = {
    if (!hasNext) {
      throw new NoSuchElementException("the split has no more rows")
    }
    fetched = false
    reader.get()
  }

  override def close(): Unit =
    if (!closed) {
      closed = true
      onClose()
      reader.close()
    }
}
