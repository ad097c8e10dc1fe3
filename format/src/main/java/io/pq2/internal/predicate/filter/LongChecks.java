package io.pq2.internal.predicate.filter;

import io.pq2.vector.DoubleVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;

/** Tests of values of 64 bits, without branches in the loops over all slots; see {@link IntChecks}. */
final class LongChecks {

    private LongChecks() {}

    /**
     * Some integers one behind the other, where the first one follows the last one.
     *
     * @param span one less than how many there are, unsigned
     */
    private record Arc(long least, long span) {

        /** What is not in this one, of which there must be something. */
        Arc not() {
            return new Arc(least + span + 1, -span - 2);
        }

        private static boolean isIn(long distance, long span) {
            return Long.compareUnsigned(distance, span) <= 0;
        }

        private static long min(long a, long b) {
            return Long.compareUnsigned(a, b) < 0 ? a : b;
        }

        /** Whether there is nothing that is in both. */
        boolean isApartFrom(Arc other) {
            return !isIn(other.least - least, span) && !isIn(least - other.least, other.span);
        }

        /** What is in both, of which there must be something; null if those are two arcs. */
        Arc and(Arc other) {
            long forth = other.least - least;
            if (isIn(forth, span)) {
                boolean twoArcs = forth != 0 && isIn(-forth, other.span);
                return twoArcs ? null : new Arc(other.least, min(span - forth, other.span));
            }
            return new Arc(least, min(other.span + forth, span));
        }
    }

    /** 1 if {@code distance} is at most {@code span}, both unsigned, otherwise 0: there is no borrow out of the difference. */
    private static long within(long distance, long span) {
        return ~((~span & distance) | (~(span ^ distance) & (span - distance))) >>> 63;
    }

    /** Integers from one to another, both included, signed or unsigned. */
    static final class Range extends ValueCheck {

        private final long least;
        private final long span;

        /**
         * @param least the least
         * @param greatest the greatest, at or behind {@code least} in the column's order
         */
        Range(long least, long greatest) {
            this(new Arc(least, greatest - least));
        }

        private Range(Arc arc) {
            this.least = arc.least;
            this.span = arc.span;
        }

        private Arc arc() {
            return new Arc(least, span);
        }

        @Override
        ValueCheck not() {
            return new Range(arc().not());
        }

        @Override
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
                    hits |= within(values[from + i] - least, span) << i;
                }
                return hits;
            }
            for (long left = wanted; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                hits |= within(values[from + i] - least, span) << i;
            }
            return hits;
        }
    }

    /** Integers of a set. */
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

    /** Numbers from one to another, both included, never NaN. */
    static final class DoubleRange extends ValueCheck {

        private final long least;
        private final long span;

        DoubleRange(double least, double greatest) {
            this.least = key(least == 0 ? -0.0 : least);
            this.span = key(greatest + 0.0) - this.least;
        }

        private DoubleRange(Arc arc) {
            this.least = arc.least;
            this.span = arc.span;
        }

        private Arc arc() {
            return new Arc(least, span);
        }

        @Override
        ValueCheck not() {
            return new DoubleRange(arc().not());
        }

        @Override
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
                    hits |= within(key(values[from + i]) - least, span) << i;
                }
                return hits;
            }
            for (long left = wanted; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                hits |= within(key(values[from + i]) - least, span) << i;
            }
            return hits;
        }
    }
}
