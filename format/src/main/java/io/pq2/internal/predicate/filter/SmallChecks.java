package io.pq2.internal.predicate.filter;

import io.pq2.internal.io.LittleEndian;
import io.pq2.internal.vector.Float16;
import io.pq2.predicate.Literal.TimestampLiteral;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.Vector;
import java.util.Comparator;
import java.util.List;

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

        private boolean isBefore(byte[] bytes, int at) {
            long seconds = secondOfInt96(bytes, at);
            return seconds < second || (seconds == second && nanoOfInt96(bytes, at) < nano);
        }
    }

    /** Returns the seconds since 1970-01-01T00:00:00Z. The nanoseconds of a value may be negative or exceed a day. */
    private static long secondOfInt96(byte[] bytes, int at) {
        long day = LittleEndian.getInt(bytes, at + Long.BYTES) - JULIAN_DAY_OF_EPOCH;
        return day * SECONDS_PER_DAY + Math.floorDiv(LittleEndian.getLong(bytes, at), NANOS_PER_SECOND);
    }

    private static long nanoOfInt96(byte[] bytes, int at) {
        return Math.floorMod(LittleEndian.getLong(bytes, at), NANOS_PER_SECOND);
    }

    /** Passes INT96 timestamps of a set. */
    static final class Int96In extends ValueCheck {

        /** The points in time in order, as seconds since 1970-01-01T00:00:00Z and nanoseconds. */
        private final long[] seconds;

        private final long[] nanos;

        Int96In(List<TimestampLiteral> times) {
            List<TimestampLiteral> ordered = times.stream()
                    .sorted(Comparator.comparingLong(TimestampLiteral::epochSecond)
                            .thenComparingInt(TimestampLiteral::nano))
                    .toList();
            seconds = ordered.stream().mapToLong(TimestampLiteral::epochSecond).toArray();
            nanos = ordered.stream().mapToLong(TimestampLiteral::nano).toArray();
        }

        @Override
        public long test(Vector vector, int from, long tested) {
            FixedBinaryVector values = (FixedBinaryVector) vector;
            long hits = 0;
            for (long left = tested; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                int at = values.offset() + (from + i) * values.width();
                hits |= isIn(secondOfInt96(values.bytes(), at), nanoOfInt96(values.bytes(), at)) ? 1L << i : 0;
            }
            return hits;
        }

        private boolean isIn(long second, long nano) {
            int low = 0;
            int high = seconds.length - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                int order = Long.compare(seconds[middle], second);
                order = order == 0 ? Long.compare(nanos[middle], nano) : order;
                if (order == 0) {
                    return true;
                }
                low = order < 0 ? middle + 1 : low;
                high = order < 0 ? high : middle - 1;
            }
            return false;
        }
    }
}
