package io.pq2.internal.statistics;

/**
 * Collects the min and max of floating-point numbers in IEEE 754 total order (IEEE 754-2008, section 5.10). NaNs
 * count only if there are no other values. Values are kept as integer keys in the same order.
 */
final class TotalOrder {

    private long min;
    private long max;
    private long minNan;
    private long maxNan;

    TotalOrder() {
        reset();
    }

    /** Converts the bits of a DOUBLE to a key, and a key to bits. */
    static long key(long bits) {
        return bits ^ (bits >> 63) >>> 1;
    }

    /**
     * Converts the bits of a FLOAT to a key, and a key to bits. For FLOAT16 the bits are in the upper half of the
     * number.
     */
    static int key(int bits) {
        return bits ^ (bits >> 31) >>> 1;
    }

    /** Adds a value. */
    void add(long key, boolean nan) {
        if (nan) {
            minNan = Math.min(minNan, key);
            maxNan = Math.max(maxNan, key);
        } else {
            min = Math.min(min, key);
            max = Math.max(max, key);
        }
    }

    boolean isEmpty() {
        return min > max && minNan > maxNan;
    }

    /** Returns the key of the min, or of the smallest NaN if all values are NaN. */
    long min() {
        return min > max ? minNan : min;
    }

    /** Returns the key of the max, or of the largest NaN if all values are NaN. */
    long max() {
        return min > max ? maxNan : max;
    }

    void reset() {
        min = Long.MAX_VALUE;
        max = Long.MIN_VALUE;
        minNan = Long.MAX_VALUE;
        maxNan = Long.MIN_VALUE;
    }
}
