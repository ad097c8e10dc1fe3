package io.pq2.spark.internal.files.scan;

import io.pq2.spark.internal.errors.ReadErrors;
import java.util.Objects;
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

    private @Nullable ColumnarBatch batch;
    /** The errors of the batch's file; absent before the first batch. */
    private @Nullable ReadErrors errors;

    private int next;
    private InternalRow row = new GenericInternalRow(0);

    private RowCursor(@Nullable UnsafeProjection projection) {
        this.projection = projection;
    }

    /** Returns a cursor over rows in Spark's binary form. */
    public static RowCursor unsafe(ScanSpec spec) {
        return new RowCursor(UnsafeProjection.create(spec.rowColumns()));
    }

    /** Returns a cursor over views of the batch. */
    public static RowCursor views() {
        return new RowCursor(null);
    }

    /**
     * Continues with the rows of another batch.
     *
     * @param newErrors the errors of the batch's file
     */
    public void begin(ColumnarBatch newBatch, ReadErrors newErrors) {
        batch = newBatch;
        errors = newErrors;
        next = 0;
    }

    /**
     * Advances to the next row.
     *
     * @return whether the batch has another row
     */
    public boolean next() {
        try {
            return advance();
        } catch (RuntimeException e) {
            throw Objects.requireNonNull(errors).raise(e);
        }
    }

    private boolean advance() {
        ColumnarBatch rows = batch;
        if (rows == null || next == rows.numRows()) {
            return false;
        }
        InternalRow view = rows.getRow(next++);
        row = projection == null ? view : projection.apply(view);
        return true;
    }

    /** Returns the current row. */
    public InternalRow row() {
        return row;
    }
}
