package io.pq2.internal.predicate.prune;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * Random values of a {@link FilterTable} in the PLAIN encoding, including the limits of each type. There are few
 * distinct values, so that equal values are frequent.
 */
final class FilterTableValues {

    private static final String[] TEXTS = {
        "",
        "a",
        "ab",
        "abc",
        "abcabcabc",
        "abd",
        "b",
        "\u00e9",
        "\uD83D\uDE00",
        "\uFFFD",
        "abcdefgh",
        "abcdefghi",
        "abcdefgz"
    };
    private static final double[] DOUBLES = {
        0.0,
        -0.0,
        1,
        -1,
        0.5,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Float.MIN_VALUE,
        Float.MAX_VALUE,
        65504,
        0x1p-24,
        0.1,
        0.1f
    };
    private static final int[] FLOAT16_BITS = {
        0, 0x8000, 0x3C00, 0xBC00, 0x3800, 0x7C00, 0xFC00, 1, 0x8001, 0x7BFF, 0xFBFF, 0x7E00, 0xFE01
    };

    private final Random random;

    FilterTableValues(Random random) {
        this.random = random;
    }

    byte[] plain(PrimitiveField field) {
        LogicalType type = field.logicalType();
        return switch (field.physicalType()) {
            case BOOLEAN -> new byte[] {(byte) random.nextInt(2)};
            case INT32 -> little(4).putInt((int) integer(type, 32)).array();
            case INT64 -> little(8).putLong(integer(type, 64)).array();
            case INT96 -> int96();
            case FLOAT -> little(4).putInt(floatBits()).array();
            case DOUBLE -> little(8).putLong(doubleBits()).array();
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> bytes(field);
        };
    }

    static ByteBuffer little(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private long integer(LogicalType type, int bits) {
        long small = random.nextInt(7) - 3L;
        if (type instanceof LogicalType.TimeType time) {
            long units = 86_400_000_000_000L / time.unit().nanos();
            return random.nextInt(4) == 0 ? units - 1 : Math.abs(small);
        }
        return switch (random.nextInt(12)) {
            case 0 -> bits == 32 ? Integer.MIN_VALUE : Long.MIN_VALUE;
            case 1 -> bits == 32 ? Integer.MAX_VALUE : Long.MAX_VALUE;
            case 2 -> small * 1_000;
            default -> small;
        };
    }

    private byte[] int96() {
        long nanos = new long[] {0, 1, 999_999_999, 86_399_999_999_999L, 86_400_000_000_000L, -1}[random.nextInt(6)];
        int day = random.nextInt(20) == 0 ? Integer.MIN_VALUE : 2_440_588 + random.nextInt(3) - 1;
        return little(12).putLong(nanos).putInt(day).array();
    }

    double number() {
        return DOUBLES[random.nextInt(DOUBLES.length)];
    }

    private int floatBits() {
        int kind = random.nextInt(8);
        int[] nans = {0x7FC00000, 0xFFC00001};
        return kind < 2 ? nans[kind] : Float.floatToRawIntBits((float) number());
    }

    private long doubleBits() {
        int kind = random.nextInt(8);
        long[] nans = {0x7FF8000000000000L, 0xFFF8000000000001L};
        return kind < 2 ? nans[kind] : Double.doubleToRawLongBits(number());
    }

    private byte[] bytes(PrimitiveField field) {
        LogicalType type = field.logicalType();
        if (type instanceof LogicalType.Float16Type) {
            return little(2)
                    .putShort((short) FLOAT16_BITS[random.nextInt(FLOAT16_BITS.length)])
                    .array();
        } else if (type instanceof LogicalType.DecimalType) {
            return decimal(field);
        } else if (type instanceof LogicalType.UuidType) {
            byte[] uuid = new byte[16];
            uuid[random.nextInt(2) * 15] = (byte) (random.nextInt(4) - 2);
            return uuid;
        } else if (type instanceof LogicalType.GeometryType || type instanceof LogicalType.GeographyType) {
            return shape();
        }
        return text();
    }

    byte[] text() {
        return TEXTS[random.nextInt(TEXTS.length)].getBytes(StandardCharsets.UTF_8);
    }

    private byte[] decimal(PrimitiveField field) {
        boolean fixed = field.physicalType() == PhysicalType.FIXED_LEN_BYTE_ARRAY;
        int width = fixed ? field.typeLength() : 1 + random.nextInt(18);
        BigInteger end = BigInteger.ONE.shiftLeft(width * 8 - 1);
        BigInteger unscaled = switch (random.nextInt(8)) {
            case 0 -> end.negate();
            case 1 -> end.subtract(BigInteger.ONE);
            case 2 -> end.shiftRight(width * 4).add(BigInteger.valueOf(random.nextInt(3)));
            default -> BigInteger.valueOf(random.nextInt(7) - 3L);
        };
        return extend(unscaled, width);
    }

    static byte[] extend(BigInteger number, int width) {
        byte[] minimal = number.toByteArray();
        byte[] bytes = new byte[width];
        for (int i = 1; i <= width; i++) {
            bytes[width - i] = i <= minimal.length ? minimal[minimal.length - i] : (byte) (number.signum() >> 1);
        }
        return bytes;
    }

    /** Returns a point, a line, or an invalid shape. */
    private byte[] shape() {
        return switch (random.nextInt(5)) {
            case 0 -> new byte[] {1, 2, 3};
            case 1 -> little(9).put((byte) 1).putInt(2).putInt(0).array();
            case 2 -> {
                ByteBuffer line =
                        ByteBuffer.allocate(9 + 48).put((byte) 0).putInt(1002).putInt(2);
                for (int i = 0; i < 6; i++) {
                    line.putDouble(coordinate());
                }
                yield line.array();
            }
            default ->
                little(21)
                        .put((byte) 1)
                        .putInt(1)
                        .putDouble(coordinate())
                        .putDouble(coordinate())
                        .array();
        };
    }

    double coordinate() {
        return random.nextInt(12) == 0 ? Double.NaN : random.nextInt(7) - 3;
    }

    /** Returns a number equal to, near, or far from a number. */
    BigDecimal near(BigDecimal number) {
        return switch (random.nextInt(8)) {
            case 0 -> number.add(new BigDecimal("0.00001"));
            case 1 -> number.subtract(new BigDecimal("1E-9"));
            case 2 -> new BigDecimal("1E+100000").multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1));
            case 3 -> new BigDecimal("-1E-100000");
            case 4 -> number.add(BigDecimal.ONE);
            default -> number;
        };
    }
}
