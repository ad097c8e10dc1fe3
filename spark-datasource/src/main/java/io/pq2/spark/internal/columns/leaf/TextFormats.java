package io.pq2.spark.internal.columns.leaf;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.schema.TimeUnit;
import io.pq2.spark.internal.vectors.UnscaledBytes;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/** The texts of values that Spark reads as strings. */
final class TextFormats {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int SECONDS_PER_MINUTE = 60;
    private static final int MINUTES_PER_HOUR = 60;
    private static final int SECONDS_PER_DAY = 86_400;
    private static final int DECIMAL_BASE = 10;

    /** The characters of {@code 23:59:59}. */
    private static final int TIME_LENGTH = 8;

    private TextFormats() {}

    /** Returns the text of 16 bytes as a UUID in canonical form, which has lower-case letters. */
    static byte[] uuid(Vector vector, int slot) {
        FixedBinaryVector uuids = (FixedBinaryVector) vector;
        int position = uuids.offset() + slot * uuids.width();
        UUID uuid = new UUID(
                (long) LONG.get(uuids.bytes(), position), (long) LONG.get(uuids.bytes(), position + Long.BYTES));
        return ascii(uuid.toString());
    }

    /** Returns the format of decimals of any precision, without exponent. */
    static TextSource.Format decimal(int scale) {
        return (vector, slot) -> ascii(new BigDecimal(unscaled(vector, slot), scale).toPlainString());
    }

    private static BigInteger unscaled(Vector vector, int slot) {
        if (vector instanceof IntVector ints) {
            return BigInteger.valueOf(ints.values()[slot]);
        }
        if (vector instanceof LongVector longs) {
            return BigInteger.valueOf(longs.values()[slot]);
        }
        if (vector instanceof FixedBinaryVector fixed) {
            return UnscaledBytes.integer(fixed.bytes(), fixed.offset() + slot * fixed.width(), fixed.width());
        }
        BinaryVector slices = (BinaryVector) vector;
        return UnscaledBytes.integer(slices.bytes(), slices.starts()[slot], slices.lengths()[slot]);
    }

    /**
     * Returns the format of times of day, for example {@code 23:59:59.001}. All texts of a unit have the same length,
     * so they are in the order of the times.
     *
     * @param path the path of the column, for errors
     */
    static TextSource.Format time(TimeUnit unit, String path) {
        long unitsPerSecond = NANOS_PER_SECOND / unit.nanos();
        int digits = Long.toString(unitsPerSecond).length() - 1;
        return (vector, slot) -> {
            long units = vector instanceof IntVector ints ? ints.values()[slot] : ((LongVector) vector).values()[slot];
            if (units < 0 || units / unitsPerSecond >= SECONDS_PER_DAY) {
                throw new InvalidDataException("the time of day " + units + " is not between 0 and 24 hours in " + unit
                                + ": read the column as bigint")
                        .locate(FileLocation.column(path));
            }
            return time((int) (units / unitsPerSecond), units % unitsPerSecond, digits);
        };
    }

    private static byte[] time(int second, long fraction, int digits) {
        int minute = second / SECONDS_PER_MINUTE;
        byte[] text = new byte[TIME_LENGTH + 1 + digits];
        Arrays.fill(text, (byte) ':');
        putDigits(text, 0, 2, minute / MINUTES_PER_HOUR);
        putDigits(text, 3, 2, minute % MINUTES_PER_HOUR);
        putDigits(text, 6, 2, second % SECONDS_PER_MINUTE);
        text[TIME_LENGTH] = '.';
        putDigits(text, TIME_LENGTH + 1, digits, fraction);
        return text;
    }

    private static void putDigits(byte[] text, int start, int digits, long number) {
        long rest = number;
        for (int i = start + digits - 1; i >= start; i--) {
            text[i] = (byte) ('0' + rest % DECIMAL_BASE);
            rest /= DECIMAL_BASE;
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
