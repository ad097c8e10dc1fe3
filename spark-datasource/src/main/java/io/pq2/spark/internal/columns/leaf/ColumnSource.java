package io.pq2.spark.internal.columns.leaf;

import io.pq2.vector.Vector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/** Fills one of Spark's columns with the values of one file. */
public interface ColumnSource {

    /** Returns the column. It is the same object for the whole file. */
    ColumnVector column();

    /**
     * Makes the column show the next slots. They are valid until the next call.
     *
     * @param vector the engine's vector of the field; absent if the file lacks the field
     * @param length the number of slots
     */
    void show(@Nullable Vector vector, int length);
}
