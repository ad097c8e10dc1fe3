package io.pq2.spark.internal.scan;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the rows of batches, for scans that return rows. A row is valid until the next call of {@link #next}.
 */
public final class RowCursor {

    /** Copies rows to Spark's binary form; absent to return views of the batch. */
    private final @Nullable UnsafeProjection projection;

    private final RowFilter filter;
    private @Nullable ColumnarBatch batch;
    private int next;
    private InternalRow row = new GenericInternalRow(0);

    private RowCursor(@Nullable UnsafeProjection projection, RowFilter filter) {
        this.projection = projection;
        this.filter = filter;
    }

    /** Returns a cursor over rows in Spark's binary form. */
    public static RowCursor unsafe(ScanSpec spec) {
        return new RowCursor(UnsafeProjection.create(spec.rowColumns()), RowFilter.of(spec));
    }

    /** Returns a cursor over views of the batch. */
    public static RowCursor views(ScanSpec spec) {
        return new RowCursor(null, RowFilter.of(spec));
    }

    /** Continues with the rows of another batch. */
    public void begin(ColumnarBatch newBatch) {
        batch = newBatch;
        next = 0;
    }

    /**
     * Advances to the next row that satisfies the filter.
     *
     * @return whether the batch has another row
     */
    public boolean next() {
        ColumnarBatch rows = batch;
        while (rows != null && next < rows.numRows()) {
            InternalRow view = rows.getRow(next++);
            if (filter.keeps(view)) {
                row = projection == null ? view : projection.apply(view);
                return true;
            }
        }
        return false;
    }

    /** Returns the current row. */
    public InternalRow row() {
        return row;
    }
}
