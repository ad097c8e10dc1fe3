package io.pq2.spark.internal.schema;

import io.pq2.internal.vector.Float16;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.TimeUnit;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.SparkIllegalArgumentException;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.GeographyType;
import org.apache.spark.sql.types.GeometryType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
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
            case TIME -> new TimeType(time.unit() == TimeUnit.MILLIS ? MILLIS_DIGITS : TimeType.MICROS_PRECISION());
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

    /** Whether a logical type is geospatial, with a coordinate reference system that Spark knows. */
    private static boolean isSpatial(LogicalType logical) {
        if (logical instanceof LogicalType.GeometryType geometry) {
            return isKnown(geometry.crs(), GeometryType::apply);
        }
        return logical instanceof LogicalType.GeographyType geography && isKnown(geography.crs(), GeographyType::apply);
    }

    /** Whether Spark has a type for a coordinate reference system; the default system has one. */
    private static boolean isKnown(@Nullable String crs, Function<String, DataType> type) {
        try {
            return crs == null || type.apply(crs) != null;
        } catch (SparkIllegalArgumentException e) {
            return false;
        }
    }
}
