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

/** Literals in the text of a predicate, see {@link PredicateText}. */
public final class LiteralText {

    /** Nobody has more; the time to read a number grows with the square of its digits. */
    private static final int MAX_DIGITS = 1000;

    /** More than the text of any date or time has. */
    private static final int MAX_TIME_LENGTH = 100;

    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?");
    private static final Pattern DAY = Pattern.compile("[+-]?[0-9]+-[0-9]+-[0-9]+");
    private static final Pattern ZONE = Pattern.compile(".*[T ].*(?:[zZ]|[+-][0-9:]+)");

    private LiteralText() {}

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

    /** Integers beyond 64 bits are decimals without being called so. */
    private static String write(BigDecimal decimal) {
        boolean plain = decimal.scale() > 0 || (decimal.scale() == 0 && !isLong(decimal));
        String text = decimal.toString();
        return plain && text.indexOf('E') < 0 ? text : "DECIMAL '" + text + '\'';
    }

    private static boolean isLong(BigDecimal integer) {
        return integer.unscaledValue().bitLength() < Long.SIZE;
    }

    /** With an exponent, which tells it from a decimal. */
    public static String write(double number) {
        if (!Double.isFinite(number)) {
            return "DOUBLE '" + number + '\'';
        }
        String text = Double.toString(number);
        return text.indexOf('E') < 0 ? text + "E0" : text;
    }

    /** As a text where it is one, otherwise as hexadecimal digits. */
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
            // Not UTF-8: these are bytes.
        }
        return "X'" + HexFormat.of().formatHex(bytes.bytes()) + '\'';
    }

    /**
     * The literal of a number without quotes: an integer, with a point a decimal, with an exponent a binary64.
     *
     * @throws IllegalArgumentException if it is none, saying why
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
     * The literal of a text behind the name of its type.
     *
     * @param type in upper case
     * @return null if there is no such type
     * @throws IllegalArgumentException if it is not of the type, saying why
     * @throws java.time.DateTimeException likewise
     */
    static Literal typed(String type, String text) {
        return switch (type) {
            case "DATE" ->
                new DateLiteral(Math.toIntExact(LocalDate.parse(time(text)).toEpochDay()));
            case "TIME" -> new TimeLiteral(LocalTime.parse(time(text)).toNanoOfDay());
            case "TIMESTAMP" -> timestamp(time(text));
            case "DECIMAL" -> new DecimalLiteral(decimal(text));
            case "DOUBLE" -> new DoubleLiteral(isNoNumber(text) ? Double.parseDouble(text) : binary64(text));
            case "FLOAT" -> new FloatLiteral(isNoNumber(text) ? Float.parseFloat(text) : binary32(text));
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
            throw new IllegalArgumentException("it is beyond the range of a DOUBLE");
        }
        return number;
    }

    private static float binary32(String text) {
        check(text);
        float number = Float.parseFloat(text);
        if (Float.isInfinite(number)) {
            throw new IllegalArgumentException("it is beyond the range of a FLOAT");
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

    private static boolean isNoNumber(String text) {
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
