package io.pq2.predicate;

import io.pq2.statistics.BoundDecoder;

/** FLOAT16 numbers, by value. */
final class HalfBits {

    private static final int INFINITY = 0x7C00;
    private static final int SIGN = 0x8000;

    private HalfBits() {}

    /** The bits of a number that is not NaN; -1 if FLOAT16 does not have it. */
    static int of(double number) {
        double magnitude = Math.abs(number);
        int low = 0;
        int high = INFINITY;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (BoundDecoder.float16(middle) < magnitude) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        boolean found = BoundDecoder.float16(low) == magnitude;
        return found ? low | (number < 0 ? SIGN : 0) : -1;
    }
}
