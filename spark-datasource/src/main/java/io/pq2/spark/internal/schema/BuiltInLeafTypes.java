package io.pq2.spark.internal.schema;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.TimeUnit;
import io.pq2.spark.internal.errors.SparkErrors;
import io.pq2.spark.internal.versions.SparkVersion;
import org.apache.spark.sql.errors.QueryCompilationErrors;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the Spark types of leaves as Spark's built-in source does, with one method for each physical type. Throws its
 * errors for the leaves that it refuses.
 */
final class BuiltInLeafTypes {

    private static final int MICROS_DIGITS = 6;

    /** Digits of the largest unsigned 64-bit integer. */
    private static final int UNSIGNED_LONG_DIGITS = 20;

    private final SparkSchemaOptions options;

    BuiltInLeafTypes(SparkSchemaOptions options) {
        this.options = options;
    }

    /**
     * Returns the type of a leaf.
     *
     * @param annotation the logical type to go by
     */
    DataType type(PrimitiveField field, @Nullable LogicalType annotation) {
        LogicalType logical = effective(annotation);
        if (logical instanceof LogicalType.UnknownType) {
            return DataTypes.NullType;
        }
        return switch (field.physicalType()) {
            case BOOLEAN -> DataTypes.BooleanType;
            case FLOAT -> DataTypes.FloatType;
            case DOUBLE -> DataTypes.DoubleType;
            case INT32 -> int32(field, logical);
            case INT64 -> int64(field, logical);
            case INT96 -> int96();
            case BYTE_ARRAY -> binary(field, logical);
            case FIXED_LEN_BYTE_ARRAY -> fixed(field, logical);
        };
    }

    /** Returns the logical type; absent if Spark ignores it. */
    private @Nullable LogicalType effective(@Nullable LogicalType logical) {
        if (logical instanceof LogicalType.UnrecognizedType) {
            return null;
        }
        return logical instanceof LogicalType.UnknownType && !options.respectUnknownType() ? null : logical;
    }

    private static DataType int32(PrimitiveField field, @Nullable LogicalType logical) {
        if (logical == null) {
            return DataTypes.IntegerType;
        }
        if (logical instanceof LogicalType.IntType integer) {
            return switch (integer.bitWidth()) {
                case 8 -> integer.signed() ? DataTypes.ByteType : DataTypes.ShortType;
                case 16 -> integer.signed() ? DataTypes.ShortType : DataTypes.IntegerType;
                case 32 -> integer.signed() ? DataTypes.IntegerType : DataTypes.LongType;
                default -> throw illegal(field, logical);
            };
        }
        if (logical instanceof LogicalType.DateType) {
            return DataTypes.DateType;
        }
        if (logical instanceof LogicalType.DecimalType decimal) {
            return decimal(field, decimal, Decimal.MAX_INT_DIGITS());
        }
        if (logical instanceof LogicalType.TimestampType timestamp && timestamp.unit() == TimeUnit.MILLIS) {
            throw notYet(field, logical);
        }
        throw illegal(field, logical);
    }

    private DataType int64(PrimitiveField field, @Nullable LogicalType logical) {
        if (logical == null) {
            return DataTypes.LongType;
        }
        if (logical instanceof LogicalType.IntType integer && integer.bitWidth() == 64) {
            return integer.signed() ? DataTypes.LongType : new DecimalType(UNSIGNED_LONG_DIGITS, 0);
        }
        if (logical instanceof LogicalType.DecimalType decimal) {
            return decimal(field, decimal, Decimal.MAX_LONG_DIGITS());
        }
        if (logical instanceof LogicalType.TimestampType timestamp) {
            if (timestamp.unit() != TimeUnit.NANOS) {
                return timestamp(timestamp);
            }
            if (options.nanosAsLong()) {
                return DataTypes.LongType;
            }
        }
        if (logical instanceof LogicalType.TimeType time
                && time.unit() == TimeUnit.MICROS
                && !time.utc()
                && SparkVersion.SPARK.hasTime()) {
            return SparkVersion.SPARK.time(MICROS_DIGITS);
        }
        throw illegal(field, logical);
    }

    /** Returns the type of a timestamp: an instant or a local time. */
    DataType timestamp(LogicalType.TimestampType timestamp) {
        return timestamp.utc() || !options.inferTimestampNtz() ? DataTypes.TimestampType : DataTypes.TimestampNTZType;
    }

    private DataType int96() {
        if (!options.int96AsTimestamp()) {
            throw SparkErrors.raise(
                    SparkErrors.conversionRequirement("INT96 is not supported unless it's interpreted as timestamp. "
                            + "Please try to set spark.sql.parquet.int96AsTimestamp to true."));
        }
        return DataTypes.TimestampType;
    }

    private DataType binary(PrimitiveField field, @Nullable LogicalType logical) {
        if (logical == null) {
            return options.binaryAsString() ? DataTypes.StringType : DataTypes.BinaryType;
        }
        if (logical instanceof LogicalType.StringType
                || logical instanceof LogicalType.EnumType
                || logical instanceof LogicalType.JsonType) {
            return DataTypes.StringType;
        }
        if (logical instanceof LogicalType.BsonType) {
            return DataTypes.BinaryType;
        }
        if (logical instanceof LogicalType.DecimalType decimal) {
            return new DecimalType(decimal.precision(), decimal.scale());
        }
        DataType spatial = SparkVersion.SPARK.spatialType(logical);
        if (spatial != null) {
            return spatial;
        }
        throw illegal(field, logical);
    }

    private static DataType fixed(PrimitiveField field, @Nullable LogicalType logical) {
        if (logical == null) {
            return DataTypes.BinaryType;
        }
        if (logical instanceof LogicalType.DecimalType decimal) {
            return decimal(field, decimal, Decimal.maxPrecisionForBytes(field.typeLength()));
        }
        if (logical instanceof LogicalType.IntervalType) {
            throw notYet(field, logical);
        }
        throw illegal(field, logical);
    }

    private static DecimalType decimal(PrimitiveField field, LogicalType.DecimalType decimal, int maxPrecision) {
        if (decimal.precision() > maxPrecision) {
            throw SparkErrors.raise(SparkErrors.conversionRequirement(
                    "Invalid decimal precision: " + BuiltInSchemaText.of(field.physicalType()) + " cannot store "
                            + decimal.precision() + " digits (max " + maxPrecision + ")"));
        }
        return new DecimalType(decimal.precision(), decimal.scale());
    }

    private static RuntimeException illegal(PrimitiveField field, @Nullable LogicalType logical) {
        return SparkErrors.raise(
                QueryCompilationErrors.illegalParquetTypeError(BuiltInSchemaText.of(field.physicalType(), logical)));
    }

    private static RuntimeException notYet(PrimitiveField field, @Nullable LogicalType logical) {
        return SparkErrors.raise(QueryCompilationErrors.parquetTypeUnsupportedYetError(
                BuiltInSchemaText.of(field.physicalType(), logical)));
    }
}
