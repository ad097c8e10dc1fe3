package io.pq2.spark.internal.expressions;

import io.pq2.internal.vector.Float16;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.TimeUnit;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.settings.PushdownSettings;
import io.pq2.spark.internal.versions.SparkVersion;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.LocalTime;
import java.time.Period;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.util.IntervalUtils;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.YearMonthIntervalType;
import org.jspecify.annotations.Nullable;

/**
 * Converts values of Spark's filters to literals with the same meaning for a leaf of a file. A value is converted only
 * if the leaf's stored values compare in their own order as the values that Spark reads. This excludes values whose
 * upper bits Spark drops, and days before the switch to the Gregorian calendar in files that use the hybrid calendar.
 */
final class FilterLiterals implements FilterValues {

    /** The character that {@link String} has in place of bytes that are not UTF-8. */
    private static final char REPLACEMENT = '\uFFFD';

    private static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long NANOS_PER_DAY = 86_400 * NANOS_PER_SECOND;
    private static final int UNSIGNED_LONG_DIGITS = 20;
    private static final int UUID_BYTES = 16;
    private static final Pattern CANONICAL_UUID =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    private final PushdownSettings settings;
    private final DateTimeRules rules;

    FilterLiterals(PushdownSettings settings, DateTimeRules rules) {
        this.settings = settings;
        this.rules = rules;
    }

    @Override
    public Optional<Predicate> comparison(FilterColumn column, Predicate.Operator operator, Object value) {
        return of(value, column).map(literal -> new Predicate.Comparison(column.path(), operator, literal));
    }

    @Override
    public Optional<Predicate> equalNullSafe(FilterColumn column, Object value) {
        return of(value, column).map(literal -> new Predicate.EqualNullSafe(column.path(), literal));
    }

    @Override
    public Optional<Predicate> in(FilterColumn column, Object[] values) {
        List<Object> present = Arrays.stream(values).filter(Objects::nonNull).toList();
        List<Literal> literals =
                present.stream().flatMap(value -> of(value, column).stream()).toList();
        return literals.size() < present.size()
                ? Optional.empty()
                : Optional.of(new Predicate.In(column.path(), literals, present.size() < values.length));
    }

    /** Returns the literal for a value of a filter; empty if it must not be compared with the column. */
    Optional<Literal> of(Object value, FilterColumn column) {
        return column.leaf() == null ? Optional.empty() : of(value, column.leaf(), column.type());
    }

    /**
     * Returns the literal for a value of a filter.
     *
     * @param value the value, of the class that Spark's filters use for the type
     * @param leaf the leaf of the file
     * @param type the Spark type that the leaf is read as
     * @return the literal; empty if it must not be compared with the leaf
     */
    Optional<Literal> of(Object value, PrimitiveField leaf, DataType type) {
        return Optional.ofNullable(literal(value, leaf, type));
    }

    private @Nullable Literal literal(Object value, PrimitiveField leaf, DataType type) {
        if (type instanceof BooleanType) {
            boolean isBoolean = leaf.physicalType() == PhysicalType.BOOLEAN;
            return isBoolean && value instanceof Boolean flag ? new Literal.BooleanLiteral(flag) : null;
        }
        if (type instanceof StringType text) {
            return text.isUTF8BinaryCollation() ? text(value, leaf) : null;
        }
        if (type instanceof BinaryType) {
            return value instanceof byte[] bytes && isBytes(leaf) ? Literal.BinaryLiteral.of(bytes.clone()) : null;
        }
        if (type instanceof DecimalType decimal) {
            return decimal(value, leaf, decimal);
        }
        if (type instanceof FloatType || type instanceof DoubleType) {
            return floating(value, leaf, type);
        }
        return type instanceof DateType
                        || type instanceof TimestampType
                        || type instanceof TimestampNTZType
                        || SparkVersion.SPARK.isTime(type)
                ? temporal(value, leaf, type)
                : integer(value, leaf, type);
    }

    private static @Nullable Literal text(Object value, PrimitiveField leaf) {
        if (leaf.logicalType() instanceof LogicalType.UuidType) {
            return value instanceof String text ? uuid(text, leaf) : null;
        }
        boolean isText = leaf.physicalType() == PhysicalType.BYTE_ARRAY && isBytes(leaf);
        return isText && value instanceof String text && isExact(text) ? Literal.BinaryLiteral.of(text) : null;
    }

    /**
     * Returns the literal for a UUID in canonical form. The bytes of UUIDs are in the order of their canonical texts.
     * Other strings are not compared.
     */
    private static @Nullable Literal uuid(String text, PrimitiveField leaf) {
        if (leaf.typeLength() != UUID_BYTES || !CANONICAL_UUID.matcher(text).matches()) {
            return null;
        }
        UUID uuid = UUID.fromString(text);
        return Literal.BinaryLiteral.of(ByteBuffer.allocate(UUID_BYTES)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array());
    }

    /** Whether a string certainly has the same bytes as Spark's value. */
    static boolean isExact(String text) {
        return text.indexOf(REPLACEMENT) < 0;
    }

    /** Whether values are compared, or at least tested for equality, as bytes. */
    private static boolean isBytes(PrimitiveField leaf) {
        LogicalType logicalType = leaf.logicalType();
        boolean arrays = leaf.physicalType() == PhysicalType.BYTE_ARRAY
                || leaf.physicalType() == PhysicalType.FIXED_LEN_BYTE_ARRAY;
        return arrays
                && !(logicalType instanceof LogicalType.DecimalType)
                && !(logicalType instanceof LogicalType.Float16Type);
    }

    private @Nullable Literal decimal(Object value, PrimitiveField leaf, DecimalType type) {
        boolean readable = leaf.logicalType() instanceof LogicalType.DecimalType
                || isSignedInteger(leaf)
                || isUnsignedLong(leaf) && type.precision() == UNSIGNED_LONG_DIGITS && type.scale() == 0;
        return readable && settings.decimals() && value instanceof BigDecimal number
                ? new Literal.DecimalLiteral(number)
                : null;
    }

    private static boolean isSignedInteger(PrimitiveField leaf) {
        boolean integers = leaf.physicalType() == PhysicalType.INT32 || leaf.physicalType() == PhysicalType.INT64;
        LogicalType logicalType = leaf.logicalType();
        return integers
                && (logicalType == null || logicalType instanceof LogicalType.IntType integer && integer.signed());
    }

    private static boolean isUnsignedLong(PrimitiveField leaf) {
        return leaf.physicalType() == PhysicalType.INT64
                && leaf.logicalType() instanceof LogicalType.IntType integer
                && !integer.signed();
    }

    private static @Nullable Literal floating(Object value, PrimitiveField leaf, DataType type) {
        boolean float16 = leaf.physicalType() == PhysicalType.FIXED_LEN_BYTE_ARRAY
                && leaf.logicalType() instanceof LogicalType.Float16Type
                && leaf.typeLength() == Float16.BYTES;
        boolean single = leaf.physicalType() == PhysicalType.FLOAT;
        if (type instanceof FloatType) {
            return (single || float16) && value instanceof Float number ? new Literal.FloatLiteral(number) : null;
        }
        boolean widened = single || leaf.physicalType() == PhysicalType.INT32 && isSignedInteger(leaf);
        return (widened || leaf.physicalType() == PhysicalType.DOUBLE) && value instanceof Double number
                ? new Literal.DoubleLiteral(number)
                : null;
    }

    private static @Nullable Literal integer(Object value, PrimitiveField leaf, DataType type) {
        if (leaf.logicalType() instanceof LogicalType.TimestampType timestamp) {
            boolean counted = type instanceof LongType && value instanceof Long;
            return counted ? count((Long) value, timestamp) : null;
        }
        if (leaf.logicalType() instanceof LogicalType.TimeType time) {
            return type instanceof LongType && value instanceof Long units ? timeOfDay(units, time.unit()) : null;
        }
        if (!fits(leaf, type)) {
            return null;
        }
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return new Literal.IntegerLiteral(((Number) value).longValue());
        }
        if (value instanceof Period months && type instanceof YearMonthIntervalType) {
            return new Literal.IntegerLiteral(IntervalUtils.periodToMonths(months));
        }
        return value instanceof Duration duration && type instanceof DayTimeIntervalType
                ? new Literal.IntegerLiteral(IntervalUtils.durationToMicros(duration))
                : null;
    }

    /**
     * Returns the literal for a timestamp that Spark reads as a long. Spark does so for nanoseconds, and for other
     * units on request.
     */
    private static @Nullable Literal count(long units, LogicalType.TimestampType timestamp) {
        long unitsPerSecond = NANOS_PER_SECOND / timestamp.unit().nanos();
        int nano =
                (int) (Math.floorMod(units, unitsPerSecond) * timestamp.unit().nanos());
        return new Literal.TimestampLiteral(Math.floorDiv(units, unitsPerSecond), nano, timestamp.utc());
    }

    /** Returns the literal for a time that Spark reads as a long; absent if it is not within a day. */
    private static @Nullable Literal timeOfDay(long units, TimeUnit unit) {
        long unitsPerDay = NANOS_PER_DAY / unit.nanos();
        return units >= 0 && units < unitsPerDay ? new Literal.TimeLiteral(units * unit.nanos()) : null;
    }

    /**
     * Whether Spark's type can hold all integers of a leaf. Otherwise Spark drops their upper bits or changes their
     * sign.
     */
    private static boolean fits(PrimitiveField leaf, DataType type) {
        int bits = Byte.SIZE * type.defaultSize();
        if (isSignedInteger(leaf)) {
            int stored = leaf.physicalType() == PhysicalType.INT32 ? Integer.SIZE : Long.SIZE;
            return (leaf.logicalType() instanceof LogicalType.IntType integer ? integer.bitWidth() : stored) <= bits;
        }
        return leaf.logicalType() instanceof LogicalType.IntType integer && integer.bitWidth() < bits;
    }

    private @Nullable Literal temporal(Object value, PrimitiveField leaf, DataType type) {
        LogicalType logicalType = leaf.logicalType();
        if (SparkVersion.SPARK.isTime(type)) {
            boolean readable = logicalType instanceof LogicalType.TimeType time && time.unit() != TimeUnit.NANOS;
            return readable && value instanceof LocalTime time ? new Literal.TimeLiteral(time.toNanoOfDay()) : null;
        }
        if (type instanceof DateType) {
            return logicalType instanceof LogicalType.DateType ? date(value) : null;
        }
        return settings.timestamps() ? timestamp(value, leaf, type) : null;
    }

    private @Nullable Literal date(Object value) {
        OptionalInt days = settings.dates() ? FilterTimes.days(value) : OptionalInt.empty();
        return days.isPresent() && rules.sameInBothCalendars(days.getAsInt())
                ? new Literal.DateLiteral(days.getAsInt())
                : null;
    }

    private @Nullable Literal timestamp(Object value, PrimitiveField leaf, DataType type) {
        OptionalLong micros = FilterTimes.micros(value);
        if (leaf.logicalType() instanceof LogicalType.DateType) {
            return micros.isPresent() && type instanceof TimestampNTZType ? midnight(micros.getAsLong()) : null;
        }
        if (micros.isEmpty()
                || !(leaf.logicalType() instanceof LogicalType.TimestampType timestamp)
                || timestamp.unit() == TimeUnit.NANOS) {
            return null;
        }
        // Spark reads instants and local times as each other by their count of microseconds.
        boolean utc = timestamp.utc();
        boolean same = type instanceof TimestampNTZType || rules.sameInBothCalendars(micros.getAsLong());
        return same ? Literal.TimestampLiteral.ofMicros(micros.getAsLong(), utc) : null;
    }

    /**
     * Returns the literal for a local timestamp that is compared with dates. A date is compared as its first instant.
     */
    private @Nullable Literal midnight(long micros) {
        int day = (int) Math.floorDiv(micros, MICROS_PER_DAY);
        return settings.dates() && rules.sameInBothCalendars(day)
                ? Literal.TimestampLiteral.ofMicros(micros, false)
                : null;
    }
}
