package io.pq2.spark.scan;

import io.pq2.predicate.Literal;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.TimeUnit;
import io.pq2.spark.column.DateTimeRules;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.util.Optional;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.catalyst.util.IntervalUtils;

/**
 * The values of Spark's filters as literals that mean the same for a leaf of a file. A value is translated only if Spark compares
 * with it what stands in the file: not where it reads the leaf as something else, and not before the switch to the
 * Gregorian calendar where the file counts by the other one.
 */
final class FilterLiterals {

    private final PushdownSettings settings;
    private final DateTimeRules rules;

    FilterLiterals(PushdownSettings settings, DateTimeRules rules) {
        this.settings = settings;
        this.rules = rules;
    }

    /** The literal for a value, empty if it must not be compared with the leaf. */
    Optional<Literal> of(Object value, PrimitiveField leaf) {
        return Optional.ofNullable(literal(value, leaf, leaf.logicalType()));
    }

    private Literal literal(Object value, PrimitiveField leaf, LogicalType meaning) {
        return switch (leaf.physicalType()) {
            case BOOLEAN -> value instanceof Boolean flag ? new Literal.BooleanLiteral(flag) : null;
            case FLOAT, DOUBLE -> floating(value);
            case INT32, INT64 -> integral(value, leaf, meaning);
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> bytes(value, leaf, meaning);
            case INT96 -> null;
        };
    }

    private static Literal floating(Object value) {
        if (value instanceof Float number) {
            return new Literal.FloatLiteral(number);
        }
        return value instanceof Double number ? new Literal.DoubleLiteral(number) : null;
    }

    private Literal integral(Object value, PrimitiveField leaf, LogicalType meaning) {
        if (meaning instanceof LogicalType.DecimalType) {
            return decimal(value);
        }
        if (meaning instanceof LogicalType.DateType) {
            return date(value);
        }
        if (meaning instanceof LogicalType.TimestampType timestamp) {
            return timestamp(value, timestamp);
        }
        if (meaning instanceof LogicalType.TimeType) {
            return value instanceof LocalTime time ? new Literal.TimeLiteral(time.toNanoOfDay()) : null;
        }
        boolean plain = meaning == null
                || meaning instanceof LogicalType.IntType integer
                        && (integer.signed() || integer.bitWidth() < Integer.SIZE);
        return plain && !truncates(value, meaning) ? integer(value, leaf.physicalType()) : null;
    }

    /** Whether Spark, which takes the low bits for a byte or a short, may see other values than the file's bounds are of. */
    private static boolean truncates(Object value, LogicalType meaning) {
        int bits = value instanceof Byte ? Byte.SIZE : value instanceof Short ? Short.SIZE : Long.SIZE;
        if (bits == Long.SIZE) {
            return false;
        }
        boolean fits = meaning instanceof LogicalType.IntType integer
                && (integer.signed() ? integer.bitWidth() <= bits : integer.bitWidth() < bits);
        return !fits;
    }

    private Literal integer(Object value, PhysicalType physicalType) {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return new Literal.IntegerLiteral(((Number) value).longValue());
        }
        if (value instanceof Period months && physicalType == PhysicalType.INT32) {
            return new Literal.IntegerLiteral(IntervalUtils.periodToMonths(months));
        }
        if (value instanceof Duration duration && physicalType == PhysicalType.INT64) {
            return new Literal.IntegerLiteral(IntervalUtils.durationToMicros(duration));
        }
        return decimal(value);
    }

    private Literal decimal(Object value) {
        return settings.decimals() && value instanceof BigDecimal number ? new Literal.DecimalLiteral(number) : null;
    }

    private Literal date(Object value) {
        if (!settings.dates()) {
            return null;
        }
        int days;
        if (value instanceof LocalDate date) {
            days = DateTimeUtils.localDateToDays(date);
        } else if (value instanceof Date date) {
            days = DateTimeUtils.fromJavaDate(date);
        } else {
            return null;
        }
        return rules.sameInBothCalendars(days) ? new Literal.DateLiteral(days) : null;
    }

    private Literal timestamp(Object value, LogicalType.TimestampType meaning) {
        if (!settings.timestamps()) {
            return null;
        }
        if (meaning.unit() == TimeUnit.NANOS) {
            // Spark knows these as longs only.
            return value instanceof Long nanos ? Literal.TimestampLiteral.ofNanos(nanos, meaning.utc()) : null;
        }
        long micros;
        if (value instanceof Instant instant) {
            micros = DateTimeUtils.instantToMicros(instant);
        } else if (value instanceof Timestamp timestamp) {
            micros = DateTimeUtils.fromJavaTimestamp(timestamp);
        } else if (value instanceof LocalDateTime local) {
            micros = DateTimeUtils.localDateTimeToMicros(local);
        } else {
            return null;
        }
        // Spark reads instants and local times as each other by their count of microseconds.
        return rules.sameInBothCalendars(micros) ? Literal.TimestampLiteral.ofMicros(micros, meaning.utc()) : null;
    }

    private Literal bytes(Object value, PrimitiveField leaf, LogicalType meaning) {
        if (meaning instanceof LogicalType.DecimalType) {
            return decimal(value);
        }
        boolean variable = leaf.physicalType() == PhysicalType.BYTE_ARRAY;
        boolean text = meaning instanceof LogicalType.StringType
                || meaning instanceof LogicalType.EnumType
                || meaning instanceof LogicalType.JsonType;
        if (value instanceof String string && variable && (text || meaning == null)) {
            return Literal.BinaryLiteral.of(string);
        }
        return value instanceof byte[] bytes && meaning == null ? Literal.BinaryLiteral.of(bytes.clone()) : null;
    }
}
