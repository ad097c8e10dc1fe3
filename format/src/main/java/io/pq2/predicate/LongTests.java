package io.pq2.predicate;

import io.pq2.vector.DoubleVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;

/** Tests of values of 64 bits, without branches in the loops over all slots; see {@link IntTests}. */
final class LongTests {

    private LongTests() {}

    /** 1 if {@code distance} is at most {@code span}, both unsigned, otherwise 0: there is no borrow out of the difference. */
    private static long within(long distance, long span) {
        return ~((~span & distance) | (~(span ^ distance) & (span - distance))) >>> 63;
    }

    /** Integers from one to another, both included, signed or unsigned. */
    static final class Range extends ValueTest {

        private final long least;
        private final long span;

        /**
         * @param least the least
         * @param greatest the greatest, at or behind {@code least} in the column's order
         */
        Range(long least, long greatest) {
            this.least = least;
            this.span = greatest - least;
        }

        @Override
        long test(Vector vector, int from, long wanted) {
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
    static final class In extends ValueTest {

        private final LongSet set;

        In(LongSet set) {
            this.set = set;
        }

        @Override
        long test(Vector vector, int from, long wanted) {
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
    static final class DoubleRange extends ValueTest {

        private final long least;
        private final long span;

        DoubleRange(double least, double greatest) {
            this.least = key(least == 0 ? -0.0 : least);
            this.span = key(greatest + 0.0) - this.least;
        }

        private static long key(double value) {
            long bits = Double.doubleToRawLongBits(value);
            return bits ^ (bits >> 63) >>> 1;
        }

        @Override
        long test(Vector vector, int from, long wanted) {
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
