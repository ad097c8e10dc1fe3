package io.pq2.spark.internal.files.write;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.exception.DisplayText;
import io.pq2.internal.vector.Float16;
import io.pq2.spark.internal.schema.StoredType;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.FixedBinaryVectorBuilder;
import io.pq2.vector.IntVectorBuilder;
import io.pq2.vector.LongVectorBuilder;
import io.pq2.vector.VectorBuilder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Appends values of one column whose type comes from an option. Values that the type does not have are errors. */
final class StoredTypeAppenders {

    private static final long NANOS_PER_MICRO = 1000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MICROS_PER_MILLI = 1000;
    private static final long MAX_UNSIGNED_INT = 0xffff_ffffL;
    private static final int UNSIGNED_LONG_DIGITS = 20;

    private final StoredType stored;
    private final String path;
    private final RebaseOnWrite rebase;

    /**
     * Creates appenders.
     *
     * @param path the dotted path of the column, for errors
     */
    StoredTypeAppenders(StoredType stored, String path, RebaseOnWrite rebase) {
        this.stored = stored;
        this.path = path;
        this.rebase = rebase;
    }

    /**
     * Returns the appender of a Spark type.
     *
     * @param builder the builder of the leaf that {@link StoredType} makes
     */
    ValueAppender.Present of(DataType type, VectorBuilder builder) {
        StoredType.Source source = Objects.requireNonNull(stored.source(type));
        return switch (source) {
            case STRING -> text(builder);
            case BINARY ->
                builder instanceof BinaryVectorBuilder binary
                        ? (row, i) -> LeafAppenders.append(bytes(row, i), binary)
                        : fixed((FixedBinaryVectorBuilder) builder);
            case FLOAT -> float16((FixedBinaryVectorBuilder) builder);
            case SMALLINT -> {
                IntVectorBuilder ints = (IntVectorBuilder) builder;
                yield (row, i) -> ints.append(row.getShort(i));
            }
            case INT -> {
                IntVectorBuilder ints = (IntVectorBuilder) builder;
                yield (row, i) -> ints.append(row.getInt(i));
            }
            case BIGINT -> longs(builder);
            case UNSIGNED_BIGINT -> unsignedLongs((LongVectorBuilder) builder);
            case TIME -> times(builder);
            case TIMESTAMP -> timestamps(builder, rebase.timestamps());
            case TIMESTAMP_NTZ -> timestamps(builder, null);
            case INTERVAL_PARTS -> intervals((StructType) type, (FixedBinaryVectorBuilder) builder);
        };
    }

    private ValueAppender.Present text(VectorBuilder builder) {
        if (builder instanceof BinaryVectorBuilder binary) {
            return (row, i) -> LeafAppenders.append(row.getUTF8String(i), binary);
        }
        FixedBinaryVectorBuilder fixed = (FixedBinaryVectorBuilder) builder;
        return stored.kind() == StoredType.Kind.UUID
                ? (row, i) -> appendUuid(row.getUTF8String(i), fixed)
                : (row, i) -> appendDecimal(row.getUTF8String(i), fixed);
    }

    private void appendUuid(UTF8String text, FixedBinaryVectorBuilder fixed) {
        int start = fixed.reserve();
        if (!UuidText.parse(text, fixed.arena(), start)) {
            throw invalid("the text \"" + DisplayText.name(text.toString())
                    + "\" is not a UUID such as 123e4567-e89b-12d3-a456-426614174000");
        }
    }

    private void appendDecimal(UTF8String text, FixedBinaryVectorBuilder fixed) {
        String number = text.toString();
        byte[] unscaled = unscaled(number)
                .orElseThrow(() -> invalid("the text \"" + DisplayText.name(number)
                        + "\" is not a number of at most " + (stored.size() - stored.scale())
                        + " digits before the decimal point and " + stored.scale() + " after it, without exponent"))
                .toByteArray();
        int start = fixed.reserve();
        int missing = fixed.width() - unscaled.length;
        Arrays.fill(fixed.arena(), start, start + missing, (byte) (unscaled[0] >> Byte.SIZE - 1));
        System.arraycopy(unscaled, 0, fixed.arena(), start + missing, unscaled.length);
    }

    /** Returns the unscaled value of a number in the column's scale; empty if the column's type does not have it. */
    private Optional<BigInteger> unscaled(String number) {
        // The limit keeps the cost of a number such as 1e999999999 low.
        if (number.length() > 2 * stored.size() + 2 || number.indexOf('e') >= 0 || number.indexOf('E') >= 0) {
            return Optional.empty();
        }
        try {
            BigDecimal decimal = new BigDecimal(number).setScale(stored.scale());
            return Optional.of(decimal)
                    .filter(value -> value.precision() <= stored.size())
                    .map(BigDecimal::unscaledValue);
        } catch (ArithmeticException | NumberFormatException e) {
            return Optional.empty(); // digits after the scale, or no number
        }
    }

    /** Returns a binary value. Unsafe rows give a view. */
    private static UTF8String bytes(SpecializedGetters row, int ordinal) {
        return LeafAppenders.isUnsafe(row) ? row.getUTF8String(ordinal) : UTF8String.fromBytes(row.getBinary(ordinal));
    }

    private ValueAppender.Present fixed(FixedBinaryVectorBuilder fixed) {
        return (row, i) -> {
            UTF8String value = bytes(row, i);
            if (value.numBytes() != fixed.width()) {
                throw invalid("a value has " + value.numBytes() + " bytes, but " + stored + " needs " + fixed.width());
            }
            int start = fixed.reserve();
            value.writeToMemory(fixed.arena(), Platform.BYTE_ARRAY_OFFSET + start);
        };
    }

    private ValueAppender.Present float16(FixedBinaryVectorBuilder fixed) {
        return (row, i) -> {
            float value = row.getFloat(i);
            short bits = Float16.ofFloat(value);
            if (Float.isInfinite(Float16.toFloat(bits)) && !Float.isInfinite(value)) {
                throw invalid("the number " + value + " does not fit into FLOAT16, whose largest number is 65504");
            }
            int start = fixed.reserve();
            fixed.arena()[start] = (byte) bits;
            fixed.arena()[start + 1] = (byte) (bits >> Byte.SIZE);
        };
    }

    private ValueAppender.Present longs(VectorBuilder builder) {
        if (builder instanceof LongVectorBuilder longs) {
            return (row, i) -> longs.append(row.getLong(i));
        }
        IntVectorBuilder ints = (IntVectorBuilder) builder;
        long max = stored.kind() == StoredType.Kind.UINT32 ? MAX_UNSIGNED_INT : Integer.MAX_VALUE;
        return (row, i) -> ints.append((int) inRange(row.getLong(i), max));
    }

    private long inRange(long value, long max) {
        if (value < 0 || value > max) {
            throw invalid("the value " + value + " is outside of the range of " + stored);
        }
        return value;
    }

    private ValueAppender.Present unsignedLongs(LongVectorBuilder longs) {
        return (row, i) -> {
            BigInteger value = row.getDecimal(i, UNSIGNED_LONG_DIGITS, 0)
                    .toJavaBigDecimal()
                    .toBigIntegerExact();
            if (value.signum() < 0 || value.bitLength() > Long.SIZE) {
                throw invalid("the value " + value + " is outside of the range of " + stored);
            }
            longs.append(value.longValue());
        };
    }

    /** Appends times of day, which Spark counts in nanoseconds, rounded down to the unit. */
    private ValueAppender.Present times(VectorBuilder builder) {
        if (builder instanceof IntVectorBuilder ints) {
            return (row, i) -> ints.append((int) (row.getLong(i) / NANOS_PER_MILLI));
        }
        LongVectorBuilder longs = (LongVectorBuilder) builder;
        return switch (stored.kind()) {
            case TIME_NANOS, TIME_NANOS_UTC -> (row, i) -> longs.append(row.getLong(i));
            default -> (row, i) -> longs.append(row.getLong(i) / NANOS_PER_MICRO);
        };
    }

    /** Appends timestamps. Those in nanoseconds keep their calendar: no writer stores them in the hybrid one. */
    private ValueAppender.Present timestamps(VectorBuilder builder, @Nullable LongUnaryOperator rebased) {
        if (builder instanceof FixedBinaryVectorBuilder fixed) {
            return LeafAppenders.int96(fixed, rebase);
        }
        LongVectorBuilder longs = (LongVectorBuilder) builder;
        LongUnaryOperator calendar = rebased == null ? LongUnaryOperator.identity() : rebased;
        return switch (stored.kind()) {
            case TIMESTAMP_NANOS -> (row, i) -> longs.append(nanos(row.getLong(i)));
            case TIMESTAMP_MILLIS ->
                (row, i) -> longs.append(Math.floorDiv(calendar.applyAsLong(row.getLong(i)), MICROS_PER_MILLI));
            default -> (row, i) -> longs.append(calendar.applyAsLong(row.getLong(i)));
        };
    }

    private long nanos(long micros) {
        long nanos = micros * NANOS_PER_MICRO;
        if (micros > Long.MAX_VALUE / NANOS_PER_MICRO || micros < Long.MIN_VALUE / NANOS_PER_MICRO) {
            throw invalid("the timestamp " + Instant.EPOCH.plus(micros, ChronoUnit.MICROS)
                    + " is outside of the range of nanoseconds, " + Instant.EPOCH.plusNanos(Long.MIN_VALUE) + " to "
                    + Instant.EPOCH.plusNanos(Long.MAX_VALUE));
        }
        return nanos;
    }

    private ValueAppender.Present intervals(StructType type, FixedBinaryVectorBuilder fixed) {
        int months = type.fieldIndex("months");
        int days = type.fieldIndex("days");
        int millis = type.fieldIndex("millis");
        return (source, ordinal) -> {
            InternalRow parts = source.getStruct(ordinal, type.length());
            for (int i = 0; i < type.length(); i++) {
                if (parts.isNullAt(i)) {
                    throw invalid("an interval with null " + type.fields()[i].name()
                            + ": it must be null as a whole or have all parts");
                }
            }
            long inMonths = part(parts.getInt(months), Integer.MAX_VALUE, "months");
            long inDays = part(parts.getInt(days), Integer.MAX_VALUE, "days");
            long inMillis = part(parts.getLong(millis), MAX_UNSIGNED_INT, "millis");
            int start = fixed.reserve();
            LeafAppenders.putInt(fixed.arena(), start, (int) inMonths);
            LeafAppenders.putInt(fixed.arena(), start + Integer.BYTES, (int) inDays);
            LeafAppenders.putInt(fixed.arena(), start + 2 * Integer.BYTES, (int) inMillis);
        };
    }

    private long part(long value, long max, String name) {
        if (value < 0 || value > max) {
            throw invalid("an interval of " + value + " " + name + ", but " + name + " must be between 0 and " + max);
        }
        return value;
    }

    private InvalidDataException invalid(String detail) {
        return new InvalidDataException(detail).locate(FileLocation.column(path));
    }
}
