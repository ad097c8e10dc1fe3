package io.pq2.spark.internal.files.write;

import io.pq2.exception.InvalidDataException;
import io.pq2.vector.FixedBinaryVectorBuilder;
import io.pq2.vector.IntVectorBuilder;
import io.pq2.vector.LongVectorBuilder;
import io.pq2.vector.VectorBuilder;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** Appends values of one decimal type to vectors, for each physical type that a file may have for them. */
final class DecimalAppenders {

    private final DecimalType type;
    private final int precision;
    private final int scale;

    DecimalAppenders(DecimalType type) {
        this.type = type;
        this.precision = type.precision();
        this.scale = type.scale();
    }

    ValueAppender.Present of(VectorBuilder builder) {
        if (builder instanceof IntVectorBuilder ints) {
            return (row, i) -> ints.append((int) unscaledLong(row, i));
        }
        if (builder instanceof LongVectorBuilder longs) {
            return (row, i) -> longs.append(unscaledLong(row, i));
        }
        FixedBinaryVectorBuilder fixed = (FixedBinaryVectorBuilder) builder;
        if (precision <= Decimal.MAX_LONG_DIGITS()) {
            return (row, i) -> appendLong(unscaledLong(row, i), fixed);
        }
        return (row, i) -> {
            if (LeafAppenders.isUnsafe(row)) {
                appendView(row.getUTF8String(i), fixed);
            } else {
                byte[] unscaled = row.getDecimal(i, precision, scale)
                        .toJavaBigDecimal()
                        .unscaledValue()
                        .toByteArray();
                appendView(UTF8String.fromBytes(unscaled), fixed);
            }
        };
    }

    /** Returns the unscaled value of a decimal of at most 18 digits. Unsafe rows hold it as a long. */
    private long unscaledLong(SpecializedGetters row, int ordinal) {
        return LeafAppenders.isUnsafe(row)
                ? row.getLong(ordinal)
                : row.getDecimal(ordinal, precision, scale).toUnscaledLong();
    }

    private static void appendLong(long unscaled, FixedBinaryVectorBuilder fixed) {
        int start = fixed.reserve();
        byte[] arena = fixed.arena();
        long remaining = unscaled;
        for (int i = start + fixed.width() - 1; i >= start; i--) {
            arena[i] = (byte) remaining;
            remaining >>= Byte.SIZE;
        }
    }

    /** Appends big-endian two's complement bytes, sign-extended to the width of the vector. */
    private void appendView(UTF8String unscaled, FixedBinaryVectorBuilder fixed) {
        int missing = fixed.width() - unscaled.numBytes();
        if (missing < 0) {
            throw new InvalidDataException("a value of type " + type.sql() + " has " + unscaled.numBytes()
                    + " bytes, but the column stores " + fixed.width() + " bytes per value");
        }
        int start = fixed.reserve();
        byte[] arena = fixed.arena();
        Arrays.fill(arena, start, start + missing, (byte) (unscaled.getByte(0) >> Byte.SIZE - 1));
        unscaled.writeToMemory(arena, Platform.BYTE_ARRAY_OFFSET + start + missing);
    }
}
