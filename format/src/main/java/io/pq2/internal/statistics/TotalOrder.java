package io.pq2.internal.statistics;

/**
 * The least and the greatest number in IEEE 754 total order (section 5.10), or of NaNs where there is nothing else. Numbers are kept
 * as keys that order as they do.
 */
final class TotalOrder {

    private long min;
    private long max;
    private long minNan;
    private long maxNan;

    TotalOrder() {
        reset();
    }

    /** The key of a DOUBLE, from its bits; the key of a key is the bits again. */
    static long key(long bits) {
        return bits ^ (bits >> 63) >>> 1;
    }

    /** The key of a FLOAT, or with its bits in the upper half of the argument that of a FLOAT16; it works both ways too. */
    static int key(int bits) {
        return bits ^ (bits >> 31) >>> 1;
    }

    /** Sees the value with that key. */
    void see(long key, boolean nan) {
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

    /** The key of the least number, of the least NaN if there is none. */
    long min() {
        return min > max ? minNan : min;
    }

    /** The key of the greatest number, of the greatest NaN if there is none. */
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
