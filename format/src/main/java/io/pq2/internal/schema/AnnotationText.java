package io.pq2.internal.schema;

import io.pq2.schema.EdgeInterpolation;
import io.pq2.schema.LogicalType;
import io.pq2.schema.TimeUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The text form of logical types, by their names in LogicalTypes.md. */
public final class AnnotationText {

    private AnnotationText() {}

    /**
     * Returns the text of an annotation without parentheses around it, or null if the type is absent or unrecognized.
     */
    public static @Nullable String write(@Nullable LogicalType type) {
        if (type == null || type instanceof LogicalType.UnrecognizedType) {
            return null;
        } else if (type instanceof LogicalType.IntType integer) {
            return "INTEGER(" + integer.bitWidth() + "," + integer.signed() + ")";
        } else if (type instanceof LogicalType.DecimalType decimal) {
            return "DECIMAL(" + decimal.precision() + "," + decimal.scale() + ")";
        } else if (type instanceof LogicalType.TimeType time) {
            return "TIME(" + time.unit() + "," + time.utc() + ")";
        } else if (type instanceof LogicalType.TimestampType timestamp) {
            return "TIMESTAMP(" + timestamp.unit() + "," + timestamp.utc() + ")";
        } else if (type instanceof LogicalType.VariantType variant) {
            return variant.specificationVersion() == null
                    ? "VARIANT"
                    : "VARIANT(" + variant.specificationVersion() + ")";
        } else if (type instanceof LogicalType.GeometryType geometry) {
            return geometry.crs() == null ? "GEOMETRY" : "GEOMETRY(" + NameText.quote(geometry.crs()) + ")";
        } else if (type instanceof LogicalType.GeographyType geography) {
            return geography(geography);
        } else if (type instanceof LogicalType.MapKeyValueType) {
            return "MAP_KEY_VALUE";
        }
        // The other types have no arguments, and their records are named after them.
        String className = type.getClass().getSimpleName();
        return className.substring(0, className.length() - "Type".length()).toUpperCase(Locale.ROOT);
    }

    private static String geography(LogicalType.GeographyType type) {
        if (type.algorithm() == null) {
            return type.crs() == null ? "GEOGRAPHY" : "GEOGRAPHY(" + NameText.quote(type.crs()) + ")";
        }
        String crs = type.crs() == null ? "" : type.crs();
        return "GEOGRAPHY(" + NameText.quote(crs) + "," + type.algorithm() + ")";
    }

    /**
     * Parses an annotation.
     *
     * @param name name in upper case
     * @param arguments arguments in parentheses after the name; empty if there are none
     * @throws IllegalArgumentException if no annotation has the name and the arguments
     */
    static LogicalType parse(String name, List<String> arguments) {
        LogicalType type = arguments.isEmpty() ? withoutArguments(name) : withArguments(name, arguments);
        if (type == null) {
            throw new IllegalArgumentException("unknown annotation " + name
                    + (arguments.isEmpty() ? "" : " with the arguments " + String.join(",", arguments)));
        }
        return type;
    }

    private static @Nullable LogicalType withoutArguments(String name) {
        return switch (name) {
            case "STRING", "UTF8" -> new LogicalType.StringType();
            case "ENUM" -> new LogicalType.EnumType();
            case "UUID" -> new LogicalType.UuidType();
            case "FLOAT16" -> new LogicalType.Float16Type();
            case "DATE" -> new LogicalType.DateType();
            case "INTERVAL" -> new LogicalType.IntervalType();
            case "JSON" -> new LogicalType.JsonType();
            case "BSON" -> new LogicalType.BsonType();
            case "LIST" -> new LogicalType.ListType();
            case "MAP" -> new LogicalType.MapType();
            case "MAP_KEY_VALUE" -> new LogicalType.MapKeyValueType();
            case "UNKNOWN" -> new LogicalType.UnknownType();
            case "VARIANT" -> new LogicalType.VariantType(null);
            case "GEOMETRY" -> new LogicalType.GeometryType(null);
            case "GEOGRAPHY" -> new LogicalType.GeographyType(null, null);
            case "FILE" -> new LogicalType.FileType();
            default -> convertedType(name);
        };
    }

    /** Parses the names that {@code ConvertedType} has for types with arguments. */
    private static @Nullable LogicalType convertedType(String name) {
        return switch (name) {
            case "INT_8", "INT_16", "INT_32", "INT_64" -> new LogicalType.IntType(number(name.substring(4)), true);
            case "UINT_8", "UINT_16", "UINT_32", "UINT_64" -> new LogicalType.IntType(number(name.substring(5)), false);
            case "TIME_MILLIS" -> new LogicalType.TimeType(TimeUnit.MILLIS, true);
            case "TIME_MICROS" -> new LogicalType.TimeType(TimeUnit.MICROS, true);
            case "TIMESTAMP_MILLIS" -> new LogicalType.TimestampType(TimeUnit.MILLIS, true);
            case "TIMESTAMP_MICROS" -> new LogicalType.TimestampType(TimeUnit.MICROS, true);
            default -> null;
        };
    }

    private static @Nullable LogicalType withArguments(String name, List<String> arguments) {
        String first = arguments.get(0);
        if (arguments.size() == 1) {
            return switch (name) {
                case "DECIMAL" -> new LogicalType.DecimalType(number(first), 0);
                case "VARIANT" -> new LogicalType.VariantType(number(first));
                case "GEOMETRY" -> new LogicalType.GeometryType(first);
                case "GEOGRAPHY" -> new LogicalType.GeographyType(first, null);
                default -> null;
            };
        }
        String second = arguments.get(1);
        if (arguments.size() > 2) {
            return null;
        }
        return switch (name) {
            case "INTEGER", "INT" -> new LogicalType.IntType(number(first), flag(second));
            case "DECIMAL" -> new LogicalType.DecimalType(number(first), number(second));
            case "TIME" -> new LogicalType.TimeType(TimeUnit.valueOf(first), flag(second));
            case "TIMESTAMP" -> new LogicalType.TimestampType(TimeUnit.valueOf(first), flag(second));
            case "GEOGRAPHY" ->
                new LogicalType.GeographyType(first.isEmpty() ? null : first, EdgeInterpolation.valueOf(second));
            default -> null;
        };
    }

    private static int number(String argument) {
        try {
            return Integer.parseInt(argument);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(argument + " is not a number", e);
        }
    }

    private static boolean flag(String argument) {
        if (argument.equalsIgnoreCase("true") || argument.equalsIgnoreCase("false")) {
            return Boolean.parseBoolean(argument);
        }
        throw new IllegalArgumentException(argument + " is neither true nor false");
    }
}
