package io.pq2.internal.check;

import io.pq2.internal.schema.AnnotationText;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.TimeUnit;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Finds values that their physical type can store, but that are outside of the range of their logical type: decimals of
 * more digits than the precision, times before 00:00 or from 24:00 on, and integers of 8 and 16 bits (LogicalTypes.md).
 * All stored values of the other types are valid.
 */
final class TypeRangeCheck {

    private static final long NANOS_PER_DAY = 86_400_000_000_000L;

    /** The largest precision of decimals in INT32 and INT64. */
    private static final int MAX_LONG_DIGITS = 18;

    /** The largest precision that is checked, so that a hostile schema does not lead to a number of any length. */
    private static final int MAX_DIGITS = 10_000;

    /** The number of bytes up to which a decimal is shown as a number. */
    private static final int MAX_SHOWN_BYTES = 64;

    private final PrimitiveField field;

    /** Whether any value can be outside. */
    private final boolean needed;

    /** The least and the greatest value in an INT32 or INT64. */
    private final long least;

    private final long greatest;

    /** The greatest unscaled value of decimals over byte arrays; null for other types. */
    private final @Nullable BigInteger greatestDecimal;

    private final int scale;

    /** The dictionary of the last page that has one. */
    private @Nullable Vector dictionary;

    /** By entry of {@link #dictionary}: whether it is outside. */
    private boolean[] outside = {};

    TypeRangeCheck(PrimitiveField field) {
        this.field = field;
        LogicalType type = field.logicalType();
        PhysicalType stored = field.physicalType();
        long min = Long.MIN_VALUE;
        long max = Long.MAX_VALUE;
        BigInteger maxDecimal = null;
        if (type instanceof LogicalType.DecimalType decimal) {
            boolean bytes = stored == PhysicalType.BYTE_ARRAY || stored == PhysicalType.FIXED_LEN_BYTE_ARRAY;
            if (bytes && decimal.precision() <= MAX_DIGITS) {
                maxDecimal = BigInteger.TEN.pow(decimal.precision()).subtract(BigInteger.ONE);
            } else if (!bytes && decimal.precision() <= MAX_LONG_DIGITS) {
                max = BigInteger.TEN.pow(decimal.precision()).longValueExact() - 1;
                min = -max;
            }
        } else if (type instanceof LogicalType.TimeType time) {
            min = 0;
            max = perDay(time.unit()) - 1;
        } else if (type instanceof LogicalType.IntType integer && integer.bitWidth() < Integer.SIZE) {
            int bits = integer.bitWidth();
            min = integer.signed() ? -(1L << (bits - 1)) : 0;
            max = min + (1L << bits) - 1;
        }
        this.least = min;
        this.greatest = max;
        this.greatestDecimal = maxDecimal;
        this.scale = type instanceof LogicalType.DecimalType decimal ? decimal.scale() : 0;
        this.needed = maxDecimal != null || min > Long.MIN_VALUE;
    }

    private static long perDay(TimeUnit unit) {
        return NANOS_PER_DAY / unit.nanos();
    }

    /**
     * Checks the values of a page. Only used entries of a dictionary count.
     *
     * @param vector the values without nulls
     * @return what is wrong; null if all values are in the range
     */
    @Nullable
    String check(Vector vector) {
        if (!needed) {
            return null;
        }
        int count = 0;
        int first = -1;
        if (vector instanceof DictionaryVector encoded) {
            // The pages of a chunk share a dictionary, which can have many more entries than they have values.
            if (encoded.dictionary() != dictionary) {
                dictionary = encoded.dictionary();
                outside = new boolean[dictionary.length()];
                for (int id = 0; id < outside.length; id++) {
                    outside[id] = isOutside(dictionary, id);
                }
            }
            for (int i = 0; i < encoded.length(); i++) {
                if (outside[encoded.ids()[i]]) {
                    first = count == 0 ? i : first;
                    count++;
                }
            }
        } else {
            for (int i = 0; i < vector.length(); i++) {
                if (isOutside(vector, i)) {
                    first = count == 0 ? i : first;
                    count++;
                }
            }
        }
        return count == 0 ? null : message(vector, count, first);
    }

    private boolean isOutside(Vector vector, int slot) {
        if (vector instanceof IntVector ints) {
            return ints.values()[slot] < least || ints.values()[slot] > greatest;
        } else if (vector instanceof LongVector longs) {
            return longs.values()[slot] < least || longs.values()[slot] > greatest;
        } else if (vector instanceof BinaryVector binary) {
            return isOutside(binary.bytes(), binary.starts()[slot], binary.lengths()[slot]);
        } else if (vector instanceof FixedBinaryVector fixed) {
            return isOutside(fixed.bytes(), fixed.offset() + slot * fixed.width(), fixed.width());
        }
        throw new IllegalArgumentException(vector.getClass() + " has no values of " + field);
    }

    /** Whether a decimal in big-endian two's complement is outside. No bytes are no number. */
    private boolean isOutside(byte[] bytes, int start, int length) {
        BigInteger limit = greatestDecimal;
        if (limit == null || length == 0) {
            return limit != null;
        }
        // Bytes at the beginning that only repeat the sign add nothing.
        int from = start;
        int end = start + length;
        while (from + 1 < end && bytes[from] == (byte) (bytes[from + 1] >> (Byte.SIZE - 1))) {
            from++;
        }
        int limitBytes = limit.bitLength() / Byte.SIZE + 1;
        if (end - from != limitBytes) {
            return end - from > limitBytes;
        }
        return new BigInteger(bytes, from, end - from).abs().compareTo(limit) > 0;
    }

    private String message(Vector vector, int count, int first) {
        return (count == 1 ? "1 value of the page is" : count + " values of the page are") + " outside of "
                + AnnotationText.write(field.logicalType()) + "; " + (count == 1 ? "it" : "the first") + " is "
                + text(vector, first) + ", value " + first + " of the page without nulls";
    }

    private String text(Vector vector, int slot) {
        if (vector instanceof DictionaryVector encoded) {
            return text(encoded.dictionary(), encoded.ids()[slot]);
        } else if (vector instanceof IntVector ints) {
            return BigDecimal.valueOf(ints.values()[slot], scale).toPlainString();
        } else if (vector instanceof LongVector longs) {
            return BigDecimal.valueOf(longs.values()[slot], scale).toPlainString();
        }
        byte[] bytes = PlainBytesOf.slot(vector, slot);
        if (bytes.length == 0 || bytes.length > MAX_SHOWN_BYTES) {
            return "a number of " + bytes.length + " bytes";
        }
        return new BigDecimal(new BigInteger(bytes), scale).toPlainString();
    }
}
