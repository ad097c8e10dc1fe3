package io.pq2.internal.predicate.text;

import io.pq2.exception.InvalidDataException;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicates;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Converts Java values to literals, see {@link Predicates}. */
public final class JavaLiterals {

    private JavaLiterals() {}

    /**
     * Converts a value. An array of bytes is copied.
     *
     * @throws InvalidDataException if no literal corresponds to the value
     */
    public static Literal of(@Nullable Object value) {
        if (value instanceof Literal literal) {
            return literal;
        } else if (value instanceof Boolean flag) {
            return new Literal.BooleanLiteral(flag);
        } else if (value instanceof Float number) {
            return new Literal.FloatLiteral(number);
        } else if (value instanceof Double number) {
            return new Literal.DoubleLiteral(number);
        } else if (value instanceof Number number) {
            return ofExact(number);
        } else if (value instanceof String text) {
            return Literal.BinaryLiteral.of(text);
        } else if (value instanceof ByteString bytes) {
            return new Literal.BinaryLiteral(bytes);
        } else if (value instanceof byte[] bytes) {
            return Literal.BinaryLiteral.of(bytes.clone());
        } else if (value instanceof UUID uuid) {
            ByteBuffer bytes = ByteBuffer.allocate(16);
            bytes.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
            return Literal.BinaryLiteral.of(bytes.array());
        }
        return ofTime(value);
    }

    private static Literal ofExact(Number number) {
        if (number instanceof BigDecimal decimal) {
            return new Literal.DecimalLiteral(decimal);
        } else if (number instanceof BigInteger integer) {
            return new Literal.DecimalLiteral(new BigDecimal(integer));
        } else if (number instanceof Long
                || number instanceof Integer
                || number instanceof Short
                || number instanceof Byte) {
            return new Literal.IntegerLiteral(number.longValue());
        }
        throw refused(number);
    }

    private static Literal ofTime(@Nullable Object value) {
        if (value instanceof LocalDate date && date.toEpochDay() == (int) date.toEpochDay()) {
            return new Literal.DateLiteral((int) date.toEpochDay());
        } else if (value instanceof LocalTime time) {
            return new Literal.TimeLiteral(time.toNanoOfDay());
        } else if (value instanceof Instant instant) {
            return timestamp(instant, true);
        } else if (value instanceof LocalDateTime local) {
            return timestamp(local.toInstant(ZoneOffset.UTC), false);
        }
        throw refused(value);
    }

    private static Literal timestamp(Instant instant, boolean utc) {
        return new Literal.TimestampLiteral(instant.getEpochSecond(), instant.getNano(), utc);
    }

    private static InvalidDataException refused(@Nullable Object value) {
        return new InvalidDataException(
                value == null
                        ? "a comparison with null is always unknown: use isNull or isEqualToOrBothNull"
                        : "no column can be compared with " + value + ", a "
                                + value.getClass().getName());
    }
}
