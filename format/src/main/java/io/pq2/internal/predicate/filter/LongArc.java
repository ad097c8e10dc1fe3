package io.pq2.internal.predicate.filter;

import org.jspecify.annotations.Nullable;

/**
 * Consecutive integers on the circle of 64-bit numbers, where the smallest follows the largest. This covers signed and
 * unsigned ranges. An arc is neither empty nor the whole circle.
 *
 * @param first the first integer
 * @param extent the number of integers minus one, unsigned
 */
record LongArc(long first, long extent) {

    /** Returns the integers of a closed range. */
    static LongArc between(long min, long max) {
        return new LongArc(min, max - min);
    }

    /**
     * Returns 1 if an arc contains {@code value}, otherwise 0, without a branch: the result is whether the subtraction
     * of the value's distance from the extent needs no borrow.
     */
    static long contains(long value, long first, long extent) {
        long distance = value - first;
        return ~((~extent & distance) | (~(extent ^ distance) & (extent - distance))) >>> 63;
    }

    /** Returns the complement. */
    LongArc not() {
        return new LongArc(first + extent + 1, -extent - 2);
    }

    /** Whether the intersection is empty. */
    boolean isApartFrom(LongArc other) {
        return !isIn(other.first - first, extent) && !isIn(first - other.first, other.extent);
    }

    /** Returns the intersection, which must not be empty; absent when it consists of two arcs. */
    @Nullable
    LongArc and(LongArc other) {
        long forth = other.first - first;
        if (isIn(forth, extent)) {
            boolean twoArcs = forth != 0 && isIn(-forth, other.extent);
            return twoArcs ? null : new LongArc(other.first, min(extent - forth, other.extent));
        }
        return new LongArc(first, min(other.extent + forth, extent));
    }

    private static boolean isIn(long distance, long extent) {
        return Long.compareUnsigned(distance, extent) <= 0;
    }

    private static long min(long a, long b) {
        return Long.compareUnsigned(a, b) < 0 ? a : b;
    }
}
