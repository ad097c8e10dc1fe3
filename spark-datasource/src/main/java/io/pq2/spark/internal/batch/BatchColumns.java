package io.pq2.spark.internal.batch;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.NullUnmarked;

/** The columns of the current batch. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
final class BatchColumns {

    private ColumnarBatch batch;
    private int rows;
    private int number;

    /** Replaces the batch. */
    void begin(ColumnarBatch next) {
        batch = next;
        rows = next.numRows();
        number++;
    }

    /** Returns the number of rows. */
    int rows() {
        return rows;
    }

    /** Returns a number that changes with the batch. */
    int number() {
        return number;
    }

    ColumnVector column(int ordinal) {
        return batch.column(ordinal);
    }

    /** Returns a view of a row, which the next call changes. */
    InternalRow row(int row) {
        return batch.getRow(row);
    }

    /**
     * Returns which slots of a column are null.
     *
     * @param buffer an array that may be used for the result
     * @return null if no slot is null
     */
    boolean[] nulls(int ordinal, boolean[] buffer) {
        ColumnVector column = batch.column(ordinal);
        if (!column.hasNull()) {
            return null;
        }
        boolean[] nulls = buffer != null && buffer.length >= rows ? buffer : new boolean[rows];
        for (int i = 0; i < rows; i++) {
            nulls[i] = column.isNullAt(i);
        }
        return nulls;
    }
}
