package io.pq2.spark.internal.kernel.values;

import org.jspecify.annotations.NullUnmarked;

/** Floating-point numbers, one per row of a batch. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class DoubleValues {

    /** The values; those of null slots are arbitrary. */
    public double[] values = {};
    /** Which slots are null; null if none is. */
    public boolean[] nulls;

    /** Returns an array for at least {@code rows} values, which the caller fills. */
    double[] buffer(int rows) {
        if (values.length < rows) {
            values = new double[rows];
        }
        return values;
    }
}
