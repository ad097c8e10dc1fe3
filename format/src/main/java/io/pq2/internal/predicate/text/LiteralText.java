package io.pq2.internal.predicate.text;

import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Literal.BinaryLiteral;
import io.pq2.predicate.Literal.BooleanLiteral;
import io.pq2.predicate.Literal.DateLiteral;
import io.pq2.predicate.Literal.DecimalLiteral;
import io.pq2.predicate.Literal.DoubleLiteral;
import io.pq2.predicate.Literal.FloatLiteral;
import io.pq2.predicate.Literal.IntegerLiteral;
import io.pq2.predicate.Literal.TimeLiteral;
import io.pq2.predicate.Literal.TimestampLiteral;
import io.pq2.predicate.PredicateText;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes and parses literals in the text of a predicate, see {@link PredicateText}. */
public final class LiteralText {

    /** The limit on digits. The time to parse a number grows with the square of its digits. */
    private static final int MAX_DIGITS = 1000;

    /** A limit above the length of every valid date, time and timestamp. */
    private static final int MAX_TIME_LENGTH = 100;

    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?");
    private static final Pattern DAY = Pattern.compile("[+-]?[0-9]+-[0-9]+-[0-9]+");
    private static final Pattern ZONE = Pattern.compile(".*[T ].*(?:[zZ]|[+-][0-9:]+)");

    private LiteralText() {}

    /** Returns the text of a literal. */
    public static String write(Literal literal) {
        if (literal instanceof BooleanLiteral bool) {
            return bool.flag() ? "TRUE" : "FALSE";
        } else if (literal instanceof IntegerLiteral integer) {
            return Long.toString(integer.integer());
        } else if (literal instanceof DecimalLiteral decimal) {
            return write(decimal.value());
        } else if (literal instanceof FloatLiteral number) {
            return "FLOAT '" + number.number() + '\'';
        } else if (literal instanceof DoubleLiteral number) {
            return write(number.number());
        } else if (literal instanceof BinaryLiteral binary) {
            return write(binary.value());
        } else if (literal instanceof DateLiteral date) {
            return "DATE '" + date.value() + '\'';
        } else if (literal instanceof TimeLiteral time) {
            return "TIME '" + time.value() + '\'';
        }
        TimestampLiteral timestamp = (TimestampLiteral) literal;
        String instant =
                Instant.ofEpochSecond(timestamp.epochSecond(), timestamp.nano()).toString();
        return "TIMESTAMP '" + (timestamp.utc() ? instant : instant.substring(0, instant.length() - 1)) + '\'';
    }

    /** Returns the text of a decimal. Integers beyond 64 bits and decimals with a fraction need no DECIMAL keyword. */
    private static String write(BigDecimal decimal) {
        boolean plain = decimal.scale() > 0 || (decimal.scale() == 0 && !isLong(decimal));
        String text = decimal.toString();
        return plain && text.indexOf('E') < 0 ? text : "DECIMAL '" + text + '\'';
    }

    private static boolean isLong(BigDecimal integer) {
        return integer.unscaledValue().bitLength() < Long.SIZE;
    }

    /** Returns the text of a double, with an exponent that distinguishes it from a decimal. */
    public static String write(double number) {
        if (!Double.isFinite(number)) {
            return "DOUBLE '" + number + '\'';
        }
        String text = Double.toString(number);
        return text.indexOf('E') < 0 ? text + "E0" : text;
    }

    /** Returns quoted text if the bytes are UTF-8 without control characters, otherwise hexadecimal digits. */
    public static String write(ByteString bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.bytes()))
                    .toString();
            if (text.codePoints().noneMatch(Character::isISOControl)) {
                return '\'' + text.replace("'", "''") + '\'';
            }
        } catch (CharacterCodingException e) {
            // Not UTF-8: write hexadecimal digits.
        }
        return "X'" + HexFormat.of().formatHex(bytes.bytes()) + '\'';
    }

    /**
     * Parses an unquoted number: an integer, with a decimal point a decimal, with an exponent a double.
     *
     * @throws IllegalArgumentException if the text is not a number; the message has the reason
     */
    static Literal number(String text) {
        if (text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
            return new DoubleLiteral(binary64(text));
        }
        BigDecimal number = decimal(text);
        return number.scale() == 0 && text.indexOf('.') < 0 && isLong(number)
                ? new IntegerLiteral(number.longValue())
                : new DecimalLiteral(number);
    }

    /**
     * Parses the quoted text after the name of a type.
     *
     * @param type the name in upper case
     * @return absent when there is no such type
     * @throws IllegalArgumentException if the text is not a value of the type; the message has the reason
     * @throws java.time.DateTimeException if the text is not a date, time or timestamp
     */
    static @Nullable Literal typed(String type, String text) {
        return switch (type) {
            case "DATE" ->
                new DateLiteral(Math.toIntExact(LocalDate.parse(time(text)).toEpochDay()));
            case "TIME" -> new TimeLiteral(LocalTime.parse(time(text)).toNanoOfDay());
            case "TIMESTAMP" -> timestamp(time(text));
            case "DECIMAL" -> new DecimalLiteral(decimal(text));
            case "DOUBLE" -> new DoubleLiteral(isNonFinite(text) ? Double.parseDouble(text) : binary64(text));
            case "FLOAT" -> new FloatLiteral(isNonFinite(text) ? Float.parseFloat(text) : binary32(text));
            case "UUID" -> uuid(text);
            default -> null;
        };
    }

    private static BigDecimal decimal(String text) {
        check(text);
        return new BigDecimal(text);
    }

    private static double binary64(String text) {
        check(text);
        double number = Double.parseDouble(text);
        if (Double.isInfinite(number)) {
            throw new IllegalArgumentException("it exceeds the range of a DOUBLE");
        }
        return number;
    }

    private static float binary32(String text) {
        check(text);
        float number = Float.parseFloat(text);
        if (Float.isInfinite(number)) {
            throw new IllegalArgumentException("it exceeds the range of a FLOAT");
        }
        return number;
    }

    private static void check(String text) {
        if (text.length() > MAX_DIGITS) {
            throw new IllegalArgumentException("it has more than " + MAX_DIGITS + " digits");
        } else if (!NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException("it is not a number");
        }
    }

    private static boolean isNonFinite(String text) {
        return text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity");
    }

    private static String time(String text) {
        if (text.length() > MAX_TIME_LENGTH) {
            throw new IllegalArgumentException("it is too long");
        }
        return text;
    }

    private static TimestampLiteral timestamp(String text) {
        boolean utc = ZONE.matcher(text).matches();
        String whole = DAY.matcher(text).matches() ? text + "T00:00:00" : text.replace(' ', 'T');
        Instant instant = Instant.parse(utc ? whole : whole + 'Z');
        return new TimestampLiteral(instant.getEpochSecond(), instant.getNano(), utc);
    }

    private static BinaryLiteral uuid(String text) {
        UUID uuid = UUID.fromString(text);
        if (!uuid.toString().equalsIgnoreCase(text)) {
            throw new IllegalArgumentException("it is not a UUID");
        }
        return BinaryLiteral.of(ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array());
    }
}
