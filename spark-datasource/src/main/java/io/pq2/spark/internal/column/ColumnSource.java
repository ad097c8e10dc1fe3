package io.pq2.spark.internal.column;

import io.pq2.vector.Vector;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Where the values of one of Spark's columns come from in one file. */
public interface ColumnSource {

    /** The column that is filled: the same object for the whole file. */
    ColumnVector column();

    /**
     * Lets the column show the next slots, until the next call.
     *
     * @param vector the engine's vector for the field; null if the file has no such field
     * @param length the number of slots
     */
    void show(Vector vector, int length);
}
