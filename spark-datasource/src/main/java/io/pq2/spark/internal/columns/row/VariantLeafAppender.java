package io.pq2.spark.internal.columns.row;

import io.pq2.vector.Vector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;

/** Appends values of a leaf to one of Spark's columns, whose type may differ. */
@FunctionalInterface
interface VariantLeafAppender {

    /**
     * Appends a value that is not null.
     *
     * @return false if the column's type cannot represent the value; nothing is appended then
     */
    boolean append(Vector leaf, int slot, WritableColumnVector column);
}
