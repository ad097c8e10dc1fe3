package io.pq2.internal.predicate.filter;

import io.pq2.vector.Vector;

/**
 * A condition on values that are not null, compiled for the vectors of one column, 64 slots a call. Used by one thread.
 */
public abstract class ValueCheck {

    /** As many slots must be asked for that it pays to test all 64 without looking who is. */
    private static final int DENSE = 12;

    /** Passes all values. */
    static final ValueCheck ALL = new ValueCheck() {
        @Override
        public long test(Vector values, int from, long wanted) {
            return -1L;
        }
    };

    /** Passes none. */
    static final ValueCheck NONE = new ValueCheck() {
        @Override
        public long test(Vector values, int from, long wanted) {
            return 0;
        }
    };

    /**
     * Tests some slots.
     *
     * @param values a vector of the column, of plain values, or a dictionary of its entries
     * @param from the slot of bit 0
     * @param wanted the bits of the slots to test, at least one; they are there and not null
     * @return the bits of those that pass; other bits mean nothing
     */
    public abstract long test(Vector values, int from, long wanted);

    /** Whether a loop over all 64 slots beats one over the wanted ones; never beyond the end of the array. */
    static boolean isDense(long wanted, int from, int arrayLength) {
        return arrayLength - from >= Long.SIZE && Long.bitCount(wanted) >= DENSE;
    }

    /** The test that passes what this one does not. */
    ValueCheck not() {
        if (this == ALL) {
            return NONE;
        }
        return this == NONE ? ALL : new Inverse(this);
    }

    /** The test that passes what both pass; null if it cannot be made. */
    final ValueCheck and(ValueCheck other) {
        if (this == NONE || other == NONE) {
            return NONE;
        } else if (this == ALL || other == ALL) {
            return this == ALL ? other : this;
        }
        return fuse(other);
    }

    /** One test instead of two, null if that is not possible. */
    ValueCheck fuse(ValueCheck other) {
        return null;
    }

    private static final class Inverse extends ValueCheck {

        private final ValueCheck test;

        Inverse(ValueCheck test) {
            this.test = test;
        }

        @Override
        public long test(Vector values, int from, long wanted) {
            return ~test.test(values, from, wanted);
        }

        @Override
        ValueCheck not() {
            return test;
        }
    }

    /** Passes what one of several tests passes. */
    static final class Any extends ValueCheck {

        private final ValueCheck[] tests;

        Any(ValueCheck... tests) {
            this.tests = tests;
        }

        @Override
        public long test(Vector values, int from, long wanted) {
            long hits = 0;
            for (ValueCheck test : tests) {
                long left = wanted & ~hits;
                if (left == 0) {
                    break;
                }
                hits |= test.test(values, from, left) & left;
            }
            return hits;
        }
    }
}
