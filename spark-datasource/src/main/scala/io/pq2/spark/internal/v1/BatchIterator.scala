package io.pq2.spark.internal.v1

import java.io.Closeable

import io.pq2.spark.internal.scan.SplitReader
import org.apache.spark.sql.vectorized.ColumnarBatch

/** The batches of a split; each is valid until [[hasNext]] is asked for the next one. Closed by its user, or by itself when
  * there are no more.
  *
  * @param onClose called once
  */
final private class BatchIterator(reader: SplitReader, onClose: () => Unit)
    extends Iterator[ColumnarBatch]
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

  override def next(): ColumnarBatch = {
    if (!hasNext) {
      throw new NoSuchElementException("no more batches")
    }
    fetched = false
    reader.batch()
  }

  override def close(): Unit =
    if (!closed) {
      closed = true
      onClose()
      reader.close()
    }
}
