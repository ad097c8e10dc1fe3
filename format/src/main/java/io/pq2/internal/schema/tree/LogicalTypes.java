package io.pq2.internal.schema.tree;

import io.pq2.exception.InvalidDataException;
import io.pq2.metadata.ConvertedType;
import io.pq2.metadata.SchemaElement;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Converts between {@link LogicalType} and {@link ConvertedType}, and knows which logical type a field may have
 * (LogicalTypes.md).
 */
final class LogicalTypes {

    /**
     * The largest precision of decimals. Computing with 10<sup>precision</sup> takes long for greater ones, and no
     * known writer has them: PostgreSQL, which has the longest decimals, ends at 147,455 digits.
     */
    private static final int MAX_PRECISION = 200_000;

    private LogicalTypes() {}

    /** Returns the logical type that the annotations of an element mean, or null if it has none. */
    static @Nullable LogicalType of(SchemaElement element) {
        LogicalType logicalType = element.logicalType();
        if (logicalType != null && !(logicalType instanceof LogicalType.UnrecognizedType) && !isStandIn(element)) {
            return logicalType;
        }
        LogicalType converted = element.convertedType() == null ? null : ofConverted(element.convertedType(), element);
        return converted == null ? logicalType : converted;
    }

    /**
     * Whether the logical type UNKNOWN replaces a type that the union does not have. UNKNOWN has no converted type.
     * parquet-java writes it with the converted type INTERVAL or MAP_KEY_VALUE.
     */
    private static boolean isStandIn(SchemaElement element) {
        return element.logicalType() instanceof LogicalType.UnknownType && element.convertedType() != null;
    }

    private static @Nullable LogicalType ofConverted(ConvertedType type, SchemaElement element) {
        return switch (type) {
            case UTF8 -> new LogicalType.StringType();
            case MAP -> new LogicalType.MapType();
            case MAP_KEY_VALUE -> new LogicalType.MapKeyValueType();
            case LIST -> new LogicalType.ListType();
            case ENUM -> new LogicalType.EnumType();
            case DECIMAL -> decimal(element.precision(), element.scale());
            case DATE -> new LogicalType.DateType();
            case TIME_MILLIS -> new LogicalType.TimeType(TimeUnit.MILLIS, true);
            case TIME_MICROS -> new LogicalType.TimeType(TimeUnit.MICROS, true);
            case TIMESTAMP_MILLIS -> new LogicalType.TimestampType(TimeUnit.MILLIS, true);
            case TIMESTAMP_MICROS -> new LogicalType.TimestampType(TimeUnit.MICROS, true);
            case UINT_8 -> new LogicalType.IntType(8, false);
            case UINT_16 -> new LogicalType.IntType(16, false);
            case UINT_32 -> new LogicalType.IntType(32, false);
            case UINT_64 -> new LogicalType.IntType(64, false);
            case INT_8 -> new LogicalType.IntType(8, true);
            case INT_16 -> new LogicalType.IntType(16, true);
            case INT_32 -> new LogicalType.IntType(32, true);
            case INT_64 -> new LogicalType.IntType(64, true);
            case JSON -> new LogicalType.JsonType();
            case BSON -> new LogicalType.BsonType();
            case INTERVAL -> new LogicalType.IntervalType();
            case UNKNOWN -> null;
        };
    }

    /** Returns a decimal type. An absent scale is 0 (LogicalTypes.md, "DECIMAL"). */
    private static LogicalType decimal(@Nullable Integer precision, @Nullable Integer scale) {
        int digits = scale == null ? 0 : scale;
        return precision == null || precision < 1 || digits < 0 || digits > precision
                ? new LogicalType.UnrecognizedType(0, "DECIMAL(" + precision + "," + scale + ")")
                : new LogicalType.DecimalType(precision, digits);
    }

    /** Returns the logical type if a group may have it, otherwise an unrecognized type. */
    static @Nullable LogicalType onGroup(@Nullable LogicalType type) {
        return type == null
                        || type instanceof LogicalType.ListType
                        || type instanceof LogicalType.MapType
                        || type instanceof LogicalType.MapKeyValueType
                        || type instanceof LogicalType.VariantType
                        || type instanceof LogicalType.FileType
                        || type instanceof LogicalType.UnrecognizedType
                ? type
                : new LogicalType.UnrecognizedType(0, type + " on a group");
    }

    /**
     * Returns the logical type if a leaf may have it, otherwise an unrecognized type.
     *
     * @param length type length of a FIXED_LEN_BYTE_ARRAY, otherwise 0
     */
    static @Nullable LogicalType onLeaf(@Nullable LogicalType type, PhysicalType physicalType, int length) {
        return type == null || fits(type, physicalType, length)
                ? type
                : new LogicalType.UnrecognizedType(
                        0, type + " on " + physicalType + (length == 0 ? "" : "(" + length + ")"));
    }

    private static boolean fits(LogicalType type, PhysicalType physicalType, int length) {
        if (type instanceof LogicalType.StringType
                || type instanceof LogicalType.EnumType
                || type instanceof LogicalType.JsonType
                || type instanceof LogicalType.BsonType
                || type instanceof LogicalType.GeometryType
                || type instanceof LogicalType.GeographyType) {
            return physicalType == PhysicalType.BYTE_ARRAY;
        }
        if (type instanceof LogicalType.UuidType) {
            return physicalType == PhysicalType.FIXED_LEN_BYTE_ARRAY && length == 16;
        }
        if (type instanceof LogicalType.Float16Type) {
            return physicalType == PhysicalType.FIXED_LEN_BYTE_ARRAY && length == 2;
        }
        if (type instanceof LogicalType.IntervalType) {
            return physicalType == PhysicalType.FIXED_LEN_BYTE_ARRAY && length == 12;
        }
        if (type instanceof LogicalType.IntType integer) {
            return physicalType == (integer.bitWidth() == 64 ? PhysicalType.INT64 : PhysicalType.INT32);
        }
        if (type instanceof LogicalType.DateType) {
            return physicalType == PhysicalType.INT32;
        }
        if (type instanceof LogicalType.TimeType time) {
            return physicalType == (time.unit() == TimeUnit.MILLIS ? PhysicalType.INT32 : PhysicalType.INT64);
        }
        if (type instanceof LogicalType.TimestampType) {
            return physicalType == PhysicalType.INT64;
        }
        if (type instanceof LogicalType.DecimalType decimal) {
            return decimal.precision() <= maxPrecision(physicalType, length);
        }
        return type instanceof LogicalType.UnknownType || type instanceof LogicalType.UnrecognizedType;
    }

    /** Returns the maximum precision of decimals in a physical type; 0 if it cannot have decimals. */
    private static int maxPrecision(PhysicalType physicalType, int length) {
        return switch (physicalType) {
            case INT32 -> 9;
            case INT64 -> 18;
            case BYTE_ARRAY -> MAX_PRECISION;
            case FIXED_LEN_BYTE_ARRAY -> (int) Math.min(MAX_PRECISION, (8L * length - 1) * Math.log10(2));
            case BOOLEAN, INT96, FLOAT, DOUBLE -> 0;
        };
    }

    /**
     * Returns the converted type that is written in addition to a logical type, or null if there is none.
     *
     * @throws InvalidDataException if the logical type is unrecognized
     */
    static @Nullable ConvertedType convertedType(@Nullable LogicalType type, String field) {
        if (type instanceof LogicalType.StringType) {
            return ConvertedType.UTF8;
        } else if (type instanceof LogicalType.MapType) {
            return ConvertedType.MAP;
        } else if (type instanceof LogicalType.MapKeyValueType) {
            return ConvertedType.MAP_KEY_VALUE;
        } else if (type instanceof LogicalType.ListType) {
            return ConvertedType.LIST;
        } else if (type instanceof LogicalType.EnumType) {
            return ConvertedType.ENUM;
        } else if (type instanceof LogicalType.DecimalType) {
            return ConvertedType.DECIMAL;
        } else if (type instanceof LogicalType.DateType) {
            return ConvertedType.DATE;
        } else if (type instanceof LogicalType.JsonType) {
            return ConvertedType.JSON;
        } else if (type instanceof LogicalType.BsonType) {
            return ConvertedType.BSON;
        } else if (type instanceof LogicalType.IntervalType) {
            return ConvertedType.INTERVAL;
        } else if (type instanceof LogicalType.IntType integer) {
            return ConvertedType.valueOf((integer.signed() ? "INT_" : "UINT_") + integer.bitWidth());
        } else if (type instanceof LogicalType.TimeType time) {
            return switch (time.unit()) {
                case MILLIS -> ConvertedType.TIME_MILLIS;
                case MICROS -> ConvertedType.TIME_MICROS;
                case NANOS -> null;
            };
        } else if (type instanceof LogicalType.TimestampType timestamp) {
            return switch (timestamp.unit()) {
                case MILLIS -> ConvertedType.TIMESTAMP_MILLIS;
                case MICROS -> ConvertedType.TIMESTAMP_MICROS;
                case NANOS -> null;
            };
        } else if (type instanceof LogicalType.UnrecognizedType unrecognized) {
            throw new InvalidDataException("field " + field + ": the logical type " + unrecognized.description()
                    + " is unknown or not allowed for the field and cannot be written");
        }
        return null;
    }
}
