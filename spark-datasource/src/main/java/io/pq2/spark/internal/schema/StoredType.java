package io.pq2.spark.internal.schema;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.TimeUnit;
import io.pq2.spark.internal.versions.SparkVersion;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * A Parquet type that an option of a write gives to a column in place of the usual type.
 *
 * @param kind the type without its parameters
 * @param size the bytes of {@link Kind#FIXED}, the digits of {@link Kind#DECIMAL}; 0 for other types
 * @param scale the digits of {@link Kind#DECIMAL} after the decimal point; 0 for other types
 */
public record StoredType(Kind kind, int size, int scale) implements Serializable {

    /** The names of the parts of an interval, in the order in which Parquet stores them. */
    public static final List<String> INTERVAL_PARTS = List.of("months", "days", "millis");

    private static final Pattern TEXT =
            Pattern.compile("([a-z0-9-]+)(?:\\(\\s*(\\d{1,9})\\s*(?:,\\s*(\\d{1,9})\\s*)?\\))?");

    private static final int UUID_BYTES = 16;
    private static final int FLOAT16_BYTES = 2;
    private static final int INTERVAL_BYTES = 12;
    private static final int MAX_FIXED_BYTES = 1 << 20;
    private static final int MAX_DIGITS = 10_000;
    private static final int UNSIGNED_LONG_DIGITS = 20;
    private static final double BITS_PER_DIGIT = Math.log(10) / Math.log(2);

    /** A Spark type whose values can be stored as another type than the usual one. */
    public enum Source {
        STRING,
        BINARY,
        FLOAT,
        SMALLINT,
        INT,
        BIGINT,
        UNSIGNED_BIGINT,
        TIME,
        TIMESTAMP,
        TIMESTAMP_NTZ,
        INTERVAL_PARTS;

        private boolean matches(DataType type) {
            return switch (this) {
                case STRING -> type instanceof StringType;
                case BINARY -> type instanceof BinaryType;
                case FLOAT -> type instanceof FloatType;
                case SMALLINT -> type instanceof ShortType;
                case INT -> type instanceof IntegerType;
                case BIGINT -> type instanceof LongType;
                case UNSIGNED_BIGINT -> type.equals(new DecimalType(UNSIGNED_LONG_DIGITS, 0));
                case TIME -> SparkVersion.SPARK.isTime(type);
                case TIMESTAMP -> type instanceof TimestampType;
                case TIMESTAMP_NTZ -> type instanceof TimestampNTZType;
                case INTERVAL_PARTS -> type instanceof StructType struct && isInterval(struct);
            };
        }

        private static boolean isInterval(StructType struct) {
            return Arrays.stream(struct.fields())
                            .map(StructField::name)
                            .sorted()
                            .toList()
                            .equals(StoredType.INTERVAL_PARTS.stream().sorted().toList())
                    && Arrays.stream(struct.fields())
                            .allMatch(field -> field.dataType()
                                    .equals(
                                            field.name().equals("millis")
                                                    ? DataTypes.LongType
                                                    : DataTypes.IntegerType));
        }

        private String sql() {
            return switch (this) {
                case UNSIGNED_BIGINT -> "DECIMAL(20,0)";
                case INTERVAL_PARTS -> "STRUCT<months: INT, days: INT, millis: BIGINT>";
                default -> name();
            };
        }
    }

    /** The types by their names in options: in lower case, with hyphens. */
    public enum Kind {
        UUID,
        ENUM,
        JSON,
        BSON,
        FIXED,
        DECIMAL,
        FLOAT16,
        UINT8,
        UINT16,
        UINT32,
        UINT64,
        TIME_MILLIS,
        TIME_MICROS,
        TIME_NANOS,
        TIME_MILLIS_UTC,
        TIME_MICROS_UTC,
        TIME_NANOS_UTC,
        TIMESTAMP_MILLIS,
        TIMESTAMP_MICROS,
        TIMESTAMP_NANOS,
        TIMESTAMP_NANOS_LOCAL,
        INT96,
        INTERVAL;

        private List<Source> sources() {
            return switch (this) {
                case UUID -> List.of(Source.STRING, Source.BINARY);
                case ENUM, JSON, DECIMAL -> List.of(Source.STRING);
                case BSON, FIXED -> List.of(Source.BINARY);
                case FLOAT16 -> List.of(Source.FLOAT);
                case UINT8 -> List.of(Source.SMALLINT);
                case UINT16 -> List.of(Source.INT);
                case UINT32, TIMESTAMP_NANOS_LOCAL -> List.of(Source.BIGINT);
                case UINT64 -> List.of(Source.UNSIGNED_BIGINT);
                case TIME_MILLIS, TIME_MICROS, TIME_NANOS, TIME_MILLIS_UTC, TIME_MICROS_UTC, TIME_NANOS_UTC ->
                    List.of(Source.TIME, Source.BIGINT);
                case TIMESTAMP_MILLIS, TIMESTAMP_MICROS -> List.of(Source.TIMESTAMP, Source.TIMESTAMP_NTZ);
                case TIMESTAMP_NANOS -> List.of(Source.TIMESTAMP, Source.TIMESTAMP_NTZ, Source.BIGINT);
                case INT96 -> List.of(Source.TIMESTAMP, Source.BINARY);
                case INTERVAL -> List.of(Source.INTERVAL_PARTS, Source.BINARY);
            };
        }

        private String text() {
            String parameters = this == FIXED ? "(bytes)" : this == DECIMAL ? "(precision,scale)" : "";
            return name().toLowerCase(Locale.ROOT).replace('_', '-') + parameters;
        }
    }

    /**
     * Returns the type of a text such as {@code uuid} or {@code decimal(42,2)}, in any case.
     *
     * @throws IllegalArgumentException if there is no such type; the message lists the types
     */
    static StoredType parse(String text) {
        Matcher matcher = TEXT.matcher(text.trim().toLowerCase(Locale.ROOT));
        if (matcher.matches()) {
            for (Kind kind : Kind.values()) {
                if (kind.name().replace('_', '-').equalsIgnoreCase(matcher.group(1))) {
                    return of(kind, matcher.group(2), matcher.group(3));
                }
            }
        }
        throw new IllegalArgumentException(
                "is none of " + Arrays.stream(Kind.values()).map(Kind::text).collect(Collectors.joining(", ")));
    }

    private static StoredType of(Kind kind, @Nullable String first, @Nullable String second) {
        int size = first == null ? 0 : Integer.parseInt(first);
        int scale = second == null ? 0 : Integer.parseInt(second);
        boolean valid = switch (kind) {
            case FIXED -> second == null && size >= 1 && size <= MAX_FIXED_BYTES;
            case DECIMAL -> size > DecimalType.MAX_PRECISION() && size <= MAX_DIGITS && scale <= size;
            default -> first == null;
        };
        if (!valid) {
            throw new IllegalArgumentException(
                    switch (kind) {
                        case FIXED -> "must have 1 to " + MAX_FIXED_BYTES + " bytes, as in fixed(16)";
                        case DECIMAL ->
                            "must have " + (DecimalType.MAX_PRECISION() + 1) + " to " + MAX_DIGITS
                                    + " digits and a scale of at most as many, as in decimal(42,2);"
                                    + " Spark's DECIMAL holds numbers of fewer digits";
                        default -> "has a parameter, but " + kind.text() + " has none";
                    });
        }
        return new StoredType(kind, size, scale);
    }

    /** Returns the Spark type of a column as this type sees it; null if it cannot store values of that type. */
    public @Nullable Source source(DataType type) {
        return kind.sources().stream()
                .filter(source -> source.matches(type))
                .findFirst()
                .orElse(null);
    }

    /** Returns the Spark types that this type can store, as in SQL. */
    String sources() {
        return kind.sources().stream().map(Source::sql).collect(Collectors.joining(" or "));
    }

    /**
     * Returns the leaf for a column.
     *
     * @param type a Spark type that this type can store
     */
    PrimitiveField field(String name, DataType type, Repetition repetition, @Nullable Integer fieldId) {
        return new PrimitiveField(name, repetition, physicalType(), length(), logicalType(type), fieldId);
    }

    private PhysicalType physicalType() {
        return switch (kind) {
            case UUID, FIXED, DECIMAL, FLOAT16, INTERVAL -> PhysicalType.FIXED_LEN_BYTE_ARRAY;
            case ENUM, JSON, BSON -> PhysicalType.BYTE_ARRAY;
            case UINT8, UINT16, UINT32, TIME_MILLIS, TIME_MILLIS_UTC -> PhysicalType.INT32;
            case UINT64,
                    TIME_MICROS,
                    TIME_NANOS,
                    TIME_MICROS_UTC,
                    TIME_NANOS_UTC,
                    TIMESTAMP_MILLIS,
                    TIMESTAMP_MICROS,
                    TIMESTAMP_NANOS,
                    TIMESTAMP_NANOS_LOCAL -> PhysicalType.INT64;
            case INT96 -> PhysicalType.INT96;
        };
    }

    private int length() {
        return switch (kind) {
            case UUID -> UUID_BYTES;
            case FLOAT16 -> FLOAT16_BYTES;
            case INTERVAL -> INTERVAL_BYTES;
            case FIXED -> size;
            case DECIMAL -> (int) (size * BITS_PER_DIGIT + 1) / Byte.SIZE + 1;
            default -> 0;
        };
    }

    private @Nullable LogicalType logicalType(DataType type) {
        return switch (kind) {
            case UUID -> new LogicalType.UuidType();
            case ENUM -> new LogicalType.EnumType();
            case JSON -> new LogicalType.JsonType();
            case BSON -> new LogicalType.BsonType();
            case DECIMAL -> new LogicalType.DecimalType(size, scale);
            case FLOAT16 -> new LogicalType.Float16Type();
            case UINT8 -> new LogicalType.IntType(Byte.SIZE, false);
            case UINT16 -> new LogicalType.IntType(Short.SIZE, false);
            case UINT32 -> new LogicalType.IntType(Integer.SIZE, false);
            case UINT64 -> new LogicalType.IntType(Long.SIZE, false);
            case TIME_MILLIS -> new LogicalType.TimeType(TimeUnit.MILLIS, false);
            case TIME_MICROS -> new LogicalType.TimeType(TimeUnit.MICROS, false);
            case TIME_NANOS -> new LogicalType.TimeType(TimeUnit.NANOS, false);
            case TIME_MILLIS_UTC -> new LogicalType.TimeType(TimeUnit.MILLIS, true);
            case TIME_MICROS_UTC -> new LogicalType.TimeType(TimeUnit.MICROS, true);
            case TIME_NANOS_UTC -> new LogicalType.TimeType(TimeUnit.NANOS, true);
            case TIMESTAMP_MILLIS -> timestamp(TimeUnit.MILLIS, type);
            case TIMESTAMP_MICROS -> timestamp(TimeUnit.MICROS, type);
            case TIMESTAMP_NANOS -> timestamp(TimeUnit.NANOS, type);
            case TIMESTAMP_NANOS_LOCAL -> new LogicalType.TimestampType(TimeUnit.NANOS, false);
            case INTERVAL -> new LogicalType.IntervalType();
            case FIXED, INT96 -> null;
        };
    }

    private static LogicalType timestamp(TimeUnit unit, DataType type) {
        return new LogicalType.TimestampType(unit, !(type instanceof TimestampNTZType));
    }

    /** Returns the text of the type in options. */
    @Override
    public String toString() {
        String name = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return switch (kind) {
            case FIXED -> name + "(" + size + ")";
            case DECIMAL -> name + "(" + size + "," + scale + ")";
            default -> name;
        };
    }
}
