package io.pq2.internal.variant.shred;

import io.pq2.internal.io.LittleEndian;
import io.pq2.internal.variant.EncodedValue;
import io.pq2.variant.ShreddedType;
import io.pq2.variant.VariantType;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.FixedBinaryVectorBuilder;
import io.pq2.vector.IntVectorBuilder;
import io.pq2.vector.LongVectorBuilder;
import io.pq2.vector.VectorBuilder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Shreds exact numbers: integers and decimals. A column of integers takes every number without fraction in its range, a
 * column of decimals every number that its precision and scale can represent. Numbers of 64 bits are converted without
 * objects.
 */
final class NumberShredder implements TypedShredder {

    private static final int MAX_LONG_DIGITS = 18;
    private static final int MAX_SCALE = 38;
    private static final long[] POWERS = new long[MAX_LONG_DIGITS + 1];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = POWERS[i - 1] * 10;
        }
    }

    private final VariantType type;
    private final int scale;
    /** The digits of a decimal; 0 for integers. */
    private final int precision;
    /** The least and the greatest number in units of the scale, if it has at most 64 bits. */
    private final long min;

    private final long max;
    private final boolean keepType;
    private final VectorBuilder builder;
    private final @Nullable IntVectorBuilder ints;
    private final @Nullable LongVectorBuilder longs;
    private final @Nullable FixedBinaryVectorBuilder fixed;

    private NumberShredder(
            VariantType type, int precision, int scale, long min, long max, boolean keepType, VectorBuilder builder) {
        this.type = type;
        this.precision = precision;
        this.scale = scale;
        this.min = min;
        this.max = max;
        this.keepType = keepType;
        this.builder = builder;
        this.ints = builder instanceof IntVectorBuilder of32 ? of32 : null;
        this.longs = builder instanceof LongVectorBuilder of64 ? of64 : null;
        this.fixed = builder instanceof FixedBinaryVectorBuilder ofBytes ? ofBytes : null;
    }

    static NumberShredder integer(VariantType type, boolean keepType) {
        int bits = switch (type) {
            case INT8 -> 8;
            case INT16 -> 16;
            case INT32 -> 32;
            default -> 64;
        };
        long max = Long.MAX_VALUE >>> 64 - bits;
        VectorBuilder builder = bits == 64 ? new LongVectorBuilder() : new IntVectorBuilder();
        return new NumberShredder(type, 0, 0, -max - 1, max, keepType, builder);
    }

    static NumberShredder decimal(ShreddedType.DecimalType decimal, boolean keepType) {
        int precision = decimal.precision();
        if (precision > MAX_LONG_DIGITS) {
            int width = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() / Byte.SIZE + 1;
            return new NumberShredder(
                    VariantType.DECIMAL16,
                    precision,
                    decimal.scale(),
                    Long.MIN_VALUE,
                    Long.MAX_VALUE,
                    keepType,
                    new FixedBinaryVectorBuilder(width));
        }
        boolean of32 = precision <= 9;
        long max = POWERS[precision] - 1;
        return new NumberShredder(
                of32 ? VariantType.DECIMAL4 : VariantType.DECIMAL8,
                precision,
                decimal.scale(),
                -max,
                max,
                keepType,
                of32 ? new IntVectorBuilder() : new LongVectorBuilder());
    }

    @Override
    public VectorBuilder builder() {
        return builder;
    }

    @Override
    public boolean append(EncodedValue value, MetadataNames names, BinaryVectorBuilder rest) {
        if (!appendNumber(value)) {
            return false;
        }
        rest.appendNull();
        return true;
    }

    private boolean appendNumber(EncodedValue value) {
        return switch (value.type()) {
            case INT8, INT16, INT32, INT64 -> accepts(value, 0) && append(value.number(), 0);
            case DECIMAL4 ->
                accepts(value, value.scale())
                        && append(LittleEndian.getInt(value.bytes(), value.payload() + 1), value.scale());
            case DECIMAL8 ->
                accepts(value, value.scale())
                        && append(LittleEndian.getLong(value.bytes(), value.payload() + 1), value.scale());
            case DECIMAL16 -> accepts(value, value.scale()) && append(decimal16(value));
            default -> false;
        };
    }

    private boolean accepts(EncodedValue value, int valueScale) {
        return keepType ? value.type() == type && valueScale == scale : valueScale <= MAX_SCALE;
    }

    /** Appends a number if it fits. */
    private boolean append(long unscaled, int valueScale) {
        long number = unscaled;
        if (valueScale < scale) {
            int digits = scale - valueScale;
            if (fixed != null || digits > MAX_LONG_DIGITS) {
                return number == 0 ? put(0) : append(BigDecimal.valueOf(unscaled, valueScale));
            }
            long limit = max / POWERS[digits];
            if (number > limit || number < -limit) {
                return false;
            }
            number *= POWERS[digits];
        } else if (valueScale > scale) {
            int digits = valueScale - scale;
            if (digits > MAX_LONG_DIGITS ? number != 0 : number % POWERS[digits] != 0) {
                return false;
            }
            number = digits > MAX_LONG_DIGITS ? 0 : number / POWERS[digits];
        }
        return number >= min && number <= max && put(number);
    }

    private boolean put(long number) {
        if (ints != null) {
            ints.append((int) number);
        } else if (longs != null) {
            longs.append(number);
        } else {
            return put(BigInteger.valueOf(number));
        }
        return true;
    }

    private boolean append(BigDecimal number) {
        BigDecimal scaled = number.setScale(scale, RoundingMode.DOWN);
        if (scaled.compareTo(number) != 0) {
            return false;
        }
        BigInteger unscaled = scaled.unscaledValue();
        if (fixed != null) {
            return put(unscaled);
        }
        return unscaled.bitLength() < Long.SIZE
                && unscaled.longValue() >= min
                && unscaled.longValue() <= max
                && put(unscaled.longValue());
    }

    private boolean put(BigInteger unscaled) {
        FixedBinaryVectorBuilder column = Objects.requireNonNull(fixed);
        if (new BigDecimal(unscaled).precision() > precision) {
            return false;
        }
        byte[] bytes = unscaled.toByteArray();
        int start = column.reserve();
        int fill = column.width() - bytes.length;
        Arrays.fill(column.arena(), start, start + fill, (byte) (unscaled.signum() < 0 ? -1 : 0));
        System.arraycopy(bytes, 0, column.arena(), start + fill, bytes.length);
        return true;
    }

    private static BigDecimal decimal16(EncodedValue value) {
        byte[] unscaled = new byte[16];
        for (int i = 0; i < unscaled.length; i++) {
            unscaled[i] = value.bytes()[value.payload() + unscaled.length - i];
        }
        return new BigDecimal(new BigInteger(unscaled), value.scale());
    }
}
