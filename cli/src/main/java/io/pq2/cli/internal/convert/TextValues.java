package io.pq2.cli.internal.convert;

import io.pq2.internal.exception.DisplayText;
import io.pq2.internal.schema.AnnotationText;
import io.pq2.record.Interval;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Shape;
import io.pq2.schema.TimeUnit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values of columns from text, in the form in which {@code pq2 cat} prints them. */
public final class TextValues {

    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,400}");
    private static final Pattern NUMBER =
            Pattern.compile("-?([0-9]{1,400}\\.?|[0-9]{0,400}\\.[0-9]{1,1100})([eE][+-]?[0-9]{1,4})?");
    private static final Pattern INTERVAL = Pattern.compile("([0-9]{1,10}) months ([0-9]{1,10}) days ([0-9]{1,10}) ms");
    private static final String HEX = "0x";
    private static final int INT96_BYTES = 12;

    private TextValues() {}

    /**
     * Returns the Java value of a text, as a record accepts it.
     *
     * @param leaf the column
     * @throws UnfitValueException if the column does not have such values
     */
    public static Object of(Shape.Leaf leaf, String text) throws UnfitValueException {
        PrimitiveField field = leaf.column().field();
        LogicalType type = field.logicalType();
        try {
            if (type != null) {
                Object value = logical(type, text);
                if (value != null) {
                    return value;
                }
            }
            return physical(field, text);
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
            throw new UnfitValueException("", shown(text) + " is no " + typeName(field) + ", " + hint(field));
        }
    }

    /** Returns a text in quotes, cut and escaped for messages. */
    public static String shown(String text) {
        return "'" + DisplayText.name(text) + "'";
    }

    /** Returns the name of a column's type in messages. */
    public static String typeName(PrimitiveField field) {
        String annotation = AnnotationText.write(field.logicalType());
        return annotation == null ? field.physicalType().toString() : annotation;
    }

    private static String hint(PrimitiveField field) {
        LogicalType type = field.logicalType();
        if (type instanceof LogicalType.DecimalType decimal) {
            return "which has up to " + decimal.precision() + " digits, " + decimal.scale()
                    + " of them after the point";
        } else if (type instanceof LogicalType.DateType) {
            return "such as 2024-02-29";
        } else if (type instanceof LogicalType.TimeType time) {
            return "such as 12:30:00" + fraction(time.unit());
        } else if (type instanceof LogicalType.TimestampType timestamp) {
            return "such as 2024-02-29T12:30:00" + fraction(timestamp.unit())
                    + (timestamp.utc() ? "Z, with an offset" : ", without an offset");
        } else if (type instanceof LogicalType.IntType integer) {
            return "an integer of " + integer.bitWidth() + " bits " + (integer.signed() ? "with" : "without") + " sign";
        } else if (type instanceof LogicalType.UuidType) {
            return "such as 00112233-4455-6677-8899-aabbccddeeff";
        } else if (type instanceof LogicalType.IntervalType) {
            return "such as 1 months 2 days 3 ms";
        }
        return switch (field.physicalType()) {
            case BOOLEAN -> "true or false";
            case INT32, INT64 -> "an integer in its range";
            case INT96 -> "a timestamp such as 2024-02-29T12:30:00Z";
            case FLOAT, DOUBLE -> "such as 1.5, -2e10, NaN or Infinity";
            case BYTE_ARRAY -> "such as 0x00ff";
            case FIXED_LEN_BYTE_ARRAY ->
                type instanceof LogicalType.Float16Type
                        ? "such as 1.5, NaN or Infinity"
                        : "0x and " + 2 * field.typeLength() + " hexadecimal digits";
        };
    }

    private static String fraction(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> ".123";
            case MICROS -> ".123456";
            case NANOS -> ".123456789";
        };
    }

    /** Returns the value of a logical type; null if the physical type decides. */
    private static @Nullable Object logical(LogicalType type, String text) {
        if (type instanceof LogicalType.StringType
                || type instanceof LogicalType.EnumType
                || type instanceof LogicalType.JsonType) {
            return text;
        } else if (type instanceof LogicalType.DecimalType decimal) {
            return decimal(decimal, text);
        } else if (type instanceof LogicalType.IntType integer) {
            return integer(text, integer.bitWidth(), integer.signed());
        } else if (type instanceof LogicalType.DateType) {
            return LocalDate.parse(text);
        } else if (type instanceof LogicalType.TimeType time) {
            LocalTime parsed = LocalTime.parse(text);
            checkUnit(parsed, time.unit());
            return parsed;
        } else if (type instanceof LogicalType.TimestampType timestamp) {
            return timestamp(timestamp, text);
        } else if (type instanceof LogicalType.UuidType) {
            UUID uuid = UUID.fromString(text);
            check(uuid.toString().equalsIgnoreCase(text));
            return uuid;
        } else if (type instanceof LogicalType.IntervalType) {
            return interval(text);
        } else if (type instanceof LogicalType.Float16Type) {
            return (float) number(text);
        }
        return null;
    }

    private static Object physical(PrimitiveField field, String text) {
        return switch (field.physicalType()) {
            case BOOLEAN -> bool(text);
            case INT32 -> integer(text, Integer.SIZE, true);
            case INT64 -> integer(text, Long.SIZE, true);
            case INT96 ->
                text.startsWith(HEX) ? bytes(text, INT96_BYTES) : instant(text).toInstant();
            case FLOAT -> floating(text);
            case DOUBLE -> number(text);
            case BYTE_ARRAY -> bytes(text, -1);
            case FIXED_LEN_BYTE_ARRAY -> bytes(text, field.typeLength());
        };
    }

    private static void check(boolean valid) {
        if (!valid) {
            throw new IllegalArgumentException("no such value");
        }
    }

    private static Boolean bool(String text) {
        boolean isTrue = text.equalsIgnoreCase("true");
        check(isTrue || text.equalsIgnoreCase("false"));
        return isTrue;
    }

    private static Object integer(String text, int bits, boolean signed) {
        check(INTEGER.matcher(text).matches());
        if (text.length() <= 18) {
            long number = Long.parseLong(text);
            check(inRange(number, bits, signed));
            return number;
        }
        BigInteger big = new BigInteger(text);
        check(signed ? big.bitLength() < bits : big.signum() >= 0 && big.bitLength() <= bits);
        return big;
    }

    private static boolean inRange(long number, int bits, boolean signed) {
        if (bits == Long.SIZE) {
            return signed || number >= 0;
        }
        long values = 1L << bits;
        return signed ? number >= -values / 2 && number < values / 2 : number >= 0 && number < values;
    }

    private static BigDecimal decimal(LogicalType.DecimalType type, String text) {
        check(NUMBER.matcher(text).matches());
        BigDecimal number = new BigDecimal(text);
        // Before the scale is set: a large exponent would take much memory.
        check(number.signum() == 0 || (long) number.precision() - number.scale() <= type.precision() - type.scale());
        number = number.signum() == 0
                ? BigDecimal.ZERO.setScale(type.scale())
                : number.setScale(type.scale(), RoundingMode.UNNECESSARY);
        check(number.precision() <= type.precision());
        return number;
    }

    private static double number(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "nan" -> Double.NaN;
            case "infinity", "inf" -> Double.POSITIVE_INFINITY;
            case "-infinity", "-inf" -> Double.NEGATIVE_INFINITY;
            default -> {
                check(NUMBER.matcher(text).matches());
                double number = Double.parseDouble(text);
                check(!Double.isInfinite(number));
                yield number;
            }
        };
    }

    private static float floating(String text) {
        if (!NUMBER.matcher(text).matches()) {
            return (float) number(text);
        }
        // Not by way of a double, which would round twice.
        float number = Float.parseFloat(text);
        check(!Float.isInfinite(number));
        return number;
    }

    private static void checkUnit(LocalTime time, TimeUnit unit) {
        check(time.toNanoOfDay() % unit.nanos() == 0);
    }

    private static Object timestamp(LogicalType.TimestampType type, String text) {
        if (type.utc()) {
            OffsetDateTime parsed = instant(text);
            checkUnit(parsed.toLocalTime(), type.unit());
            return parsed.toInstant();
        }
        LocalDateTime parsed = LocalDateTime.parse(withT(text));
        checkUnit(parsed.toLocalTime(), type.unit());
        return parsed;
    }

    private static OffsetDateTime instant(String text) {
        return OffsetDateTime.parse(withT(text));
    }

    /** Replaces the space between date and time, which SQL writes, by the letter of ISO 8601. */
    private static String withT(String text) {
        return text.replaceFirst("(?<=\\d) (?=\\d)", "T");
    }

    private static Interval interval(String text) {
        Matcher matcher = INTERVAL.matcher(text);
        check(matcher.matches());
        return new Interval(
                Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3)));
    }

    private static byte[] bytes(String text, int length) {
        check(text.startsWith(HEX));
        byte[] bytes = HexFormat.of().parseHex(text, HEX.length(), text.length());
        check(length < 0 || bytes.length == length);
        return bytes;
    }

    /** Whether values of a column are text as they are. */
    public static boolean isText(PrimitiveField field) {
        LogicalType type = field.logicalType();
        return field.physicalType() == PhysicalType.BYTE_ARRAY
                && (type instanceof LogicalType.StringType
                        || type instanceof LogicalType.EnumType
                        || type instanceof LogicalType.JsonType);
    }
}
