package io.pq2.internal.predicate.filter;

import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.Vector;

/** Tests of values of 32 bits, without branches in the loops over all slots. */
final class IntChecks {

    private static final long MASK = 0xFFFFFFFFL;
    private static final long ALL_INTEGERS = 1L << 32;

    private IntChecks() {}

    /** Some integers one behind the other, where the first one follows the last one: so they may be unsigned or signed. */
    private record Arc(int least, long size) {

        Arc not() {
            return new Arc((int) (least + size), ALL_INTEGERS - size);
        }

        /** What is in both; null if those are two arcs. */
        Arc and(Arc other) {
            long forth = other.least - least & MASK;
            long back = least - other.least & MASK;
            if (forth < size && back < other.size && forth != 0) {
                return null;
            } else if (forth < size) {
                return new Arc(other.least, Math.min(size - forth, other.size));
            }
            return new Arc(least, back < other.size ? Math.min(other.size - back, size) : 0);
        }
    }

    /** Integers from one to another, both included, signed or unsigned: one subtraction brings either to start at 0. */
    static final class Range extends ValueCheck {

        private final int least;
        private final long size;

        /**
         * @param least the least
         * @param greatest the greatest, at or behind {@code least} in the column's order
         */
        Range(int least, int greatest) {
            this(new Arc(least, (greatest - least & MASK) + 1));
        }

        private Range(Arc arc) {
            this.least = arc.least;
            this.size = arc.size;
        }

        @Override
        ValueCheck not() {
            return new Range(new Arc(least, size).not());
        }

        @Override
        ValueCheck fuse(ValueCheck other) {
            Arc both = other instanceof Range range ? new Arc(least, size).and(new Arc(range.least, range.size)) : null;
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
                    hits |= ((values[from + i] - least & MASK) - size >>> 63) << i;
                }
                return hits;
            }
            for (long left = wanted; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                hits |= ((values[from + i] - least & MASK) - size >>> 63) << i;
            }
            return hits;
        }
    }

    /** Integers of a set. */
    static final class In extends ValueCheck {

        private final LongSet set;

        /** @param set the integers, the sign of their 32 bits in all upper ones */
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
     * Numbers from one to another, both included, never NaN. They are compared as integers that order as they do, among which NaNs
     * lie beyond the infinities and -0 lies before +0.
     */
    static final class FloatRange extends ValueCheck {

        private final int least;
        private final long size;

        FloatRange(float least, float greatest) {
            this.least = key(least == 0 ? -0.0f : least);
            this.size = (key(greatest + 0.0f) - this.least & MASK) + 1;
        }

        private FloatRange(Arc arc) {
            this.least = arc.least;
            this.size = arc.size;
        }

        @Override
        ValueCheck not() {
            return new FloatRange(new Arc(least, size).not());
        }

        @Override
        ValueCheck fuse(ValueCheck other) {
            Arc both = other instanceof FloatRange range
                    ? new Arc(least, size).and(new Arc(range.least, range.size))
                    : null;
            if (both == null) {
                return null;
            }
            return both.size == 0 ? NONE : new FloatRange(both);
        }

        private static int key(float value) {
            return key(Float.floatToRawIntBits(value));
        }

        /** A number that orders as the floating point number with those bits. */
        private static int key(int bits) {
            return bits ^ (bits >> 31) >>> 1;
        }

        @Override
        public long test(Vector vector, int from, long wanted) {
            float[] values = ((FloatVector) vector).values();
            long hits = 0;
            if (isDense(wanted, from, values.length)) {
                for (int i = 0; i < Long.SIZE; i++) {
                    hits |= ((key(values[from + i]) - least & MASK) - size >>> 63) << i;
                }
                return hits;
            }
            for (long left = wanted; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                hits |= ((key(values[from + i]) - least & MASK) - size >>> 63) << i;
            }
            return hits;
        }
    }
}
