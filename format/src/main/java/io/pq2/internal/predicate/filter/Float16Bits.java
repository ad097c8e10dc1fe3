package io.pq2.internal.predicate.filter;

import io.pq2.internal.statistics.MinMaxDecoder;

/** FLOAT16 numbers, by value. */
public final class Float16Bits {

    private static final int INFINITY = 0x7C00;
    private static final int SIGN = 0x8000;

    private Float16Bits() {}

    /** The bits of a number that is not NaN; -1 if FLOAT16 does not have it. */
    public static int of(double number) {
        double magnitude = Math.abs(number);
        int low = 0;
        int high = INFINITY;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (MinMaxDecoder.float16(middle) < magnitude) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        boolean found = MinMaxDecoder.float16(low) == magnitude;
        return found ? low | (number < 0 ? SIGN : 0) : -1;
    }
}
