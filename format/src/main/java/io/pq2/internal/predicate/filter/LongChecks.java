package io.pq2.internal.predicate.filter;

import io.pq2.vector.DoubleVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/** Checks of 64-bit values. The loops over all 64 slots have no branches, see {@link IntChecks}. */
final class LongChecks {

    private LongChecks() {}

    /**
     * Consecutive integers on the circle of 64-bit numbers, where the smallest follows the largest. An arc is never
     * empty.
     *
     * @param first the first integer
     * @param span the number of integers minus one, unsigned
     */
    private record Arc(long first, long span) {

        /** Returns the complement, which must not be empty. */
        Arc not() {
            return new Arc(first + span + 1, -span - 2);
        }

        private static boolean isIn(long distance, long span) {
            return Long.compareUnsigned(distance, span) <= 0;
        }

        private static long min(long a, long b) {
            return Long.compareUnsigned(a, b) < 0 ? a : b;
        }

        /** Whether the intersection is empty. */
        boolean isApartFrom(Arc other) {
            return !isIn(other.first - first, span) && !isIn(first - other.first, other.span);
        }

        /** Returns the intersection, which must not be empty; absent when it consists of two arcs. */
        @Nullable
        Arc and(Arc other) {
            long forth = other.first - first;
            if (isIn(forth, span)) {
                boolean twoArcs = forth != 0 && isIn(-forth, other.span);
                return twoArcs ? null : new Arc(other.first, min(span - forth, other.span));
            }
            return new Arc(first, min(other.span + forth, span));
        }
    }

    /**
     * Returns 1 if {@code distance} is at most {@code span}, both unsigned, otherwise 0: whether their difference
     * needs no borrow.
     */
    private static long within(long distance, long span) {
        return ~((~span & distance) | (~(span ^ distance) & (span - distance))) >>> 63;
    }

    /** Passes integers in a closed range, signed or unsigned. */
    static final class Range extends ValueCheck {

        private final long first;
        private final long span;

        /**
         * @param min the smallest integer
         * @param max the largest integer, not before {@code min} in the column's order
         */
        Range(long min, long max) {
            this(new Arc(min, max - min));
        }

        private Range(Arc arc) {
            this.first = arc.first;
            this.span = arc.span;
        }

        private Arc arc() {
            return new Arc(first, span);
        }

        @Override
        ValueCheck not() {
            return new Range(arc().not());
        }

        @Override
        @Nullable
        ValueCheck fuse(ValueCheck other) {
            if (!(other instanceof Range range)) {
                return null;
            } else if (arc().isApartFrom(range.arc())) {
                return NONE;
            }
            Arc both = arc().and(range.arc());
            return both == null ? null : new Range(both);
        }

        @Override
        public long test(Vector vector, int from, long wanted) {
            long[] values = ((LongVector) vector).values();
            long hits = 0;
            if (isDense(wanted, from, values.length)) {
                for (int i = 0; i < Long.SIZE; i++) {
                    hits |= within(values[from + i] - first, span) << i;
                }
                return hits;
            }
            for (long left = wanted; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                hits |= within(values[from + i] - first, span) << i;
            }
            return hits;
        }
    }

    /** Passes integers of a set. */
    static final class In extends ValueCheck {

        private final LongSet set;

        In(LongSet set) {
            this.set = set;
        }

        @Override
        public long test(Vector vector, int from, long wanted) {
            long[] values = ((LongVector) vector).values();
            long hits = 0;
            for (long left = wanted; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                hits |= set.contains(values[from + i]) ? 1L << i : 0;
            }
            return hits;
        }
    }

    /** Passes doubles in a closed range, never NaN. */
    static final class DoubleRange extends ValueCheck {

        private final long first;
        private final long span;

        DoubleRange(double min, double max) {
            this.first = key(min == 0 ? -0.0 : min);
            this.span = key(max + 0.0) - this.first;
        }

        private DoubleRange(Arc arc) {
            this.first = arc.first;
            this.span = arc.span;
        }

        private Arc arc() {
            return new Arc(first, span);
        }

        @Override
        ValueCheck not() {
            return new DoubleRange(arc().not());
        }

        @Override
        @Nullable
        ValueCheck fuse(ValueCheck other) {
            if (!(other instanceof DoubleRange range)) {
                return null;
            } else if (arc().isApartFrom(range.arc())) {
                return NONE;
            }
            Arc both = arc().and(range.arc());
            return both == null ? null : new DoubleRange(both);
        }

        private static long key(double value) {
            long bits = Double.doubleToRawLongBits(value);
            return bits ^ (bits >> 63) >>> 1;
        }

        @Override
        public long test(Vector vector, int from, long wanted) {
            double[] values = ((DoubleVector) vector).values();
            long hits = 0;
            if (isDense(wanted, from, values.length)) {
                for (int i = 0; i < Long.SIZE; i++) {
                    hits |= within(key(values[from + i]) - first, span) << i;
                }
                return hits;
            }
            for (long left = wanted; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                hits |= within(key(values[from + i]) - first, span) << i;
            }
            return hits;
        }
    }
}
