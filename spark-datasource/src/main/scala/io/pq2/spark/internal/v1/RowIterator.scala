package io.pq2.spark.internal.v1

import java.io.Closeable

import io.pq2.spark.internal.files.scan.RowCursor
import org.apache.spark.sql.catalyst.InternalRow

/** Iterates over the rows of batches. A row is valid until the next call of [[hasNext]]. */
final private class RowIterator(batches: SplitBatchIterator, rows: RowCursor)
    extends Iterator[InternalRow]
    with Closeable {

  private var fetched = false

  override def hasNext: Boolean = {
    if (!fetched) {
      fetched = rows.next()
      while (!fetched && batches.hasNext) {
        rows.begin(batches.next(), batches.errors)
        fetched = rows.next()
      }
    }
    fetched
  }

  override def next(): InternalRow = {
    if (!hasNext) {
      throw new NoSuchElementException("no more rows")
    }
    fetched = false
    rows.row()
  }

  override def close(): Unit = batches.close()
}
