package io.pq2.cli.internal.convert;

import io.pq2.schema.Field;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.TimeUnit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Infers the type of a column from the texts of its values: the first of {@link Kind} that fits all of them. */
public final class InferredColumn {

    private static final int MAX_DIGITS = 38;
    /** The largest number up to which doubles have all integers. */
    private static final BigDecimal MAX_EXACT = BigDecimal.valueOf(1L << 53);

    private static final int MAX_INT_DIGITS = 9;
    private static final int MAX_LONG_DIGITS = 18;
    private static final int DATE_LENGTH = 10;
    private static final int MAX_TIMESTAMP_LENGTH = 35;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int NANOS_PER_MICRO = 1_000;

    /** Numbers without leading zeros: codes that have them lose them as a number. */
    private static final Pattern PLAIN = Pattern.compile("-?(0|[1-9][0-9]{0,400})(\\.[0-9]{1,400})?");

    private static final Pattern FLOATING =
            Pattern.compile("-?(0|[1-9][0-9]{0,400})(\\.[0-9]{1,1100})?([eE][+-]?[0-9]{1,4})?|NaN|-?Infinity");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
    private static final Pattern TIMESTAMP = Pattern.compile(
            "\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?(Z|[+-]\\d\\d:\\d\\d(:\\d\\d)?)?");

    /** The types, in the order in which they are preferred. */
    private enum Kind {
        BOOLEAN,
        INTEGER,
        DECIMAL,
        DOUBLE,
        DATE,
        LOCAL_TIMESTAMP,
        INSTANT
    }

    private final Set<Kind> kinds = EnumSet.allOf(Kind.class);
    private final boolean decimals;
    private boolean empty = true;
    private int integerDigits;
    private int scale;
    private boolean inexact;
    private boolean nanos;
    private boolean beyondNanos;

    /**
     * Creates the type of a column without values.
     *
     * @param decimals whether numbers with a fraction are DECIMAL rather than DOUBLE
     */
    public InferredColumn(boolean decimals) {
        this.decimals = decimals;
    }

    /** Adds the text of a value that is not null. */
    public void add(String text) {
        empty = false;
        if (!kinds.isEmpty()) {
            kinds.removeIf(kind -> !fits(kind, text));
        }
    }

    private boolean fits(Kind kind, String text) {
        return switch (kind) {
            case BOOLEAN -> text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false");
            case INTEGER -> isLong(text);
            case DECIMAL -> isDecimal(text);
            case DOUBLE -> FLOATING.matcher(text).matches() && !overflows(text);
            case DATE -> isDate(text);
            case LOCAL_TIMESTAMP -> isTimestamp(text, false);
            case INSTANT -> isTimestamp(text, true);
        };
    }

    private static boolean isLong(String text) {
        return PLAIN.matcher(text).matches()
                && text.indexOf('.') < 0
                && new BigInteger(text).bitLength() < Long.SIZE
                && !text.equals("-0");
    }

    private boolean isDecimal(String text) {
        if (!PLAIN.matcher(text).matches()) {
            return false;
        }
        BigDecimal number = new BigDecimal(text);
        scale = Math.max(scale, number.scale());
        integerDigits = Math.max(integerDigits, number.precision() - number.scale());
        inexact |= number.scale() == 0 && number.abs().compareTo(MAX_EXACT) > 0;
        return true;
    }

    private static boolean overflows(String text) {
        return Double.isInfinite(Double.parseDouble(text)) && !text.endsWith("Infinity");
    }

    private static boolean isDate(String text) {
        if (text.length() != DATE_LENGTH || !DATE.matcher(text).matches()) {
            return false;
        }
        try {
            LocalDate.parse(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private boolean isTimestamp(String text, boolean offset) {
        if (text.length() > MAX_TIMESTAMP_LENGTH || !TIMESTAMP.matcher(text).matches()) {
            return false;
        }
        try {
            String iso = text.replace(' ', 'T');
            Instant instant = offset
                    ? OffsetDateTime.parse(iso).toInstant()
                    : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
            nanos |= instant.getNano() % NANOS_PER_MICRO != 0;
            beyondNanos |= Math.abs(instant.getEpochSecond()) >= Long.MAX_VALUE / NANOS_PER_SECOND;
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** Returns the optional field of the column. Without values, and if no type fits, it is STRING. */
    public Field field(String name) {
        return empty || kinds.isEmpty()
                ? string(name)
                : field(name, kinds.iterator().next());
    }

    private Field field(String name, Kind kind) {
        return switch (kind) {
            case BOOLEAN -> new PrimitiveField(name, Repetition.OPTIONAL, PhysicalType.BOOLEAN);
            case INTEGER -> new PrimitiveField(name, Repetition.OPTIONAL, PhysicalType.INT64);
            case DECIMAL -> decimalOrDouble(name);
            case DOUBLE -> floating(name);
            case DATE -> new PrimitiveField(name, Repetition.OPTIONAL, PhysicalType.INT32, new LogicalType.DateType());
            case LOCAL_TIMESTAMP -> timestamp(name, false);
            case INSTANT -> timestamp(name, true);
        };
    }

    private Field decimalOrDouble(String name) {
        int digits = Math.max(1, Math.max(0, integerDigits) + scale);
        if (digits <= MAX_DIGITS && (decimals || inexact)) {
            return decimal(name, digits, scale);
        }
        return kinds.contains(Kind.DOUBLE) ? floating(name) : string(name);
    }

    /** Integers that doubles do not have stay text. */
    private Field floating(String name) {
        return inexact ? string(name) : new PrimitiveField(name, Repetition.OPTIONAL, PhysicalType.DOUBLE);
    }

    private Field timestamp(String name, boolean utc) {
        if (nanos && beyondNanos) {
            return string(name);
        }
        LogicalType type = new LogicalType.TimestampType(nanos ? TimeUnit.NANOS : TimeUnit.MICROS, utc);
        return new PrimitiveField(name, Repetition.OPTIONAL, PhysicalType.INT64, type);
    }

    private static Field string(String name) {
        return new PrimitiveField(name, Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, new LogicalType.StringType());
    }

    private static Field decimal(String name, int precision, int scale) {
        LogicalType type = new LogicalType.DecimalType(precision, scale);
        if (precision <= MAX_LONG_DIGITS) {
            PhysicalType physical = precision <= MAX_INT_DIGITS ? PhysicalType.INT32 : PhysicalType.INT64;
            return new PrimitiveField(name, Repetition.OPTIONAL, physical, type);
        }
        int bytes = BigInteger.TEN.pow(precision).bitLength() / Byte.SIZE + 1;
        return new PrimitiveField(name, Repetition.OPTIONAL, PhysicalType.FIXED_LEN_BYTE_ARRAY, bytes, type, null);
    }
}
