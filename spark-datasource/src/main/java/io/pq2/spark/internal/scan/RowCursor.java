package io.pq2.spark.internal.scan;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** The rows of batches, for scans that return rows. A row is valid until the next one is asked for. */
public final class RowCursor {

    /** Null to return the rows as they are: views of the batch. */
    private final UnsafeProjection projection;

    private final RowFilter filter;
    private ColumnarBatch batch;
    private int next;
    private InternalRow row;

    private RowCursor(UnsafeProjection projection, RowFilter filter) {
        this.projection = projection;
        this.filter = filter;
    }

    /** Rows in Spark's binary form. */
    public static RowCursor unsafe(ScanSpec spec) {
        return new RowCursor(UnsafeProjection.create(spec.rowColumns()), RowFilter.of(spec));
    }

    /** Rows that are views of the batch. */
    public static RowCursor views(ScanSpec spec) {
        return new RowCursor(null, RowFilter.of(spec));
    }

    /** Continues with the rows of a batch. */
    public void begin(ColumnarBatch newBatch) {
        batch = newBatch;
        next = 0;
    }

    /**
     * Goes to the next row.
     *
     * @return whether the batch has one more
     */
    public boolean next() {
        while (batch != null && next < batch.numRows()) {
            InternalRow view = batch.getRow(next++);
            if (filter.keeps(view)) {
                row = projection == null ? view : projection.apply(view);
                return true;
            }
        }
        return false;
    }

    /** The row that {@link #next} went to. */
    public InternalRow row() {
        return row;
    }
}
