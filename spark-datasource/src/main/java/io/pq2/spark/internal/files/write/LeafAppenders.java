package io.pq2.spark.internal.files.write;

import io.pq2.spark.internal.schema.ParquetSchemaOptions;
import io.pq2.spark.internal.schema.ParquetSchemaOptions.TimestampStorage;
import io.pq2.spark.internal.versions.SparkVersion;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.BooleanVectorBuilder;
import io.pq2.vector.DoubleVectorBuilder;
import io.pq2.vector.FixedBinaryVectorBuilder;
import io.pq2.vector.FloatVectorBuilder;
import io.pq2.vector.IntVectorBuilder;
import io.pq2.vector.LongVectorBuilder;
import io.pq2.vector.VectorBuilder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Appends values of Spark's types without nested types to vectors. Other types (intervals,
 * timestamps without time zone) are stored as the int or long that Spark has in memory.
 */
final class LeafAppenders {

    private static final VarHandle LITTLE_ENDIAN_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LITTLE_ENDIAN_INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final long MICROS_PER_MILLI = 1000;
    private static final long NANOS_PER_MICRO = 1000;
    private static final int JULIAN_DAY_OF_EPOCH = 2_440_588;

    private final ParquetSchemaOptions options;
    private final RebaseOnWrite rebase;

    LeafAppenders(ParquetSchemaOptions options, RebaseOnWrite rebase) {
        this.options = options;
        this.rebase = rebase;
    }

    ValueAppender.Present of(DataType type, VectorBuilder builder) {
        if (type instanceof DecimalType decimal) {
            return new DecimalAppenders(decimal).of(builder);
        }
        if (type instanceof TimestampType) {
            return timestamp(builder);
        }
        if (builder instanceof BinaryVectorBuilder binary) {
            return binary(type, binary);
        }
        if (builder instanceof IntVectorBuilder ints) {
            return integer(type, ints);
        }
        if (builder instanceof LongVectorBuilder longs) {
            return SparkVersion.SPARK.isTime(type)
                    ? (row, i) -> longs.append(Math.floorDiv(row.getLong(i), NANOS_PER_MICRO))
                    : (row, i) -> longs.append(row.getLong(i));
        }
        if (type instanceof BooleanType) {
            BooleanVectorBuilder booleans = (BooleanVectorBuilder) builder;
            return (row, i) -> booleans.append(row.getBoolean(i));
        }
        if (type instanceof FloatType) {
            FloatVectorBuilder floats = (FloatVectorBuilder) builder;
            return (row, i) -> floats.append(row.getFloat(i));
        }
        if (type instanceof DoubleType) {
            DoubleVectorBuilder doubles = (DoubleVectorBuilder) builder;
            return (row, i) -> doubles.append(row.getDouble(i));
        }
        if (type instanceof NullType) {
            return (row, i) -> builder.appendNull();
        }
        throw new IllegalArgumentException("values of type " + type.sql() + " cannot be written");
    }

    private ValueAppender.Present integer(DataType type, IntVectorBuilder ints) {
        if (type instanceof ByteType) {
            return (row, i) -> ints.append(row.getByte(i));
        }
        if (type instanceof ShortType) {
            return (row, i) -> ints.append(row.getShort(i));
        }
        if (type instanceof DateType && rebase.dates() != null) {
            IntUnaryOperator rebased = rebase.dates();
            return (row, i) -> ints.append(rebased.applyAsInt(row.getInt(i)));
        }
        return (row, i) -> ints.append(row.getInt(i));
    }

    private static ValueAppender.Present binary(DataType type, BinaryVectorBuilder binary) {
        if (type instanceof StringType) {
            return (row, i) -> append(row.getUTF8String(i), binary);
        }
        if (type instanceof BinaryType) {
            return (row, i) -> {
                if (isUnsafe(row)) {
                    append(row.getUTF8String(i), binary);
                } else {
                    append(row.getBinary(i), binary);
                }
            };
        }
        if (SparkVersion.SPARK.isSpatial(type)) {
            return (row, i) -> append(SparkVersion.SPARK.toWellKnownBinary(type, row, i), binary);
        }
        throw new IllegalArgumentException("values of type " + type.sql() + " cannot be written as BYTE_ARRAY");
    }

    private static void append(byte[] value, BinaryVectorBuilder binary) {
        binary.append(value, 0, value.length);
    }

    static void append(UTF8String value, BinaryVectorBuilder binary) {
        int start = binary.reserve(value.numBytes());
        value.writeToMemory(binary.arena(), Platform.BYTE_ARRAY_OFFSET + start);
    }

    /**
     * Whether a row or array stores strings, binaries and large decimals as plain bytes. The string getter then returns
     * a view of any of them; the other getters each allocate a copy.
     */
    static boolean isUnsafe(SpecializedGetters source) {
        return source instanceof UnsafeRow || source instanceof UnsafeArrayData;
    }

    private ValueAppender.Present timestamp(VectorBuilder builder) {
        if (options.timestamps() == TimestampStorage.INT96) {
            return int96((FixedBinaryVectorBuilder) builder, rebase);
        }
        LongVectorBuilder longs = (LongVectorBuilder) builder;
        LongUnaryOperator rebased = rebase.timestamps();
        if (options.timestamps() == TimestampStorage.TIMESTAMP_MILLIS) {
            return rebased == null
                    ? (row, i) -> longs.append(Math.floorDiv(row.getLong(i), MICROS_PER_MILLI))
                    : (row, i) -> longs.append(Math.floorDiv(rebased.applyAsLong(row.getLong(i)), MICROS_PER_MILLI));
        }
        return rebased == null
                ? (row, i) -> longs.append(row.getLong(i))
                : (row, i) -> longs.append(rebased.applyAsLong(row.getLong(i)));
    }

    /** Returns the appender of timestamps as INT96. */
    static ValueAppender.Present int96(FixedBinaryVectorBuilder builder, RebaseOnWrite rebase) {
        LongUnaryOperator rebased = rebase.int96();
        return rebased == null
                ? (row, i) -> appendInt96(row.getLong(i), builder)
                : (row, i) -> appendInt96(rebased.applyAsLong(row.getLong(i)), builder);
    }

    /** Writes an integer in little-endian order. */
    static void putInt(byte[] target, int offset, int value) {
        LITTLE_ENDIAN_INT.set(target, offset, value);
    }

    /** Appends an INT96: 8 bytes with the nanoseconds of the day, then 4 bytes with the Julian day. */
    private static void appendInt96(long micros, FixedBinaryVectorBuilder builder) {
        int start = builder.reserve();
        byte[] arena = builder.arena();
        long day = Math.floorDiv(micros, MICROS_PER_DAY);
        LITTLE_ENDIAN_LONG.set(arena, start, (micros - day * MICROS_PER_DAY) * NANOS_PER_MICRO);
        LITTLE_ENDIAN_INT.set(arena, start + Long.BYTES, (int) day + JULIAN_DAY_OF_EPOCH);
    }
}
