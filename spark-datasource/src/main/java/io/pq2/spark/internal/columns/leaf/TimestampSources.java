package io.pq2.spark.internal.columns.leaf;

import io.pq2.exception.InvalidDataException;
import io.pq2.spark.internal.vectors.IntColumnVector;
import io.pq2.spark.internal.vectors.LongColumnVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/** Dates, times and timestamps in other units or calendars than Spark's. */
final class TimestampSources {

    static final long MICROS_PER_DAY = 86_400_000_000L;

    private static final long MICROS_PER_MILLI = 1000;
    static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_MICRO = 1000;
    static final int JULIAN_DAY_OF_EPOCH = 2_440_588;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private TimestampSources() {}

    /**
     * Returns a value in a smaller unit.
     *
     * @param what what the value is, for the error
     * @throws InvalidDataException if the product does not fit 64 bits
     */
    private static long scaled(long value, long factor, String what, String unit) {
        try {
            return Math.multiplyExact(value, factor);
        } catch (ArithmeticException e) {
            throw new InvalidDataException(
                    what + " " + value + " does not fit into the 64 bits in which Spark counts " + unit, e);
        }
    }

    static void showDays(IntColumnVector column, IntVector days, DateTimeRules.Calendar calendar) {
        int[] values = days.values();
        int[] rebased = column.scratch(days.length());
        for (int i = 0; i < days.length(); i++) {
            if (!days.isNull(i)) {
                rebased[i] = calendar.days(values[i]);
            }
        }
        column.show(days.length(), rebased, days.validity());
    }

    /** Shows days as the microseconds of their first instant. */
    static void showMidnights(LongColumnVector column, IntVector days, DateTimeRules.Calendar calendar) {
        int[] values = days.values();
        long[] micros = column.scratch(days.length());
        for (int i = 0; i < days.length(); i++) {
            if (!days.isNull(i)) {
                micros[i] = scaled(calendar.days(values[i]), MICROS_PER_DAY, "the day", "microseconds");
            }
        }
        column.show(days.length(), micros, days.validity());
    }

    /**
     * Shows timestamps in microseconds.
     *
     * @param millis whether the timestamps count milliseconds rather than microseconds
     */
    static void showMicros(
            LongColumnVector column, LongVector timestamps, boolean millis, DateTimeRules.Calendar calendar) {
        long[] values = timestamps.values();
        long[] micros = column.scratch(timestamps.length());
        for (int i = 0; i < timestamps.length(); i++) {
            if (!timestamps.isNull(i)) {
                long value = millis
                        ? scaled(values[i], MICROS_PER_MILLI, "the timestamp in milliseconds", "microseconds")
                        : values[i];
                micros[i] = calendar.micros(value, "Parquet");
            }
        }
        column.show(timestamps.length(), micros, timestamps.validity());
    }

    /** Shows timestamps in nanoseconds as microseconds, rounded down. */
    static void showMicrosOfNanos(LongColumnVector column, LongVector timestamps) {
        long[] values = timestamps.values();
        long[] micros = column.scratch(timestamps.length());
        for (int i = 0; i < timestamps.length(); i++) {
            micros[i] = Math.floorDiv(values[i], NANOS_PER_MICRO);
        }
        column.show(timestamps.length(), micros, timestamps.validity());
    }

    /** Shows times in microseconds as Spark's times, which count nanoseconds. */
    static void showTimesOfMicros(LongColumnVector column, LongVector times) {
        long[] values = times.values();
        long[] nanos = column.scratch(times.length());
        for (int i = 0; i < times.length(); i++) {
            if (!times.isNull(i)) {
                nanos[i] = scaled(values[i], NANOS_PER_MICRO, "the time in microseconds", "nanoseconds");
            }
        }
        column.show(times.length(), nanos, times.validity());
    }

    /** Shows times in nanoseconds as Spark's times, rounded down to microseconds, Spark's highest precision. */
    static void showTimesOfNanos(LongColumnVector column, LongVector times) {
        long[] values = times.values();
        long[] nanos = column.scratch(times.length());
        for (int i = 0; i < times.length(); i++) {
            nanos[i] = values[i] - Math.floorMod(values[i], NANOS_PER_MICRO);
        }
        column.show(times.length(), nanos, times.validity());
    }

    /**
     * Returns the conversion of INT96 timestamps: 8 bytes with the nanoseconds of the day, then 4 bytes with the Julian
     * day, both little-endian.
     */
    static Consumer<Vector> int96(LongColumnVector column, DateTimeRules rules) {
        return new BytesToLongs(column, (vector, longs) -> {
            FixedBinaryVector timestamps = (FixedBinaryVector) vector;
            byte[] bytes = timestamps.bytes();
            int position = timestamps.offset();
            for (int i = 0; i < timestamps.length(); i++, position += timestamps.width()) {
                if (timestamps.isNull(i)) {
                    continue;
                }
                long nanosOfDay = (long) LONG.get(bytes, position);
                long day = (int) INT.get(bytes, position + Long.BYTES);
                longs[i] = int96Micros(nanosOfDay, day, rules);
            }
        });
    }

    /** Converts an INT96 timestamp to microseconds since 1970-01-01. Drops the remaining nanoseconds. */
    static long int96Micros(long nanosOfDay, long julianDay, DateTimeRules rules) {
        long micros = (julianDay - JULIAN_DAY_OF_EPOCH) * MICROS_PER_DAY + nanosOfDay / NANOS_PER_MICRO;
        return rules.int96IsPlain() ? micros : rules.int96Micros(micros);
    }
}
