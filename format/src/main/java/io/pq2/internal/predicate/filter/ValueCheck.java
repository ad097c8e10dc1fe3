package io.pq2.internal.predicate.filter;

import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/**
 * A condition on non-null values, compiled for the vectors of one column. It tests up to 64 slots per call. Used by
 * one thread.
 */
public abstract class ValueCheck {

    /** The number of requested slots from which testing all 64 slots is faster than testing the requested ones. */
    private static final int DENSE = 12;

    /** Passes all values. */
    static final ValueCheck ALL = new ValueCheck() {
        @Override
        public long test(Vector values, int from, long tested) {
            return -1L;
        }
    };

    /** Passes no value. */
    static final ValueCheck NONE = new ValueCheck() {
        @Override
        public long test(Vector values, int from, long tested) {
            return 0;
        }
    };

    /**
     * Tests up to 64 slots.
     *
     * @param values a vector of the column with plain values, or the entries of a dictionary
     * @param from the slot of bit 0
     * @param tested the bits of the slots to test, at least one; these slots exist and are not null
     * @return the bits of the slots that pass; bits of other slots are undefined
     */
    public abstract long test(Vector values, int from, long tested);

    /**
     * Whether testing all 64 slots is possible without exceeding the array and faster than testing the requested
     * ones.
     */
    static boolean isDense(long tested, int from, int arrayLength) {
        return arrayLength - from >= Long.SIZE && Long.bitCount(tested) >= DENSE;
    }

    /** Returns the check that passes exactly the values that this one fails. */
    ValueCheck not() {
        if (this == ALL) {
            return NONE;
        }
        return this == NONE ? ALL : new Inverse(this);
    }

    /** Returns a check that passes what both checks pass; absent when there is none in one step. */
    final @Nullable ValueCheck and(ValueCheck other) {
        if (this == NONE || other == NONE) {
            return NONE;
        } else if (this == ALL || other == ALL) {
            return this == ALL ? other : this;
        }
        return fuse(other);
    }

    /** Merges two checks into one; absent when that is not possible. */
    @Nullable
    ValueCheck fuse(ValueCheck other) {
        return null;
    }

    private static final class Inverse extends ValueCheck {

        private final ValueCheck test;

        Inverse(ValueCheck test) {
            this.test = test;
        }

        @Override
        public long test(Vector values, int from, long tested) {
            return ~test.test(values, from, tested);
        }

        @Override
        ValueCheck not() {
            return test;
        }
    }

    /** Passes values that at least one of several checks passes. */
    static final class Any extends ValueCheck {

        private final ValueCheck[] tests;

        Any(ValueCheck... tests) {
            this.tests = tests;
        }

        @Override
        public long test(Vector values, int from, long tested) {
            long hits = 0;
            for (ValueCheck test : tests) {
                long left = tested & ~hits;
                if (left == 0) {
                    break;
                }
                hits |= test.test(values, from, left) & left;
            }
            return hits;
        }
    }
}
