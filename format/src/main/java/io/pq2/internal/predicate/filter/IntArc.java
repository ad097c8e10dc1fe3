package io.pq2.internal.predicate.filter;

import org.jspecify.annotations.Nullable;

/**
 * Consecutive integers on the circle of 32-bit numbers, where the smallest follows the largest. This covers signed and
 * unsigned ranges. An arc is neither empty nor the whole circle.
 *
 * @param first the first integer
 * @param extent the number of integers
 */
record IntArc(int first, long extent) {

    private static final long MASK = 0xFFFFFFFFL;
    private static final long ALL_INTEGERS = 1L << 32;

    /** Returns the integers of a closed range. */
    static IntArc between(int min, int max) {
        return new IntArc(min, (max - min & MASK) + 1);
    }

    /** Returns 1 if an arc contains {@code value}, otherwise 0, without a branch. */
    static long contains(int value, int first, long extent) {
        return (value - first & MASK) - extent >>> 63;
    }

    /** Returns the complement. */
    IntArc not() {
        return new IntArc((int) (first + extent), ALL_INTEGERS - extent);
    }

    /** Whether the intersection is empty. */
    boolean isApartFrom(IntArc other) {
        return (other.first - first & MASK) >= extent && (first - other.first & MASK) >= other.extent;
    }

    /** Returns the intersection, which must not be empty; absent when it consists of two arcs. */
    @Nullable
    IntArc and(IntArc other) {
        long forth = other.first - first & MASK;
        long back = first - other.first & MASK;
        if (forth < extent) {
            boolean twoArcs = forth != 0 && back < other.extent;
            return twoArcs ? null : new IntArc(other.first, Math.min(extent - forth, other.extent));
        }
        return new IntArc(first, Math.min(other.extent - back, extent));
    }
}
