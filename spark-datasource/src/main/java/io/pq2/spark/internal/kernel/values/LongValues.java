package io.pq2.spark.internal.kernel.values;

import org.jspecify.annotations.NullUnmarked;

/** Whole numbers or unscaled decimals, one per row of a batch. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class LongValues {

    /** The values; those of null slots are arbitrary. */
    public long[] values = {};
    /** Which slots are null; null if none is. */
    public boolean[] nulls;
    /** No value is smaller. */
    long min;
    /** No value is greater. */
    long max;

    /** Returns an array for at least {@code rows} values, which the caller fills. */
    long[] buffer(int rows) {
        if (values.length < rows) {
            values = new long[rows];
        }
        return values;
    }

    /** Finds the smallest and the greatest value. */
    void findBounds(int rows) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        if (nulls == null) {
            for (int i = 0; i < rows; i++) {
                low = Math.min(low, values[i]);
                high = Math.max(high, values[i]);
            }
        } else {
            for (int i = 0; i < rows; i++) {
                if (!nulls[i]) {
                    low = Math.min(low, values[i]);
                    high = Math.max(high, values[i]);
                }
            }
        }
        min = low <= high ? low : 0;
        max = low <= high ? high : 0;
    }

    /** Returns the greatest absolute value; {@link Long#MAX_VALUE} if it is greater than that. */
    public long magnitude() {
        return Math.max(magnitude(min), magnitude(max));
    }

    /** Returns the absolute value of a number; {@link Long#MAX_VALUE} if it is greater than that. */
    public static long magnitude(long number) {
        return number == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(number);
    }
}
