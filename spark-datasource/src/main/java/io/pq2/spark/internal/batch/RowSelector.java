package io.pq2.spark.internal.batch;

import java.util.List;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.NullUnmarked;

/** Selects rows of batches by a condition. Generated code calls it. Not thread-safe. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class RowSelector {

    private final RowTest condition;
    private final BatchColumns columns;
    private int[] all = {};
    private int[] selected = {};

    /** @param fields the fields of structs that the condition tests */
    RowSelector(RowTest condition, List<FieldPath> fields) {
        this.condition = condition;
        this.columns = new BatchColumns(fields);
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

    /** @param ordinal the index of a column of the batch, or their number plus the index of a field */
    ColumnVector column(int ordinal) {
        return columns.column(ordinal);
    }
}
