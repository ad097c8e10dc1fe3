package io.pq2.spark.scan;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** The rows of batches, for scans that return rows. A row is valid until the next one is asked for. */
public final class SplitRows {

    /** Null to return the rows as they are: views of the batch. */
    private final UnsafeProjection projection;

    private ColumnarBatch batch;
    private int next;
    private InternalRow row;

    private SplitRows(UnsafeProjection projection) {
        this.projection = projection;
    }

    /** Rows in Spark's binary form. */
    public static SplitRows unsafe(ScanSpec spec) {
        return new SplitRows(UnsafeProjection.create(spec.rowColumns()));
    }

    /** Rows that are views of the batch. */
    public static SplitRows views() {
        return new SplitRows(null);
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
        if (batch == null || next == batch.numRows()) {
            return false;
        }
        InternalRow view = batch.getRow(next++);
        row = projection == null ? view : projection.apply(view);
        return true;
    }

    /** The row that {@link #next} went to. */
    public InternalRow row() {
        return row;
    }
}
