package io.pq2.spark.internal.schema;

import io.pq2.internal.vector.Float16;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.TimeUnit;
import io.pq2.spark.internal.versions.SparkVersion;
import java.util.Optional;
import org.apache.spark.SparkIllegalArgumentException;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the Spark types of leaves.
 *
 * <p>Types that Spark's built-in source reads get the type that it gives them. Unless the options are strict, the other
 * types get the type that keeps most of their meaning, and a logical type that does not fit the physical type is
 * ignored.
 */
final class ParquetToSparkLeafTypes {

    /** The type of an INTERVAL. The format counts months, days and milliseconds separately. */
    private static final StructType INTERVAL = new StructType()
            .add("months", DataTypes.IntegerType, false)
            .add("days", DataTypes.IntegerType, false)
            .add("millis", DataTypes.LongType, false);

    private static final int MILLIS_DIGITS = 3;
    private static final int MICROS_DIGITS = 6;
    private static final int UUID_BYTES = 16;

    private final SparkSchemaOptions options;
    private final BuiltInLeafTypes builtIn;

    ParquetToSparkLeafTypes(SparkSchemaOptions options) {
        this.options = options;
        this.builtIn = new BuiltInLeafTypes(options);
    }

    DataType type(PrimitiveField field) {
        if (options.isStrict()) {
            return builtIn.type(field, field.logicalType());
        }
        return typeOfOtherWriters(field).orElseGet(() -> builtIn.type(field, fitting(field)));
    }

    /** Returns the type of a leaf that Spark's built-in source refuses; empty if it does not refuse the leaf. */
    private Optional<DataType> typeOfOtherWriters(PrimitiveField field) {
        PhysicalType physical = field.physicalType();
        LogicalType logical = field.logicalType();
        if (logical instanceof LogicalType.TimeType time) {
            return fits(physical, time) ? Optional.of(time(time)) : Optional.empty();
        }
        if (logical instanceof LogicalType.TimestampType timestamp && timestamp.unit() == TimeUnit.NANOS) {
            return physical == PhysicalType.INT64 && !options.nanosAsLong()
                    ? Optional.of(builtIn.timestamp(timestamp))
                    : Optional.empty();
        }
        if (logical instanceof LogicalType.DecimalType decimal && canStoreDecimals(physical)) {
            return Optional.of(
                    decimal.precision() <= DecimalType.MAX_PRECISION()
                            ? new DecimalType(decimal.precision(), decimal.scale())
                            : DataTypes.StringType);
        }
        if (physical == PhysicalType.INT96 && !options.int96AsTimestamp()) {
            return Optional.of(DataTypes.BinaryType);
        }
        return physical == PhysicalType.FIXED_LEN_BYTE_ARRAY ? fixed(field, logical) : Optional.empty();
    }

    private static Optional<DataType> fixed(PrimitiveField field, @Nullable LogicalType logical) {
        if (logical instanceof LogicalType.UuidType && field.typeLength() == UUID_BYTES) {
            return Optional.of(DataTypes.StringType);
        }
        if (logical instanceof LogicalType.Float16Type && field.typeLength() == Float16.BYTES) {
            return Optional.of(DataTypes.FloatType);
        }
        return logical instanceof LogicalType.IntervalType ? Optional.of(INTERVAL) : Optional.empty();
    }

    private static boolean fits(PhysicalType physical, LogicalType.TimeType time) {
        return physical == (time.unit() == TimeUnit.MILLIS ? PhysicalType.INT32 : PhysicalType.INT64);
    }

    private DataType time(LogicalType.TimeType time) {
        return switch (options.times()) {
            case TIME -> SparkVersion.SPARK.time(time.unit() == TimeUnit.MILLIS ? MILLIS_DIGITS : MICROS_DIGITS);
            case BIGINT -> DataTypes.LongType;
            case STRING -> DataTypes.StringType;
        };
    }

    private static boolean canStoreDecimals(PhysicalType physical) {
        return switch (physical) {
            case INT32, INT64, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> true;
            case BOOLEAN, INT96, FLOAT, DOUBLE -> false;
        };
    }

    /** Returns the logical type if the built-in source accepts it for the physical type; absent otherwise. */
    private static @Nullable LogicalType fitting(PrimitiveField field) {
        LogicalType logical = field.logicalType();
        if (logical == null || logical instanceof LogicalType.UnknownType) {
            return logical;
        }
        boolean fits = switch (field.physicalType()) {
            case INT32 ->
                logical instanceof LogicalType.DateType
                        || logical instanceof LogicalType.IntType integer && integer.bitWidth() <= Integer.SIZE;
            case INT64 ->
                logical instanceof LogicalType.TimestampType
                        || logical instanceof LogicalType.IntType integer && integer.bitWidth() == Long.SIZE;
            case BYTE_ARRAY -> isText(logical) || isBinary(logical);
            case BOOLEAN, INT96, FLOAT, DOUBLE, FIXED_LEN_BYTE_ARRAY -> false;
        };
        return fits ? logical : null;
    }

    private static boolean isText(LogicalType logical) {
        return logical instanceof LogicalType.StringType
                || logical instanceof LogicalType.EnumType
                || logical instanceof LogicalType.JsonType;
    }

    private static boolean isBinary(LogicalType logical) {
        return logical instanceof LogicalType.BsonType || isSpatial(logical);
    }

    /** Whether Spark has a type for a geospatial annotation. */
    private static boolean isSpatial(LogicalType logical) {
        try {
            return SparkVersion.SPARK.spatialType(logical) != null;
        } catch (SparkIllegalArgumentException e) {
            // Spark does not know the coordinate reference system.
            return false;
        }
    }
}
