package io.pq2.spark.internal.columns.leaf;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.vector.Float16;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.TimeUnit;
import io.pq2.spark.internal.vectors.BooleanColumnVector;
import io.pq2.spark.internal.vectors.BytesColumnVector;
import io.pq2.spark.internal.vectors.DoubleColumnVector;
import io.pq2.spark.internal.vectors.FileColumnVector;
import io.pq2.spark.internal.vectors.FloatColumnVector;
import io.pq2.spark.internal.vectors.IntColumnVector;
import io.pq2.spark.internal.vectors.LateErrors;
import io.pq2.spark.internal.vectors.LongColumnVector;
import io.pq2.spark.internal.vectors.WideDecimalColumnVector;
import io.pq2.spark.internal.versions.SparkVersion;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.YearMonthIntervalType;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the conversion of each leaf to the Spark type that it is read as. It supports the pairs of types that Spark's
 * vectorised reader supports, and the types that only other writers store: FLOAT16, UUID, INTERVAL, timestamps in
 * nanoseconds, all units of TIME, and decimals with more digits than Spark's.
 */
public final class LeafSources {

    private static final int UUID_BYTES = 16;

    private final PrimitiveField field;
    private final @Nullable LogicalType logicalType;
    private final DataType type;
    private final DateTimeRules rules;
    private final boolean rowReader;
    private final FileColumnVector target;
    private final String path;

    private LeafSources(Column column, DataType type, DateTimeRules rules, boolean rowReader) {
        this.path = column.dottedPath();
        this.field = column.field();
        this.logicalType = field.logicalType();
        this.type = type;
        this.rules = rules;
        this.rowReader = rowReader;
        this.target = FileColumns.create(type);
    }

    /**
     * Returns the source of a leaf for a Spark type.
     *
     * @param rowReader whether the conversions of Spark's row reader are supported too ({@link RowReaderRules})
     * @param lateErrors converts failures of values that are decoded when they are read
     * @throws ColumnTypeMismatch if the leaf cannot be read as the type
     */
    public static ColumnSource of(
            Column column, DataType declared, DateTimeRules rules, boolean rowReader, LateErrors lateErrors) {
        DataType type = FileColumns.stored(declared);
        if (type instanceof StructType struct && IntervalSource.supports(column.field(), struct)) {
            return new IntervalSource(struct, column.dottedPath());
        }
        LeafSources sources = new LeafSources(column, type, rules, rowReader);
        Optional<Consumer<Vector>> conversion = sources.conversion();
        if (sources.target instanceof WideDecimalColumnVector decimals) {
            decimals.convertErrors(lateErrors.of(sources.path));
        }
        if (conversion.isPresent()) {
            return new LeafSource(sources.target, conversion.get(), sources.path);
        }
        if (column.field().logicalType() instanceof LogicalType.UnknownType) {
            return new MissingSource(type, null);
        }
        if (rowReader && RowReaderRules.checksValues(type)) {
            return new NullsOnlySource(sources.target, () -> new ColumnTypeMismatch(column, declared));
        }
        throw new ColumnTypeMismatch(column, declared);
    }

    private Optional<Consumer<Vector>> conversion() {
        if (type instanceof NullType) {
            return logicalType instanceof LogicalType.UnknownType
                    ? Optional.of(vector -> target.showNulls(vector.length()))
                    : Optional.empty();
        }
        if (type instanceof DecimalType decimal) {
            Optional<Consumer<Vector>> exact = DecimalSources.conversion(field, decimal, target);
            return exact.isPresent() || !rowReader ? exact : RoundedDecimals.conversion(field, decimal, target);
        }
        return Optional.ofNullable(
                switch (field.physicalType()) {
                    case BOOLEAN -> fromBoolean();
                    case INT32 -> fromInt32();
                    case INT64 -> fromInt64();
                    case INT96 -> fromInt96();
                    case FLOAT -> fromFloat();
                    case DOUBLE -> fromDouble();
                    case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> fromBytes();
                });
    }

    private @Nullable Consumer<Vector> fromBoolean() {
        if (!(type instanceof BooleanType)) {
            return null;
        }
        BooleanColumnVector column = (BooleanColumnVector) target;
        return vector -> {
            BooleanVector booleans = (BooleanVector) vector;
            column.show(booleans.length(), booleans.values(), booleans.validity());
        };
    }

    private boolean isUnsigned(int bits) {
        return logicalType instanceof LogicalType.IntType integer && !integer.signed() && integer.bitWidth() == bits;
    }

    private @Nullable Consumer<Vector> fromInt32() {
        if (target instanceof IntColumnVector column) {
            return fromInt32ToInts(column);
        }
        if (type instanceof LongType) {
            return fromInt32ToLongs(isUnsigned(Integer.SIZE) ? 0xffff_ffffL : -1L);
        }
        if (type instanceof TimestampNTZType && logicalType instanceof LogicalType.DateType) {
            LongColumnVector column = (LongColumnVector) target;
            return vector -> TimestampSources.showMidnights(column, (IntVector) vector, rules.dates());
        }
        if (type instanceof DoubleType) {
            return fromInt32ToDoubles((DoubleColumnVector) target);
        }
        if (SparkVersion.SPARK.isTime(type) && logicalType instanceof LogicalType.TimeType) {
            LongColumnVector column = (LongColumnVector) target;
            // Spark's times count nanoseconds.
            return vector -> DecimalSources.showInts(column, (IntVector) vector, TimestampSources.NANOS_PER_MILLI);
        }
        return toText();
    }

    /** Converts numbers that Spark reads as strings: times and large decimals. */
    private @Nullable Consumer<Vector> toText() {
        if (!(type instanceof StringType)) {
            return null;
        }
        BytesColumnVector column = (BytesColumnVector) target;
        if (logicalType instanceof LogicalType.TimeType time) {
            return new TextSource(column, TextFormats.time(time.unit(), path));
        }
        return logicalType instanceof LogicalType.DecimalType decimal
                        && decimal.precision() > DecimalType.MAX_PRECISION()
                ? new TextSource(column, TextFormats.decimal(decimal.scale()))
                : null;
    }

    private @Nullable Consumer<Vector> fromInt32ToInts(IntColumnVector column) {
        if (type instanceof DateType && !rules.dates().isGregorian()) {
            return vector -> TimestampSources.showDays(column, (IntVector) vector, rules.dates());
        }
        boolean fits = type instanceof IntegerType
                || type instanceof DateType
                || type instanceof YearMonthIntervalType
                || type instanceof ShortType
                || type instanceof ByteType;
        if (!fits) {
            return null;
        }
        return vector -> {
            IntVector ints = (IntVector) vector;
            column.show(ints.length(), ints.values(), ints.validity());
        };
    }

    /**
     * Shows 32-bit integers as longs.
     *
     * @param mask the bits to keep of the sign-extended value
     */
    private @Nullable Consumer<Vector> fromInt32ToLongs(long mask) {
        LongColumnVector column = (LongColumnVector) target;
        return vector -> {
            IntVector ints = (IntVector) vector;
            int[] values = ints.values();
            long[] wide = column.scratch(ints.length());
            for (int i = 0; i < ints.length(); i++) {
                wide[i] = values[i] & mask;
            }
            column.show(ints.length(), wide, ints.validity());
        };
    }

    private static Consumer<Vector> fromInt32ToDoubles(DoubleColumnVector column) {
        return vector -> {
            IntVector ints = (IntVector) vector;
            int[] values = ints.values();
            double[] wide = column.scratch(ints.length());
            for (int i = 0; i < ints.length(); i++) {
                wide[i] = values[i];
            }
            column.show(ints.length(), wide, ints.validity());
        };
    }

    private @Nullable Consumer<Vector> fromInt64() {
        if (!(target instanceof LongColumnVector column)) {
            return toText();
        }
        if (type instanceof LongType && isUnsigned(Long.SIZE)) {
            return vector -> {
                LongVector longs = (LongVector) vector;
                checkSigned(longs);
                show(column, longs);
            };
        }
        if (type instanceof LongType || type instanceof DayTimeIntervalType) {
            return vector -> show(column, (LongVector) vector);
        }
        if (SparkVersion.SPARK.isTime(type)) {
            return fromTime(column);
        }
        if (!(logicalType instanceof LogicalType.TimestampType timestamp)) {
            return null;
        }
        if (timestamp.unit() == TimeUnit.NANOS) {
            // No writer with the hybrid calendar stores nanoseconds.
            return vector -> TimestampSources.showMicrosOfNanos(column, (LongVector) vector);
        }
        boolean millis = timestamp.unit() == TimeUnit.MILLIS;
        DateTimeRules.Calendar calendar =
                type instanceof TimestampType ? rules.dates() : DateTimeRules.CORRECTED.dates();
        if (!millis && calendar.isGregorian()) {
            return vector -> show(column, (LongVector) vector);
        }
        return vector -> TimestampSources.showMicros(column, (LongVector) vector, millis, calendar);
    }

    /** Rejects unsigned values from 2^63 on, which a signed long cannot hold. */
    private void checkSigned(LongVector unsigned) {
        long[] values = unsigned.values();
        long bits = 0;
        for (int i = 0; i < unsigned.length(); i++) {
            bits |= values[i];
        }
        // The slots of nulls have arbitrary values.
        for (int i = 0; bits < 0 && i < unsigned.length(); i++) {
            if (values[i] < 0 && !unsigned.isNull(i)) {
                throw new InvalidDataException("the unsigned value " + Long.toUnsignedString(values[i])
                        + " does not fit into the requested type bigint: read the column as decimal(20,0)");
            }
        }
    }

    private @Nullable Consumer<Vector> fromTime(LongColumnVector column) {
        if (!(logicalType instanceof LogicalType.TimeType time)) {
            return null;
        }
        return time.unit() == TimeUnit.NANOS
                ? vector -> TimestampSources.showTimesOfNanos(column, (LongVector) vector)
                : vector -> TimestampSources.showTimesOfMicros(column, (LongVector) vector);
    }

    private static void show(LongColumnVector column, LongVector longs) {
        column.show(longs.length(), longs.values(), longs.validity());
    }

    private @Nullable Consumer<Vector> fromInt96() {
        if (type instanceof TimestampType) {
            return TimestampSources.int96((LongColumnVector) target, rules);
        }
        if (type instanceof TimestampNTZType) {
            return TimestampSources.int96((LongColumnVector) target, DateTimeRules.CORRECTED);
        }
        return type instanceof BinaryType || rowReader ? fromBytes() : null;
    }

    private @Nullable Consumer<Vector> fromFloat() {
        if (target instanceof FloatColumnVector column) {
            return vector -> {
                FloatVector floats = (FloatVector) vector;
                column.show(floats.length(), floats.values(), floats.validity());
            };
        }
        if (!(target instanceof DoubleColumnVector column)) {
            return null;
        }
        return vector -> {
            FloatVector floats = (FloatVector) vector;
            float[] values = floats.values();
            double[] wide = column.scratch(floats.length());
            for (int i = 0; i < floats.length(); i++) {
                wide[i] = values[i];
            }
            column.show(floats.length(), wide, floats.validity());
        };
    }

    private @Nullable Consumer<Vector> fromDouble() {
        if (!(target instanceof DoubleColumnVector column)) {
            return null;
        }
        return vector -> {
            DoubleVector doubles = (DoubleVector) vector;
            column.show(doubles.length(), doubles.values(), doubles.validity());
        };
    }

    private @Nullable Consumer<Vector> fromBytes() {
        if (target instanceof BytesColumnVector column) {
            Consumer<Vector> text =
                    isUuid() && type instanceof StringType ? new TextSource(column, TextFormats::uuid) : toText();
            return text != null ? text : BytesSources.conversion(field, type, column, rowReader);
        }
        boolean isFloat16 = field.physicalType() == PhysicalType.FIXED_LEN_BYTE_ARRAY
                && field.typeLength() == Float16.BYTES
                && logicalType instanceof LogicalType.Float16Type;
        return isFloat16 && target instanceof FloatColumnVector column ? new Float16Source(column) : null;
    }

    private boolean isUuid() {
        return logicalType instanceof LogicalType.UuidType && field.typeLength() == UUID_BYTES;
    }
}
