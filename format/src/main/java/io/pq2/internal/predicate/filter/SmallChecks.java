package io.pq2.internal.predicate.filter;

import io.pq2.internal.io.LittleEndian;
import io.pq2.internal.vector.Float16;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.Vector;

/** Checks of BOOLEAN, FLOAT16 and INT96 values, and of floating-point numbers in a set. */
final class SmallChecks {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;

    private SmallChecks() {}

    /** Passes true. */
    static final class IsTrue extends ValueCheck {

        @Override
        public long test(Vector vector, int from, long tested) {
            boolean[] values = ((BooleanVector) vector).values();
            long hits = 0;
            for (long left = tested; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                hits |= values[from + i] ? 1L << i : 0;
            }
            return hits;
        }
    }

    /** Passes FLOAT16 numbers in a closed range, never NaN. */
    static final class Float16Range extends ValueCheck {

        private final double min;
        private final double max;

        Float16Range(double min, double max) {
            this.min = min;
            this.max = max;
        }

        @Override
        public long test(Vector vector, int from, long tested) {
            FixedBinaryVector values = (FixedBinaryVector) vector;
            long hits = 0;
            for (long left = tested; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                double value = float16(values, from + i);
                hits |= value >= min && value <= max ? 1L << i : 0;
            }
            return hits;
        }
    }

    /** Returns a value of a FLOAT16 vector. */
    static double float16(FixedBinaryVector values, int index) {
        return Float16.read(values.bytes(), values.offset() + index * values.width());
    }

    /** Returns the bits by which equal numbers are found: both zeros have the same bits, and so have all NaNs. */
    static long bits(double value) {
        return Double.doubleToLongBits(value + 0.0);
    }

    /** Passes floating-point numbers of a set. */
    static final class FloatingIn extends ValueCheck {

        private final LongSet set;

        /** @param set the {@link #bits} of the numbers */
        FloatingIn(LongSet set) {
            this.set = set;
        }

        @Override
        public long test(Vector vector, int from, long tested) {
            long hits = 0;
            for (long left = tested; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                hits |= set.contains(bits(number(vector, from + i))) ? 1L << i : 0;
            }
            return hits;
        }
    }

    /** Returns a value of a floating-point vector. */
    static double number(Vector vector, int index) {
        if (vector instanceof DoubleVector doubles) {
            return doubles.values()[index];
        }
        return vector instanceof FloatVector floats
                ? floats.values()[index]
                : float16((FixedBinaryVector) vector, index);
    }

    /** Passes INT96 timestamps before a point in time. */
    static final class Int96Before extends ValueCheck {

        private final long second;
        private final long nano;

        /**
         * @param second seconds since 1970-01-01T00:00:00Z
         * @param nano nanoseconds of that second; values with fewer pass. It may be 1,000,000,000
         */
        Int96Before(long second, long nano) {
            this.second = second;
            this.nano = nano;
        }

        @Override
        public long test(Vector vector, int from, long tested) {
            FixedBinaryVector values = (FixedBinaryVector) vector;
            long hits = 0;
            for (long left = tested; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                int at = values.offset() + (from + i) * values.width();
                hits |= isBefore(values.bytes(), at) ? 1L << i : 0;
            }
            return hits;
        }

        /** Whether a timestamp is before the point in time. Its nanoseconds may be negative or exceed a day. */
        private boolean isBefore(byte[] bytes, int at) {
            long nanos = LittleEndian.getLong(bytes, at);
            long day = LittleEndian.getInt(bytes, at + Long.BYTES) - JULIAN_DAY_OF_EPOCH;
            long seconds = day * SECONDS_PER_DAY + Math.floorDiv(nanos, NANOS_PER_SECOND);
            return seconds < second || (seconds == second && Math.floorMod(nanos, NANOS_PER_SECOND) < nano);
        }
    }
}
