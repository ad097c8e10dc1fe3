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
    @SuppressWarnings("ImmutableEnumChecker") // Logical types are records, and the list is a copy.
    public enum Kind {
        UUID(PhysicalType.FIXED_LEN_BYTE_ARRAY, new LogicalType.UuidType(), Source.STRING, Source.BINARY),
        ENUM(PhysicalType.BYTE_ARRAY, new LogicalType.EnumType(), Source.STRING),
        JSON(PhysicalType.BYTE_ARRAY, new LogicalType.JsonType(), Source.STRING),
        BSON(PhysicalType.BYTE_ARRAY, new LogicalType.BsonType(), Source.BINARY),
        FIXED(PhysicalType.FIXED_LEN_BYTE_ARRAY, null, Source.BINARY),
        DECIMAL(PhysicalType.FIXED_LEN_BYTE_ARRAY, null, Source.STRING),
        FLOAT16(PhysicalType.FIXED_LEN_BYTE_ARRAY, new LogicalType.Float16Type(), Source.FLOAT),
        UINT8(PhysicalType.INT32, new LogicalType.IntType(Byte.SIZE, false), Source.SMALLINT),
        UINT16(PhysicalType.INT32, new LogicalType.IntType(Short.SIZE, false), Source.INT),
        UINT32(PhysicalType.INT32, new LogicalType.IntType(Integer.SIZE, false), Source.BIGINT),
        UINT64(PhysicalType.INT64, new LogicalType.IntType(Long.SIZE, false), Source.UNSIGNED_BIGINT),
        TIME_MILLIS(TimeUnit.MILLIS, false),
        TIME_MICROS(TimeUnit.MICROS, false),
        TIME_NANOS(TimeUnit.NANOS, false),
        TIME_MILLIS_UTC(TimeUnit.MILLIS, true),
        TIME_MICROS_UTC(TimeUnit.MICROS, true),
        TIME_NANOS_UTC(TimeUnit.NANOS, true),
        TIMESTAMP_MILLIS(PhysicalType.INT64, null, Source.TIMESTAMP, Source.TIMESTAMP_NTZ),
        TIMESTAMP_MICROS(PhysicalType.INT64, null, Source.TIMESTAMP, Source.TIMESTAMP_NTZ),
        TIMESTAMP_NANOS(PhysicalType.INT64, null, Source.TIMESTAMP, Source.TIMESTAMP_NTZ, Source.BIGINT),
        TIMESTAMP_NANOS_LOCAL(PhysicalType.INT64, new LogicalType.TimestampType(TimeUnit.NANOS, false), Source.BIGINT),
        INT96(PhysicalType.INT96, null, Source.TIMESTAMP, Source.BINARY),
        INTERVAL(
                PhysicalType.FIXED_LEN_BYTE_ARRAY,
                new LogicalType.IntervalType(),
                Source.INTERVAL_PARTS,
                Source.BINARY);

        private final PhysicalType physicalType;
        /** Absent if there is none, or if it depends on the parameters or on the Spark type. */
        private final @Nullable LogicalType logicalType;

        private final List<Source> sources;

        Kind(PhysicalType physicalType, @Nullable LogicalType logicalType, Source... sources) {
            this.physicalType = physicalType;
            this.logicalType = logicalType;
            this.sources = List.of(sources);
        }

        /** Creates a type of times of the day. */
        Kind(TimeUnit unit, boolean utc) {
            this(
                    unit == TimeUnit.MILLIS ? PhysicalType.INT32 : PhysicalType.INT64,
                    new LogicalType.TimeType(unit, utc),
                    Source.TIME,
                    Source.BIGINT);
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
        return kind.sources.stream()
                .filter(source -> source.matches(type))
                .findFirst()
                .orElse(null);
    }

    /** Returns the Spark types that this type can store, as in SQL. */
    String sources() {
        return kind.sources.stream().map(Source::sql).collect(Collectors.joining(" or "));
    }

    /**
     * Returns the leaf for a column.
     *
     * @param type a Spark type that this type can store
     */
    PrimitiveField field(String name, DataType type, Repetition repetition, @Nullable Integer fieldId) {
        return new PrimitiveField(name, repetition, kind.physicalType, length(), logicalType(type), fieldId);
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
            case DECIMAL -> new LogicalType.DecimalType(size, scale);
            case TIMESTAMP_MILLIS -> timestamp(TimeUnit.MILLIS, type);
            case TIMESTAMP_MICROS -> timestamp(TimeUnit.MICROS, type);
            case TIMESTAMP_NANOS -> timestamp(TimeUnit.NANOS, type);
            default -> kind.logicalType;
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
