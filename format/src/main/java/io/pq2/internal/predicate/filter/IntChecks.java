package io.pq2.internal.predicate.filter;

import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/** Checks of 32-bit values. The loops over all 64 slots have no branches. */
final class IntChecks {

    private static final long MASK = 0xFFFFFFFFL;
    private static final long ALL_INTEGERS = 1L << 32;

    private IntChecks() {}

    /**
     * Consecutive integers on the circle of 32-bit numbers, where the smallest follows the largest. This covers
     * signed and unsigned ranges.
     */
    private record Arc(int first, long size) {

        Arc not() {
            return new Arc((int) (first + size), ALL_INTEGERS - size);
        }

        /** Returns the intersection; absent when it consists of two arcs. */
        @Nullable
        Arc and(Arc other) {
            long forth = other.first - first & MASK;
            long back = first - other.first & MASK;
            if (forth < size && back < other.size && forth != 0) {
                return null;
            } else if (forth < size) {
                return new Arc(other.first, Math.min(size - forth, other.size));
            }
            return new Arc(first, back < other.size ? Math.min(other.size - back, size) : 0);
        }
    }

    /** Passes integers in a closed range, signed or unsigned. One subtraction moves the range to start at 0. */
    static final class Range extends ValueCheck {

        private final int first;
        private final long size;

        /**
         * @param min the smallest integer
         * @param max the largest integer, not before {@code min} in the column's order
         */
        Range(int min, int max) {
            this(new Arc(min, (max - min & MASK) + 1));
        }

        private Range(Arc arc) {
            this.first = arc.first;
            this.size = arc.size;
        }

        @Override
        ValueCheck not() {
            return new Range(new Arc(first, size).not());
        }

        @Override
        @Nullable
        ValueCheck fuse(ValueCheck other) {
            Arc both = other instanceof Range range ? new Arc(first, size).and(new Arc(range.first, range.size)) : null;
            if (both == null) {
                return null;
            }
            return both.size == 0 ? NONE : new Range(both);
        }

        @Override
        public long test(Vector vector, int from, long wanted) {
            int[] values = ((IntVector) vector).values();
            long hits = 0;
            if (isDense(wanted, from, values.length)) {
                for (int i = 0; i < Long.SIZE; i++) {
                    hits |= ((values[from + i] - first & MASK) - size >>> 63) << i;
                }
                return hits;
            }
            for (long left = wanted; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                hits |= ((values[from + i] - first & MASK) - size >>> 63) << i;
            }
            return hits;
        }
    }

    /** Passes integers of a set. */
    static final class In extends ValueCheck {

        private final LongSet set;

        /** @param set the integers, sign-extended from 32 bits */
        In(LongSet set) {
            this.set = set;
        }

        @Override
        public long test(Vector vector, int from, long wanted) {
            int[] values = ((IntVector) vector).values();
            long hits = 0;
            for (long left = wanted; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                hits |= set.contains(values[from + i]) ? 1L << i : 0;
            }
            return hits;
        }
    }

    /**
     * Passes floats in a closed range, never NaN. Floats are compared as integers that order alike: NaNs lie beyond
     * the infinities, and -0 precedes +0.
     */
    static final class FloatRange extends ValueCheck {

        private final int first;
        private final long size;

        FloatRange(float min, float max) {
            this.first = key(min == 0 ? -0.0f : min);
            this.size = (key(max + 0.0f) - this.first & MASK) + 1;
        }

        private FloatRange(Arc arc) {
            this.first = arc.first;
            this.size = arc.size;
        }

        @Override
        ValueCheck not() {
            return new FloatRange(new Arc(first, size).not());
        }

        @Override
        @Nullable
        ValueCheck fuse(ValueCheck other) {
            Arc both = other instanceof FloatRange range
                    ? new Arc(first, size).and(new Arc(range.first, range.size))
                    : null;
            if (both == null) {
                return null;
            }
            return both.size == 0 ? NONE : new FloatRange(both);
        }

        private static int key(float value) {
            return key(Float.floatToRawIntBits(value));
        }

        /** Returns an integer that orders like the float with these bits. */
        private static int key(int bits) {
            return bits ^ (bits >> 31) >>> 1;
        }

        @Override
        public long test(Vector vector, int from, long wanted) {
            float[] values = ((FloatVector) vector).values();
            long hits = 0;
            if (isDense(wanted, from, values.length)) {
                for (int i = 0; i < Long.SIZE; i++) {
                    hits |= ((key(values[from + i]) - first & MASK) - size >>> 63) << i;
                }
                return hits;
            }
            for (long left = wanted; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                hits |= ((key(values[from + i]) - first & MASK) - size >>> 63) << i;
            }
            return hits;
        }
    }
}
