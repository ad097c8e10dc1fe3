package io.pq2.spark.internal.kernel.explode;

import io.pq2.spark.internal.vectors.FileColumnVector;
import org.jspecify.annotations.Nullable;

/** A column of one of several projections of the same rows. */
public sealed interface ExpandedColumn {

    /**
     * A column of the batches, or a field of structs.
     *
     * @param ordinal its index among the columns of {@link io.pq2.spark.internal.kernel.conditions.RowSelector}
     */
    record OfBatch(int ordinal) implements ExpandedColumn {}

    /**
     * The same value in all rows.
     *
     * @param column shows the value; of the value's type, and used nowhere else
     * @param value the value in Spark's internal form; may be null
     */
    record Constant(FileColumnVector column, @Nullable Object value) implements ExpandedColumn {

        FileColumnVector show(int rows) {
            if (value == null) {
                column.showNulls(rows);
            } else {
                column.showConstant(value, rows);
            }
            return column;
        }
    }
}
