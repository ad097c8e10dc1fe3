package io.pq2.internal.read.prune;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Some stored values of a column's type in the order of their logical values: evenly spaced values from a random base,
 * and sometimes the limits of the type, zeros of both signs, and NaN.
 */
final class ValuePool {

    private static final long NANOS_OF_DAY = 86_400_000_000_000L;
    private static final String LONG_PREFIX =
            "a/prefix/that/is/longer/than/bounds/are/and/that/many/values/share/".repeat(2);

    private static final double[] SPECIAL = {
        Double.NaN, 0.0, -0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE
    };

    private final PrimitiveField field;
    private final Random random;
    private final long base;
    private final long step;
    private final int specialPercent;
    private final byte[] prefix;
    private final List<Object> values = new ArrayList<>();

    ValuePool(PrimitiveField field, int size, Random random) {
        this.field = field;
        this.random = random;
        this.base = switch (random.nextInt(5)) {
            case 0 -> random.nextLong();
            case 1 -> Long.MAX_VALUE - random.nextInt(1_000);
            case 2 -> Integer.MAX_VALUE - random.nextInt(1_000);
            default -> random.nextInt(2_000) - 1_000L;
        };
        this.step = new long[] {1, 2, 10, 1_000, 1_000_000_007L}[random.nextInt(5)];
        this.specialPercent = new int[] {0, 0, 3, 30}[random.nextInt(4)];
        this.prefix = prefix();
        for (int i = 0; i < size; i++) {
            values.add(value(i));
        }
        values.sort(byLogicalValue());
    }

    int size() {
        return values.size();
    }

    Object get(int rank) {
        return values.get(rank);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // values of one type
    private Comparator<Object> byLogicalValue() {
        return (left, right) -> ((Comparable) LogicalValue.of(field, left)).compareTo(LogicalValue.of(field, right));
    }

    private boolean isText() {
        LogicalType type = field.logicalType();
        return type instanceof LogicalType.StringType
                || type instanceof LogicalType.EnumType
                || type instanceof LogicalType.JsonType;
    }

    private byte[] prefix() {
        String text =
                new String[] {"", "", "k", LONG_PREFIX, "\uDBFF\uDFFF".repeat(30), "\u00ff\u20ac"}[random.nextInt(6)];
        if (isText() || random.nextBoolean()) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        byte[] bytes = new byte[random.nextInt(100)];
        Arrays.fill(bytes, (byte) 0xFF);
        return bytes;
    }

    private Object value(int index) {
        boolean special = random.nextInt(100) < specialPercent;
        long number = special ? end() : base + index * step;
        LogicalType type = field.logicalType();
        return switch (field.physicalType()) {
            case BOOLEAN -> (Object) (index % 2 == 0);
            case INT32 -> (int) integer(type, number);
            case INT64 -> integer(type, number);
            case INT96 -> int96(number);
            case FLOAT -> special ? (float) special() : (float) number / 4;
            case DOUBLE -> special ? special() : (double) number / 4;
            case BYTE_ARRAY -> ByteBuffer.wrap(bytes(type, number, index));
            case FIXED_LEN_BYTE_ARRAY -> ByteBuffer.wrap(fixed(type, number, special));
        };
    }

    private long end() {
        return new long[] {0, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE, -1}
                [random.nextInt(6)];
    }

    private double special() {
        return SPECIAL[random.nextInt(SPECIAL.length)];
    }

    private long integer(LogicalType type, long number) {
        if (type instanceof LogicalType.TimeType time) {
            return Math.floorMod(number, NANOS_OF_DAY / time.unit().nanos());
        } else if (type instanceof LogicalType.DecimalType decimal) {
            return number % (long) Math.pow(10, decimal.precision());
        } else if (type instanceof LogicalType.IntType integer && integer.bitWidth() < 32) {
            long range = 1L << integer.bitWidth();
            return Math.floorMod(number, range) - (integer.signed() ? range / 2 : 0);
        }
        return number;
    }

    private static ByteBuffer int96(long number) {
        int day = 2_440_588 + (int) (number % 100_000);
        long nanos = Math.floorMod(number * 7_919, NANOS_OF_DAY);
        return ByteBuffer.wrap(ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(nanos)
                .putInt(day)
                .array());
    }

    private byte[] bytes(LogicalType type, long number, int index) {
        if (type instanceof LogicalType.DecimalType) {
            return BigInteger.valueOf(number)
                    .pow(1 + (index & 1))
                    .mod(BigInteger.TEN.pow(28))
                    .toByteArray();
        } else if (type instanceof LogicalType.GeometryType || type instanceof LogicalType.GeographyType) {
            return shape(index);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(prefix);
        if (index > 0) {
            bytes.writeBytes(Long.toString(index * step, 36).getBytes(StandardCharsets.US_ASCII));
        }
        if (index % 5 == 4) {
            bytes.writeBytes("\u00e4\uD83D\uDE00 and more".getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    /** Returns a point, a line, or an invalid shape. */
    private byte[] shape(int index) {
        double x = Math.floorMod(base, 90) + index / 4.0;
        double y = 10 - index / 8.0;
        if (random.nextInt(20) == 0) {
            return new byte[] {1, 2, 3};
        } else if (random.nextBoolean()) {
            return ByteBuffer.allocate(21)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put((byte) 1)
                    .putInt(1)
                    .putDouble(random.nextInt(30) == 0 ? Double.NaN : x)
                    .putDouble(y)
                    .array();
        }
        return ByteBuffer.allocate(57)
                .put((byte) 0)
                .putInt(1002)
                .putInt(2)
                .putDouble(x)
                .putDouble(y)
                .putDouble(0)
                .putDouble(x + 2)
                .putDouble(y + 1)
                .putDouble(1)
                .array();
    }

    private byte[] fixed(LogicalType type, long number, boolean special) {
        int length = field.typeLength();
        if (type instanceof LogicalType.Float16Type) {
            int bits = special
                    ? new int[] {0, 0x8000, 0x7C00, 0xFC00, 0x7E00, 0xFE01, 1, 0x7BFF}[random.nextInt(8)]
                    : Math.floorMod(number, 0x7BFF) | (random.nextInt(3) == 0 ? 0x8000 : 0);
            return new byte[] {(byte) bits, (byte) (bits >> 8)};
        } else if (type instanceof LogicalType.DecimalType decimal) {
            BigInteger limit = BigInteger.TEN.pow(decimal.precision());
            BigInteger unscaled =
                    BigInteger.valueOf(number).pow(special ? 2 : 1).remainder(limit);
            byte[] minimal = unscaled.toByteArray();
            byte[] wide = new byte[length];
            Arrays.fill(wide, unscaled.signum() < 0 ? (byte) -1 : 0);
            System.arraycopy(minimal, 0, wide, length - minimal.length, minimal.length);
            return wide;
        }
        byte[] bytes = new byte[length];
        for (int i = 0; i < length && i < Long.BYTES; i++) {
            bytes[length - 1 - i] = (byte) (number >> i * Byte.SIZE);
        }
        bytes[0] = (byte) (prefix.length > 0 ? 0x80 | bytes[0] : bytes[0]);
        return bytes;
    }
}
