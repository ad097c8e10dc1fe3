package io.pq2.spark.internal.batch;

import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.NullUnmarked;

/** Selects rows of batches by a condition. Generated code calls it. Not thread-safe. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class RowSelector {

    private final RowTest condition;
    private final BatchColumns columns = new BatchColumns();
    private int[] all = {};
    private int[] selected = {};

    RowSelector(RowTest condition) {
        this.condition = condition;
    }

    /**
     * Selects the rows of a batch for which the condition is true.
     *
     * @return their number; {@link #rows} has their indexes
     */
    public int select(ColumnarBatch batch) {
        int rows = batch.numRows();
        if (all.length < rows) {
            all = new int[rows];
            for (int i = 0; i < rows; i++) {
                all[i] = i;
            }
            selected = new int[rows];
        }
        columns.begin(batch);
        return condition.select(columns, all, rows, selected);
    }

    /** Returns the indexes of the selected rows in ascending order, valid until the next batch. */
    public int[] rows() {
        return selected;
    }
}
