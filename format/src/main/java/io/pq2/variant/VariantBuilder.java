package io.pq2.variant;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.variant.EncodedValue;
import io.pq2.internal.variant.NameDictionary;
import io.pq2.internal.variant.ValueWriter;
import io.pq2.internal.variant.ValueWriter.Frame;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;

/**
 * Builds a variant value by value. It can be reused after {@link #reset}. Methods throw {@link InvalidDataException}
 * if a value does not fit its type, or if the sequence of calls does not form a value; the builder is then unusable
 * until {@link #reset}.
 * <pre>{@code
 * Variant event = new VariantBuilder()
 *         .startObject()
 *         .name("id").appendInt32(7)
 *         .name("tags").startArray().appendString("a").appendNull().endArray()
 *         .endObject()
 *         .build();
 * }</pre>
 */
public final class VariantBuilder {

    private static final int MAX_DIGITS = 38;

    private static final class Level {
        private final Frame frame;
        private final boolean object;
        /** The id of the name for the next field, or -1 if none was given. */
        private int name = -1;

        private Level(Frame frame, boolean object) {
            this.frame = frame;
            this.object = object;
        }
    }

    private final ValueWriter writer = new ValueWriter();
    private final NameDictionary names = new NameDictionary();
    private final Deque<Level> levels = new ArrayDeque<>();

    /** Removes all values and names. */
    public void reset() {
        writer.reset();
        names.clear();
        levels.clear();
    }

    /**
     * Appends null.
     *
     * @throws InvalidDataException if a value is not allowed at this position
     */
    public VariantBuilder appendNull() {
        next();
        writer.putNull();
        return this;
    }

    /**
     * Appends a BOOLEAN.
     *
     * @throws InvalidDataException if a value is not allowed at this position
     */
    public VariantBuilder appendBoolean(boolean value) {
        next();
        writer.putBoolean(value);
        return this;
    }

    /**
     * Appends an integer in the smallest type that can hold it.
     *
     * @throws InvalidDataException if a value is not allowed at this position
     */
    public VariantBuilder appendInteger(long value) {
        if (value == (byte) value) {
            return append(VariantType.INT8, value);
        } else if (value == (short) value) {
            return append(VariantType.INT16, value);
        }
        return append(value == (int) value ? VariantType.INT32 : VariantType.INT64, value);
    }

    /**
     * Appends an INT8.
     *
     * @throws InvalidDataException if a value is not allowed at this position
     */
    public VariantBuilder appendInt8(byte value) {
        return append(VariantType.INT8, value);
    }

    /**
     * Appends an INT16.
     *
     * @throws InvalidDataException if a value is not allowed at this position
     */
    public VariantBuilder appendInt16(short value) {
        return append(VariantType.INT16, value);
    }

    /**
     * Appends an INT32.
     *
     * @throws InvalidDataException if a value is not allowed at this position
     */
    public VariantBuilder appendInt32(int value) {
        return append(VariantType.INT32, value);
    }

    /**
     * Appends an INT64.
     *
     * @throws InvalidDataException if a value is not allowed at this position
     */
    public VariantBuilder appendInt64(long value) {
        return append(VariantType.INT64, value);
    }

    /**
     * Appends a FLOAT.
     *
     * @throws InvalidDataException if a value is not allowed at this position
     */
    public VariantBuilder appendFloat(float value) {
        return append(VariantType.FLOAT, Float.floatToRawIntBits(value));
    }

    /**
     * Appends a DOUBLE.
     *
     * @throws InvalidDataException if a value is not allowed at this position
     */
    public VariantBuilder appendDouble(double value) {
        return append(VariantType.DOUBLE, Double.doubleToRawLongBits(value));
    }

    /**
     * Appends a decimal in the smallest type that can hold it.
     *
     * @throws InvalidDataException if it has more than 38 digits, or its scale is not from 0 to 38
     */
    public VariantBuilder appendDecimal(BigDecimal value) {
        BigInteger unscaled = value.unscaledValue();
        if (value.scale() < 0 || value.scale() > MAX_DIGITS || value.precision() > MAX_DIGITS) {
            throw new InvalidDataException("decimal " + value + " has " + value.precision() + " digits and scale "
                    + value.scale() + "; a variant has up to 38 digits and a scale from 0 to 38");
        }
        next();
        if (value.precision() <= 9) {
            writer.putDecimal(VariantType.DECIMAL4, value.scale(), unscaled.longValue());
        } else if (value.precision() <= 18) {
            writer.putDecimal(VariantType.DECIMAL8, value.scale(), unscaled.longValue());
        } else {
            writer.putDecimal16(value.scale(), unscaled);
        }
        return this;
    }

    /**
     * Appends a STRING.
     *
     * @throws InvalidDataException if a value is not allowed at this position, or the string has an unpaired surrogate
     */
    public VariantBuilder appendString(String value) {
        checkText(value);
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        next();
        writer.putString(utf8, 0, utf8.length);
        return this;
    }

    /** UTF-8 cannot represent unpaired surrogates. */
    private static void checkText(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                boolean paired = i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
                if (!paired) {
                    throw new InvalidDataException("a string with an unpaired surrogate at index " + i);
                }
                i++;
            }
        }
    }

    /**
     * Appends the value of a JSON text (RFC 8259).
     *
     * <ul>
     *   <li>A number without exponent is an integer of the smallest type if it has 64 bits and no decimal point, and
     *       otherwise a decimal of the smallest type if it has at most 38 digits and at most 38 of them after the
     *       point. Zeros at the end count: {@code 1.50} has the scale 2. Other numbers are DOUBLE.
     *   <li>Strings are STRING, also those that look like dates or timestamps.
     *   <li>Fields keep no order. Two fields of an object with the same name are an error.
     * </ul>
     *
     * @throws InvalidDataException if the text is not one JSON value, an object has two fields with one name, a number
     *     exceeds the range of a DOUBLE, a string has an unpaired surrogate, or a value is not allowed at this position
     * @throws io.pq2.exception.UnsupportedFeatureException if it is nested deeper than {@link Variant#MAX_DEPTH} levels
     */
    public VariantBuilder appendJson(String json) {
        VariantJson.read(json, this);
        return this;
    }

    /**
     * Appends a BINARY. The bytes are copied.
     *
     * @throws InvalidDataException if a value is not allowed at this position
     */
    public VariantBuilder appendBinary(byte[] value) {
        next();
        writer.putBinary(value, 0, value.length);
        return this;
    }

    /**
     * Appends a UUID.
     *
     * @throws InvalidDataException if a value is not allowed at this position
     */
    public VariantBuilder appendUuid(UUID value) {
        next();
        byte[] bytes = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(value.getMostSignificantBits())
                .putLong(value.getLeastSignificantBits())
                .array();
        writer.putUuid(bytes, 0);
        return this;
    }

    /**
     * Appends a DATE.
     *
     * @throws InvalidDataException if its epoch day exceeds 32 bits
     */
    public VariantBuilder appendDate(LocalDate value) {
        if (value.toEpochDay() != (int) value.toEpochDay()) {
            throw new InvalidDataException("date " + value + " is out of the range of a variant's date");
        }
        return append(VariantType.DATE, value.toEpochDay());
    }

    /**
     * Appends a TIME.
     *
     * @throws InvalidDataException if it is not a whole number of microseconds
     */
    public VariantBuilder appendTime(LocalTime value) {
        return append(VariantType.TIME, micros(value, 0, value.toNanoOfDay()));
    }

    /**
     * Appends a TIMESTAMP.
     *
     * @throws InvalidDataException if it is not a whole number of microseconds, or outside the range of the type
     */
    public VariantBuilder appendTimestamp(Instant value) {
        return append(VariantType.TIMESTAMP, micros(value, value.getEpochSecond(), value.getNano()));
    }

    /**
     * Appends a TIMESTAMP_NANOS.
     *
     * @throws InvalidDataException if it is outside the range of the type
     */
    public VariantBuilder appendTimestampNanos(Instant value) {
        return append(VariantType.TIMESTAMP_NANOS, nanos(value, value.getEpochSecond(), value.getNano()));
    }

    /**
     * Appends a TIMESTAMP_NTZ.
     *
     * @throws InvalidDataException if it is not a whole number of microseconds, or outside the range of the type
     */
    public VariantBuilder appendTimestampNtz(LocalDateTime value) {
        Instant utc = value.toInstant(ZoneOffset.UTC);
        return append(VariantType.TIMESTAMP_NTZ, micros(value, utc.getEpochSecond(), utc.getNano()));
    }

    /**
     * Appends a TIMESTAMP_NTZ_NANOS.
     *
     * @throws InvalidDataException if it is outside the range of the type
     */
    public VariantBuilder appendTimestampNtzNanos(LocalDateTime value) {
        Instant utc = value.toInstant(ZoneOffset.UTC);
        return append(VariantType.TIMESTAMP_NTZ_NANOS, nanos(value, utc.getEpochSecond(), utc.getNano()));
    }

    private static long micros(Object value, long seconds, long nanos) {
        if (nanos % 1000 != 0) {
            throw new InvalidDataException(value + " is not a whole number of microseconds");
        }
        return scaled(value, seconds, 1_000_000, nanos / 1000);
    }

    private static long nanos(Object value, long seconds, long nanos) {
        return scaled(value, seconds, 1_000_000_000, nanos);
    }

    private static long scaled(Object value, long seconds, long perSecond, long rest) {
        BigInteger units = BigInteger.valueOf(seconds)
                .multiply(BigInteger.valueOf(perSecond))
                .add(BigInteger.valueOf(rest));
        if (units.bitLength() >= Long.SIZE) {
            throw new InvalidDataException(value + " is out of the range of a variant's timestamps");
        }
        return units.longValue();
    }

    private VariantBuilder append(VariantType type, long bits) {
        next();
        writer.putFixed(type, bits);
        return this;
    }

    /**
     * Appends a copy of a variant.
     *
     * @throws InvalidDataException if a value is not allowed at this position
     */
    public VariantBuilder append(Variant value) {
        return append(value, levels.size());
    }

    private VariantBuilder append(Variant value, int depth) {
        if (value.type() == VariantType.OBJECT) {
            EncodedValue.checkDepth(depth);
            value.encoded().checkDisjoint();
            startObject();
            for (int i = 0; i < value.size(); i++) {
                name(value.name(i)).append(value.get(i), depth + 1);
            }
            return endObject();
        }
        if (value.type() == VariantType.ARRAY) {
            EncodedValue.checkDepth(depth);
            value.encoded().checkDisjoint();
            startArray();
            for (int i = 0; i < value.size(); i++) {
                append(value.get(i), depth + 1);
            }
            return endArray();
        }
        next();
        writer.putEncoded(value.encoded());
        return this;
    }

    /**
     * Starts an object. Its fields follow, each a {@link #name} and a value, up to {@link #endObject}.
     *
     * @throws InvalidDataException if a value is not allowed at this position
     */
    public VariantBuilder startObject() {
        next();
        levels.push(new Level(writer.begin(), true));
        return this;
    }

    /**
     * Sets the name of the field whose value follows.
     *
     * @throws InvalidDataException if the current value is not an object, a name was set already, or the name has an
     *     unpaired surrogate
     */
    public VariantBuilder name(String name) {
        Level level = levels.peek();
        if (level == null || !level.object || level.name >= 0) {
            throw new InvalidDataException("the name " + name + " is outside of an object or follows another name");
        }
        checkText(name);
        level.name = names.id(name);
        return this;
    }

    /**
     * Ends the current object.
     *
     * @throws InvalidDataException if the current value is not an object, or has two fields of one name
     */
    public VariantBuilder endObject() {
        Level level = end(true);
        int twice = writer.endObject(level.frame, names::compare);
        if (twice >= 0) {
            throw new InvalidDataException("an object with two fields " + names.name(twice));
        }
        return this;
    }

    /**
     * Starts an array. Its elements follow up to {@link #endArray}.
     *
     * @throws InvalidDataException if a value is not allowed at this position
     */
    public VariantBuilder startArray() {
        next();
        levels.push(new Level(writer.begin(), false));
        return this;
    }

    /**
     * Ends the current array.
     *
     * @throws InvalidDataException if the current value is not an array
     */
    public VariantBuilder endArray() {
        writer.endArray(end(false).frame);
        return this;
    }

    private Level end(boolean object) {
        Level level = levels.peek();
        if (level == null || level.object != object || level.name >= 0) {
            throw new InvalidDataException(
                    "the end of an " + (object ? "object" : "array") + " that is not open, or that follows a name");
        }
        return levels.pop();
    }

    /** Prepares for a value at the current position. */
    private void next() {
        Level level = levels.peek();
        if (level == null) {
            if (writer.bytes().size() > 0) {
                throw new InvalidDataException("a second value; several values need an array or object around them");
            }
        } else {
            if (level.object && level.name < 0) {
                throw new InvalidDataException("a value in an object without a name before it");
            }
            writer.item(level.frame, level.name);
            level.name = -1;
        }
    }

    /**
     * Returns the variant, which has its own bytes.
     *
     * @throws InvalidDataException if there is no value, or an object or array was not ended
     */
    public Variant build() {
        if (!levels.isEmpty() || writer.bytes().size() == 0) {
            throw new InvalidDataException(
                    levels.isEmpty() ? "a variant without a value" : "an object or array that was not ended");
        }
        return Variant.of(names.encode(), writer.bytes().toByteArray());
    }
}
