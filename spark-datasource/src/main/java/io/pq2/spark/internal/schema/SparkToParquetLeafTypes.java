package io.pq2.spark.internal.schema;

import static io.pq2.schema.PhysicalType.BOOLEAN;
import static io.pq2.schema.PhysicalType.BYTE_ARRAY;
import static io.pq2.schema.PhysicalType.DOUBLE;
import static io.pq2.schema.PhysicalType.FIXED_LEN_BYTE_ARRAY;
import static io.pq2.schema.PhysicalType.FLOAT;
import static io.pq2.schema.PhysicalType.INT32;
import static io.pq2.schema.PhysicalType.INT64;
import static io.pq2.schema.PhysicalType.INT96;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.TimeUnit;
import io.pq2.spark.internal.versions.SparkVersion;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.YearMonthIntervalType;
import org.jspecify.annotations.Nullable;

/** Chooses the Parquet leaves for Spark's types without nested types. */
final class SparkToParquetLeafTypes {

    private final ParquetSchemaOptions options;

    SparkToParquetLeafTypes(ParquetSchemaOptions options) {
        this.options = options;
    }

    /** Returns the leaf for a type; absent if Parquet has none. */
    @Nullable
    PrimitiveField field(String name, DataType type, Repetition repetition, @Nullable Integer fieldId) {
        PhysicalType physical = physicalType(type);
        if (physical == null) {
            return null;
        }
        int length = physical == FIXED_LEN_BYTE_ARRAY ? byteWidth(((DecimalType) type).precision()) : 0;
        return new PrimitiveField(name, repetition, physical, length, logicalType(type), fieldId);
    }

    /** Returns the size in bytes of the unscaled value of a decimal of this precision. */
    static int byteWidth(int precision) {
        return Decimal.minBytesForPrecision()[precision];
    }

    /** Returns the physical type of a decimal, except in the legacy format. */
    static PhysicalType decimalType(int precision) {
        if (precision <= Decimal.MAX_INT_DIGITS()) {
            return INT32;
        }
        return precision <= Decimal.MAX_LONG_DIGITS() ? INT64 : FIXED_LEN_BYTE_ARRAY;
    }

    private @Nullable PhysicalType physicalType(DataType type) {
        if (type instanceof BooleanType || type instanceof NullType) {
            return BOOLEAN;
        }
        if (type instanceof ByteType
                || type instanceof ShortType
                || type instanceof IntegerType
                || type instanceof DateType
                || type instanceof YearMonthIntervalType) {
            return INT32;
        }
        if (type instanceof LongType
                || type instanceof DayTimeIntervalType
                || SparkVersion.SPARK.isTime(type)
                || type instanceof TimestampNTZType) {
            return INT64;
        }
        if (type instanceof FloatType) {
            return FLOAT;
        }
        if (type instanceof DoubleType) {
            return DOUBLE;
        }
        if (type instanceof StringType || type instanceof BinaryType || SparkVersion.SPARK.isSpatial(type)) {
            return BYTE_ARRAY;
        }
        if (type instanceof TimestampType) {
            return options.timestamps() == ParquetSchemaOptions.TimestampStorage.INT96 ? INT96 : INT64;
        }
        if (type instanceof DecimalType decimal) {
            return options.legacyFormat() ? FIXED_LEN_BYTE_ARRAY : decimalType(decimal.precision());
        }
        return null;
    }

    private @Nullable LogicalType logicalType(DataType type) {
        if (type instanceof NullType) {
            return new LogicalType.UnknownType();
        }
        if (type instanceof ByteType) {
            return new LogicalType.IntType(8, true);
        }
        if (type instanceof ShortType) {
            return new LogicalType.IntType(16, true);
        }
        if (type instanceof DateType) {
            return new LogicalType.DateType();
        }
        if (SparkVersion.SPARK.isTime(type)) {
            return new LogicalType.TimeType(TimeUnit.MICROS, false);
        }
        if (type instanceof TimestampNTZType) {
            return new LogicalType.TimestampType(TimeUnit.MICROS, false);
        }
        if (type instanceof TimestampType) {
            return switch (options.timestamps()) {
                case INT96 -> null;
                case TIMESTAMP_MICROS -> new LogicalType.TimestampType(TimeUnit.MICROS, true);
                case TIMESTAMP_MILLIS -> new LogicalType.TimestampType(TimeUnit.MILLIS, true);
            };
        }
        if (type instanceof StringType) {
            return new LogicalType.StringType();
        }
        if (type instanceof DecimalType decimal) {
            return new LogicalType.DecimalType(decimal.precision(), decimal.scale());
        }
        return SparkVersion.SPARK.isSpatial(type) ? SparkVersion.SPARK.annotation(type) : null;
    }
}
