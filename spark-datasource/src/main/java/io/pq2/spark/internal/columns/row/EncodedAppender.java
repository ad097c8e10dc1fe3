package io.pq2.spark.internal.columns.row;

import io.pq2.internal.variant.EncodedValue;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;

/** Appends encoded values to one of Spark's columns. */
@FunctionalInterface
interface EncodedAppender {

    /**
     * Appends a value that is not null.
     *
     * @return false if Spark's code must convert the value; nothing is appended then
     */
    boolean append(EncodedValue value, WritableColumnVector column);
}
