package io.pq2.spark.internal.files.keys;

import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.TimeUnit;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.YearMonthIntervalType;
import org.jspecify.annotations.Nullable;

/**
 * Converts the values that a column of a file stores to the values that Spark reads, in the {@linkplain KeyForm form}
 * of keys. Two kinds of stored values are not converted, so they are never compared with keys: numbers outside the
 * range of Spark's type, and dates and timestamps that Spark moves to another calendar.
 */
public final class StoredKeys {

    private static final long MILLION = 1_000_000;
    private static final int MICROS_PER_MILLI = 1000;
    private static final int NANOS_PER_MICRO = 1000;

    /**
     * A conversion of numbers: multiplies by a factor and divides by a divisor, rounding down.
     *
     * @param first the smallest stored number that is converted
     * @param last the largest stored number that is converted
     */
    private record Scaling(long first, long last, int factor, int divisor) {

        static final Scaling NONE = new Scaling(Long.MIN_VALUE, Long.MAX_VALUE, 1, 1);

        long convert(long stored) {
            return divisor == 1 ? stored * factor : Math.floorDiv(stored, divisor);
        }
    }

    private final List<String> path;
    private final KeyForm form;
    private final boolean isDecimal;
    private final Scaling scaling;
    /** The rules for INT96 timestamps; absent for other columns. */
    private final @Nullable DateTimeRules int96;

    private StoredKeys(Column column, KeyForm form, Scaling scaling, @Nullable DateTimeRules int96) {
        this.path = column.path();
        this.form = form;
        this.isDecimal = column.field().logicalType() instanceof LogicalType.DecimalType;
        this.scaling = scaling;
        this.int96 = int96;
    }

    /**
     * Returns the conversion for a column; empty if its values are not compared with keys one by one.
     *
     * @param keys the type of the keys, which is that of the column or a wider one
     * @param type the type that Spark reads the column as
     * @param column a column that is not below a list or map
     * @param rules the date and time rules of the file
     */
    static Optional<StoredKeys> of(DataType keys, DataType type, Column column, DateTimeRules rules) {
        KeyForm form = KeyForm.of(keys);
        if (form != KeyForm.of(type) || !hasSameValues(keys, type)) {
            return Optional.empty();
        }
        PrimitiveField field = column.field();
        if (field.physicalType() == PhysicalType.INT96) {
            DateTimeRules int96 = type instanceof TimestampNTZType ? DateTimeRules.CORRECTED : rules;
            boolean isTimestamp = type instanceof TimestampNTZType || type instanceof TimestampType;
            return isTimestamp && int96.int96IsReadable()
                    ? Optional.of(new StoredKeys(column, form, Scaling.NONE, int96))
                    : Optional.empty();
        }
        Scaling scaling = form == KeyForm.NUMBERS ? ofNumbers(type, field, rules) : ofBytes(type, field);
        return Optional.ofNullable(scaling).map(found -> new StoredKeys(column, form, found, null));
    }

    private static boolean hasSameValues(DataType keys, DataType type) {
        return keys.equals(type)
                || KeyForm.isInteger(keys) && KeyForm.isInteger(type)
                || keys instanceof DecimalType one && type instanceof DecimalType other && one.scale() == other.scale();
    }

    private static @Nullable Scaling ofNumbers(DataType type, PrimitiveField field, DateTimeRules rules) {
        LogicalType logical = field.logicalType();
        if (type instanceof DecimalType decimal) {
            return isScaled(decimal, logical) ? Scaling.NONE : null;
        } else if (type instanceof BooleanType) {
            return field.physicalType() == PhysicalType.BOOLEAN ? Scaling.NONE : null;
        } else if (type instanceof DateType) {
            return logical instanceof LogicalType.DateType
                    ? new Scaling(rules.firstSameDay(), Integer.MAX_VALUE, 1, 1)
                    : null;
        } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
            long first = type instanceof TimestampNTZType ? Long.MIN_VALUE : rules.firstSameMicros();
            return logical instanceof LogicalType.TimestampType timestamp ? ofMicros(first, timestamp.unit()) : null;
        }
        return isSignedInteger(field) ? ofBits(bits(type)) : null;
    }

    private static boolean isScaled(DecimalType type, @Nullable LogicalType logical) {
        return logical instanceof LogicalType.DecimalType stored && stored.scale() == type.scale();
    }

    /** @param first the first microsecond that is converted, before 1970 */
    private static Scaling ofMicros(long first, TimeUnit unit) {
        return switch (unit) {
            case MILLIS ->
                new Scaling(first / MICROS_PER_MILLI, Long.MAX_VALUE / MICROS_PER_MILLI, MICROS_PER_MILLI, 1);
            case MICROS -> new Scaling(first, Long.MAX_VALUE, 1, 1);
            case NANOS -> new Scaling(Long.MIN_VALUE, Long.MAX_VALUE, 1, NANOS_PER_MICRO);
        };
    }

    /** Whether a column stores signed integers, and neither decimals nor times. */
    private static boolean isSignedInteger(PrimitiveField field) {
        PhysicalType type = field.physicalType();
        LogicalType logical = field.logicalType();
        return (type == PhysicalType.INT32 || type == PhysicalType.INT64)
                && (logical == null || logical instanceof LogicalType.IntType integer && integer.signed());
    }

    /** Spark drops the upper bits of other numbers, or refuses them. */
    private static Scaling ofBits(int bits) {
        long min = -1L << bits - 1;
        return new Scaling(min, ~min, 1, 1);
    }

    private static int bits(DataType type) {
        if (type instanceof LongType || type instanceof DayTimeIntervalType) {
            return Long.SIZE;
        } else if (type instanceof IntegerType || type instanceof YearMonthIntervalType) {
            return Integer.SIZE;
        }
        return type instanceof ShortType ? Short.SIZE : Byte.SIZE;
    }

    private static @Nullable Scaling ofBytes(DataType type, PrimitiveField field) {
        LogicalType logical = field.logicalType();
        boolean isArray = field.physicalType() == PhysicalType.BYTE_ARRAY;
        if (type instanceof DecimalType decimal) {
            boolean isBytes = isArray || field.physicalType() == PhysicalType.FIXED_LEN_BYTE_ARRAY;
            return isBytes && isScaled(decimal, logical) ? Scaling.NONE : null;
        }
        boolean isText = type.equals(DataTypes.StringType) || type instanceof BinaryType;
        return isArray && isText && (logical == null || logical instanceof LogicalType.StringType)
                ? Scaling.NONE
                : null;
    }

    /** Returns the path of the column in the file. */
    List<String> path() {
        return path;
    }

    /** Whether bytes of the column are decimals, without the leading bytes that only repeat the sign. */
    boolean isDecimal() {
        return isDecimal;
    }

    /** Whether keys are numbers rather than bytes. */
    boolean isNumber() {
        return form == KeyForm.NUMBERS;
    }

    /** Whether a stored number is converted. */
    boolean converts(long stored) {
        return stored >= scaling.first() && stored <= scaling.last();
    }

    /** Converts a stored number, for which {@link #converts} is true. */
    long number(long stored) {
        return scaling.convert(stored);
    }

    /** Converts an INT96 timestamp to microseconds. */
    long micros(long nanosOfDay, int julianDay) {
        DateTimeRules rules = int96;
        return (rules == null ? DateTimeRules.CORRECTED : rules).int96Micros(nanosOfDay, julianDay);
    }

    /** Converts a smallest or largest value of statistics to a number; empty if it is absent or not converted. */
    OptionalLong number(@Nullable Comparable<?> extreme) {
        OptionalLong number = OptionalLong.empty();
        if (int96 != null || !isNumber()) {
            return number;
        } else if (extreme instanceof BigDecimal decimal) {
            BigInteger unscaled = decimal.unscaledValue();
            number = unscaled.bitLength() < Long.SIZE ? OptionalLong.of(unscaled.longValue()) : number;
        } else if (extreme instanceof LocalDate date) {
            number = OptionalLong.of(date.toEpochDay());
        } else if (extreme instanceof Instant instant) {
            number = micros(instant);
        } else if (extreme instanceof LocalDateTime local) {
            number = micros(local.toInstant(ZoneOffset.UTC));
        }
        boolean isConverted = number.isPresent()
                && number.getAsLong() >= scaling.convert(scaling.first())
                && number.getAsLong() <= scaling.convert(scaling.last());
        return isConverted ? number : OptionalLong.empty();
    }

    private static OptionalLong micros(Instant instant) {
        return Math.abs(instant.getEpochSecond()) < Long.MAX_VALUE / MILLION - 1
                ? OptionalLong.of(DateTimeUtils.instantToMicros(instant))
                : OptionalLong.empty();
    }
}
