package io.pq2.spark.internal.kernel.values;

import io.pq2.spark.internal.vectors.FileColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.NullUnmarked;

/** Numbers, one per row of a batch. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public abstract class Values {

    /** Which slots are null; null if none is. */
    boolean[] nulls;

    int rows;
    private boolean[] buffer = {};

    /** Begins a batch, at first without nulls. */
    void begin(int newRows) {
        rows = newRows;
        nulls = null;
    }

    /** Whether the number of any row may be null. */
    public final boolean hasNull() {
        return nulls != null;
    }

    /** Whether the number of a row is null. */
    public final boolean isNull(int row) {
        return nulls != null && nulls[row];
    }

    /** Removes the rows with null from selected ones, and returns how many are left. */
    public final int withoutNulls(int[] selected, int count) {
        if (nulls == null) {
            return count;
        }
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = selected[i];
            selected[remaining] = row;
            remaining += nulls[row] ? 0 : 1;
        }
        return remaining;
    }

    /** Makes the slots null that are null in a column. */
    final void setNulls(ColumnVector column) {
        if (!column.hasNull()) {
            return;
        }
        nulls = buffer();
        if (column instanceof FileColumnVector ofFile) {
            ofFile.copyNulls(nulls, rows);
            return;
        }
        for (int i = 0; i < rows; i++) {
            nulls[i] = column.isNullAt(i);
        }
    }

    /** Makes the slots null that are null in other values. */
    final void addNulls(boolean[] others) {
        if (nulls == null || others == null || others == nulls) {
            nulls = nulls == null ? others : nulls;
            return;
        }
        boolean[] before = nulls;
        nulls = buffer();
        for (int i = 0; i < rows; i++) {
            nulls[i] = before[i] || others[i];
        }
    }

    private boolean[] buffer() {
        if (buffer.length < rows) {
            buffer = new boolean[rows];
        }
        return buffer;
    }
}
