package io.pq2.internal.predicate.prune;

import io.pq2.internal.predicate.prune.RandomTable.Value;
import io.pq2.predicate.ByteString;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Random;

/**
 * Random values of a {@link RandomTable}, encoded and interpreted without the code under test. There are few distinct
 * values, so that equal values are frequent.
 */
final class RandomTableValues {

    private static final int[] FLOAT16_BITS = {0x0000, 0x8000, 0x3C00, 0xBC00, 0x4000, 0x7C00, 0xFC00, 0x0001};
    private static final double[] FLOAT16_NUMBERS = {
        0.0, -0.0, 1, -1, 2, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0x1p-24
    };
    private static final String[] TEXTS = {"", "a", "ab", "abc", "abd", "b", "é", "\uD83D\uDE00", "\uFFFD"};

    private RandomTableValues() {}

    static boolean isFloating(PrimitiveField field) {
        return field.physicalType() == PhysicalType.FLOAT
                || field.physicalType() == PhysicalType.DOUBLE
                || field.logicalType() instanceof LogicalType.Float16Type;
    }

    static Value random(PrimitiveField field, Random random, boolean nan) {
        int small = random.nextInt(7) - 3;
        return switch (field.physicalType()) {
            case BOOLEAN -> new Value(new byte[] {(byte) (small & 1)}, (small & 1) == 1);
            case INT32 -> new Value(little(4).putInt(nonNegative(field, small)).array(), ofInt(field, small));
            case INT64 -> new Value(little(8).putLong(small).array(), ofLong(field, small));
            case FLOAT -> {
                float value = nan ? Float.NaN : random.nextInt(5) == 0 ? -0.0f : small / 2.0f;
                yield new Value(little(4).putFloat(value).array(), (double) value);
            }
            case DOUBLE -> {
                double value = nan ? Double.NaN : random.nextInt(5) == 0 ? -0.0 : small / 2.0;
                yield new Value(little(8).putDouble(value).array(), value);
            }
            case BYTE_ARRAY -> {
                byte[] bytes = TEXTS[random.nextInt(TEXTS.length)].getBytes(StandardCharsets.UTF_8);
                yield new Value(bytes, ByteString.of(bytes));
            }
            case FIXED_LEN_BYTE_ARRAY -> isFloating(field) ? float16(random, nan) : decimal(field, small);
            case INT96 -> throw new IllegalArgumentException("INT96");
        };
    }

    private static ByteBuffer little(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int nonNegative(PrimitiveField field, int value) {
        return field.logicalType() instanceof LogicalType.TimeType ? Math.abs(value) : value;
    }

    private static Comparable<?> ofInt(PrimitiveField field, int value) {
        LogicalType type = field.logicalType();
        if (type instanceof LogicalType.DateType) {
            return LocalDate.of(1970, 1, 1).plusDays(value);
        } else if (type instanceof LogicalType.TimeType) {
            return LocalTime.MIDNIGHT.plusNanos(Math.abs(value) * 1_000_000L);
        } else if (type instanceof LogicalType.DecimalType decimal) {
            return new BigDecimal(BigInteger.valueOf(value), decimal.scale());
        } else if (type instanceof LogicalType.IntType integer && !integer.signed()) {
            return new BigDecimal(value < 0 ? value + 4294967296L : value);
        }
        return new BigDecimal(value);
    }

    private static Comparable<?> ofLong(PrimitiveField field, long value) {
        LogicalType type = field.logicalType();
        if (type instanceof LogicalType.TimestampType timestamp) {
            return timestamp.utc()
                    ? Instant.EPOCH.plusNanos(value * timestamp.unit().nanos())
                    : LocalDateTime.ofInstant(
                            Instant.EPOCH.plusNanos(value * timestamp.unit().nanos()), ZoneOffset.UTC);
        } else if (type instanceof LogicalType.IntType && value < 0) {
            return new BigDecimal(Long.toUnsignedString(value));
        }
        return new BigDecimal(value);
    }

    private static Value float16(Random random, boolean nan) {
        int index = random.nextInt(FLOAT16_NUMBERS.length);
        int bits = nan ? 0x7E00 : FLOAT16_BITS[index];
        return new Value(little(2).putShort((short) bits).array(), nan ? Double.NaN : FLOAT16_NUMBERS[index]);
    }

    private static Value decimal(PrimitiveField field, int unscaled) {
        byte[] bytes = new byte[field.typeLength()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i == bytes.length - 1 ? unscaled : unscaled >> 31);
        }
        int scale = ((LogicalType.DecimalType) field.logicalType()).scale();
        return new Value(bytes, new BigDecimal(BigInteger.valueOf(unscaled), scale));
    }
}
