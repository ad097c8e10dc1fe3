package io.pq2.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.io.LittleEndian;
import io.pq2.internal.variant.EncodedNames;
import io.pq2.internal.variant.EncodedValue;
import io.pq2.internal.variant.PathStep;
import io.pq2.internal.variant.ValueCheck;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A semi-structured value (VariantEncoding.md): an immutable view of bytes, which must not change. The values in an
 * object or array are views of the same bytes; {@link #copy} returns a variant with its own bytes. Thread-safe.
 *
 * <p>A getter for another type than {@link #type} throws {@link InvalidDataException}. Methods check the bytes before
 * use: with damaged bytes, a method returns a value or throws {@link CorruptFileException}. Methods throw {@link
 * UnsupportedFeatureException} for a later version of the encoding and for values nested deeper than {@value
 * #MAX_DEPTH} levels.
 *
 * <p>Variants are equal if they have the same type and value. Objects are equal if they have equal fields,
 * independent of the field ids.
 */
public final class Variant {

    /** The limit on the nesting of objects and arrays for methods that visit a whole value. */
    public static final int MAX_DEPTH = EncodedValue.MAX_DEPTH;

    private static final int MAX_SCALE = 38;
    private static final int FEW = 16;

    private final VariantMetadata metadata;
    private final EncodedValue value;

    Variant(VariantMetadata metadata, EncodedValue value) {
        this.metadata = metadata;
        this.value = value;
    }

    /**
     * Returns the variant whose value starts at {@code offset} and ends within {@code length} bytes.
     *
     * @param metadata the names of fields
     * @param bytes an array that contains the value, shared with the variant
     * @throws CorruptFileException if the bytes violate the encoding
     */
    public static Variant of(VariantMetadata metadata, byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return new Variant(metadata, EncodedValue.read(bytes, offset, offset + length));
    }

    /**
     * Returns the variant with the bytes of its two columns, which it shares.
     *
     * @throws CorruptFileException if the bytes violate the encoding
     * @throws UnsupportedFeatureException if the bytes have a later version of the encoding
     */
    public static Variant of(byte[] metadata, byte[] value) {
        return of(VariantMetadata.of(metadata), value, 0, value.length);
    }

    /** Returns the type of the value. */
    public VariantType type() {
        return value.type();
    }

    /** Whether the value is null. */
    public boolean isNull() {
        return type() == VariantType.NULL;
    }

    /**
     * Returns the value of a BOOLEAN.
     *
     * @throws InvalidDataException if the value has another type
     */
    public boolean getBoolean() {
        check(VariantType.BOOLEAN, "a boolean");
        return value.isTrue();
    }

    /**
     * Returns the value of an INT8, INT16, INT32 or INT64.
     *
     * @throws InvalidDataException if the value has another type
     */
    public long getLong() {
        return switch (type()) {
            case INT8 -> value.bytes()[value.payload()];
            case INT16 -> LittleEndian.getShort(value.bytes(), value.payload());
            case INT32 -> LittleEndian.getInt(value.bytes(), value.payload());
            case INT64 -> rawLong();
            default -> throw otherType("an integer");
        };
    }

    /**
     * Returns the value of a FLOAT.
     *
     * @throws InvalidDataException if the value has another type
     */
    public float getFloat() {
        check(VariantType.FLOAT, "a float");
        return Float.intBitsToFloat(LittleEndian.getInt(value.bytes(), value.payload()));
    }

    /**
     * Returns the value of a DOUBLE or FLOAT.
     *
     * @throws InvalidDataException if the value has another type
     */
    public double getDouble() {
        return switch (type()) {
            case FLOAT -> getFloat();
            case DOUBLE -> Double.longBitsToDouble(rawLong());
            default -> throw otherType("a floating point number");
        };
    }

    /**
     * Returns the value of a decimal or integer.
     *
     * @throws InvalidDataException if the value has another type
     * @throws CorruptFileException if the scale is above 38
     */
    public BigDecimal getDecimal() {
        int at = value.payload();
        return switch (type()) {
            case DECIMAL4 -> BigDecimal.valueOf(LittleEndian.getInt(value.bytes(), at + 1), scale());
            case DECIMAL8 -> BigDecimal.valueOf(LittleEndian.getLong(value.bytes(), at + 1), scale());
            case DECIMAL16 -> {
                byte[] unscaled = new byte[16];
                for (int i = 0; i < unscaled.length; i++) {
                    unscaled[i] = value.bytes()[at + unscaled.length - i];
                }
                yield new BigDecimal(new BigInteger(unscaled), scale());
            }
            case INT8, INT16, INT32, INT64 -> BigDecimal.valueOf(getLong());
            default -> throw otherType("an exact number");
        };
    }

    private int scale() {
        int scale = value.bytes()[value.payload()] & 0xFF;
        if (scale > MAX_SCALE) {
            throw new CorruptFileException("VARIANT " + type() + ": scale " + scale + ", at most " + MAX_SCALE);
        }
        return scale;
    }

    /**
     * Returns the value of a STRING.
     *
     * @throws InvalidDataException if the value has another type
     */
    public String getString() {
        check(VariantType.STRING, "a string");
        return new String(value.bytes(), value.payload(), value.payloadSize(), StandardCharsets.UTF_8);
    }

    /**
     * Returns a copy of the value of a BINARY.
     *
     * @throws InvalidDataException if the value has another type
     */
    public byte[] getBinary() {
        check(VariantType.BINARY, "binary");
        return Arrays.copyOfRange(value.bytes(), value.payload(), value.start() + value.size());
    }

    /**
     * Returns the value of a DATE.
     *
     * @throws InvalidDataException if the value has another type
     */
    public LocalDate getDate() {
        check(VariantType.DATE, "a date");
        return LocalDate.ofEpochDay(LittleEndian.getInt(value.bytes(), value.payload()));
    }

    /**
     * Returns the value of a TIME.
     *
     * @throws CorruptFileException if it is negative or not less than one day
     * @throws InvalidDataException if the value has another type
     */
    public LocalTime getTime() {
        check(VariantType.TIME, "a time");
        long micros = rawLong();
        ValueCheck.checkTime(micros);
        return LocalTime.ofNanoOfDay(micros * 1000);
    }

    /**
     * Returns the value of a TIMESTAMP or TIMESTAMP_NANOS.
     *
     * @throws InvalidDataException if the value has another type
     */
    public Instant getInstant() {
        return switch (type()) {
            case TIMESTAMP -> instant(1_000_000);
            case TIMESTAMP_NANOS -> instant(1_000_000_000);
            default -> throw otherType("a timestamp with time zone");
        };
    }

    /**
     * Returns the value of a TIMESTAMP_NTZ or TIMESTAMP_NTZ_NANOS.
     *
     * @throws InvalidDataException if the value has another type
     */
    public LocalDateTime getLocalDateTime() {
        return switch (type()) {
            case TIMESTAMP_NTZ -> LocalDateTime.ofInstant(instant(1_000_000), ZoneOffset.UTC);
            case TIMESTAMP_NTZ_NANOS -> LocalDateTime.ofInstant(instant(1_000_000_000), ZoneOffset.UTC);
            default -> throw otherType("a timestamp without time zone");
        };
    }

    private Instant instant(int perSecond) {
        long value = rawLong();
        return Instant.ofEpochSecond(
                Math.floorDiv(value, perSecond), Math.floorMod(value, perSecond) * (1_000_000_000L / perSecond));
    }

    /**
     * Returns the value of a UUID.
     *
     * @throws InvalidDataException if the value has another type
     */
    public UUID getUuid() {
        check(VariantType.UUID, "a UUID");
        return new UUID(
                Long.reverseBytes(rawLong()),
                Long.reverseBytes(LittleEndian.getLong(value.bytes(), value.payload() + 8)));
    }

    private long rawLong() {
        return LittleEndian.getLong(value.bytes(), value.payload());
    }

    /**
     * Returns the number of fields of an object or elements of an array.
     *
     * @throws InvalidDataException if the value is neither an object nor an array
     */
    public int size() {
        checkContainer();
        return value.count();
    }

    /**
     * Returns the name of a field of an object. Fields are ordered by name.
     *
     * @throws InvalidDataException if the value is not an object
     * @throws CorruptFileException if the bytes violate the encoding
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public String name(int index) {
        check(VariantType.OBJECT, "an object");
        return metadata.name(value.fieldId(index));
    }

    /**
     * Returns a field of an object or an element of an array.
     *
     * @throws InvalidDataException if the value is neither an object nor an array
     * @throws CorruptFileException if the bytes violate the encoding
     * @throws IndexOutOfBoundsException if there is no such field or element
     */
    public Variant get(int index) {
        checkContainer();
        return new Variant(metadata, value.child(index));
    }

    /**
     * Returns the field of an object with a name; absent when there is none. Fields that are not in the order that the
     * specification requires are found too.
     *
     * @throws InvalidDataException if the value is not an object
     * @throws CorruptFileException if the bytes violate the encoding
     */
    public @Nullable Variant get(String name) {
        check(VariantType.OBJECT, "an object");
        int index = find(name.getBytes(StandardCharsets.UTF_8), value, metadata.names());
        return index < 0 ? null : get(index);
    }

    /**
     * Returns the value at a path; absent when a field or element of the path does not exist, or a value on the path is
     * not an object or array. Reads only the headers of the values on the path.
     *
     * @throws CorruptFileException if the bytes violate the encoding
     */
    public @Nullable Variant get(VariantPath path) {
        EncodedValue at = value;
        for (PathStep step : path.steps()) {
            int index = step instanceof PathStep.Element element ? element.index() : -1;
            if (step instanceof PathStep.Field field) {
                index = at.type() == VariantType.OBJECT ? find(field.utf8(), at, metadata.names()) : -1;
            } else if (at.type() != VariantType.ARRAY || index >= at.count()) {
                index = -1;
            }
            if (index < 0) {
                return null;
            }
            at = at.child(index);
        }
        return new Variant(metadata, at);
    }

    /**
     * Returns the index of the field with a name, or -1. Bisects large objects, and searches all fields if it misses:
     * some writers do not sort the fields.
     */
    private static int find(byte[] wanted, EncodedValue value, EncodedNames names) {
        int low = 0;
        int high = value.count() - 1;
        while (high - low >= FEW) {
            int middle = low + high >>> 1;
            int order = names.compare(value.fieldId(middle), wanted);
            if (order == 0) {
                return middle;
            } else if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        int found = find(wanted, value, low, high + 1, names);
        if (found < 0) {
            found = find(wanted, value, 0, low, names);
        }
        return found < 0 ? find(wanted, value, high + 1, value.count(), names) : found;
    }

    private static int find(byte[] wanted, EncodedValue value, int from, int to, EncodedNames names) {
        for (int i = from; i < to; i++) {
            if (names.isEqual(value.fieldId(i), wanted)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Checks the whole value and its metadata against the specification: bounds, names and their order and uniqueness,
     * text, scales, times and nesting. Other methods check only what they use.
     *
     * @throws CorruptFileException if a part violates the encoding
     * @throws UnsupportedFeatureException if the value contains an unknown type, or is nested deeper than
     *     {@value #MAX_DEPTH} levels
     */
    public void validate() {
        metadata.names().check();
        ValueCheck.check(value, metadata.names());
    }

    /** Returns the metadata with the names of fields. */
    public VariantMetadata metadata() {
        return metadata;
    }

    /** Returns a copy of the value's bytes. */
    public byte[] toByteArray() {
        return Arrays.copyOfRange(value.bytes(), value.start(), value.start() + value.size());
    }

    /** Returns an equal variant with its own bytes. */
    public Variant copy() {
        return of(metadata.toByteArray(), toByteArray());
    }

    /**
     * Returns the variant of a JSON text; see {@link VariantBuilder#appendJson}.
     *
     * @throws InvalidDataException if the text is not one JSON value, or a variant cannot represent it
     */
    public static Variant parseJson(String json) {
        return new VariantBuilder().appendJson(json).build();
    }

    /**
     * Returns the value as JSON. Numbers are exact. NaN and infinities, ISO 8601 dates, times and timestamps, UUIDs,
     * and Base64 for binary values are strings.
     *
     * @throws CorruptFileException if the bytes violate the encoding, or an object has two fields with one name
     * @throws UnsupportedFeatureException if a value has an unknown type, or is nested deeper than {@value #MAX_DEPTH}
     *     levels
     */
    public String toJson() {
        return VariantJson.of(this);
    }

    /** Returns the size of the value in bytes. */
    public int byteSize() {
        return value.size();
    }

    /** Returns the value without the names of fields. */
    EncodedValue encoded() {
        return value;
    }

    private void check(VariantType wanted, String inWords) {
        if (type() != wanted) {
            throw otherType(inWords);
        }
    }

    private void checkContainer() {
        if (type() != VariantType.OBJECT && type() != VariantType.ARRAY) {
            throw otherType("an object or array");
        }
    }

    private InvalidDataException otherType(String wanted) {
        return new InvalidDataException("the variant is not " + wanted + " but of type " + type());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Variant that && equals(that, 0);
    }

    private boolean equals(Variant other, int depth) {
        if (type() != other.type()) {
            return false;
        }
        if (type() == VariantType.BOOLEAN) {
            return getBoolean() == other.getBoolean();
        }
        if (type() != VariantType.OBJECT && type() != VariantType.ARRAY) {
            return Arrays.equals(
                    value.bytes(),
                    value.payload(),
                    value.start() + value.size(),
                    other.value.bytes(),
                    other.value.payload(),
                    other.value.start() + other.value.size());
        }
        if (value.count() != other.value.count()) {
            return false;
        }
        EncodedValue.checkDepth(depth);
        value.checkDisjoint();
        other.value.checkDisjoint();
        for (int i = 0; i < value.count(); i++) {
            if (type() == VariantType.OBJECT && !name(i).equals(other.name(i))
                    || !get(i).equals(other.get(i), depth + 1)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return hashCode(0);
    }

    private int hashCode(int depth) {
        int hash = type().hashCode();
        if (type() == VariantType.BOOLEAN) {
            return hash + Boolean.hashCode(getBoolean());
        }
        if (type() != VariantType.OBJECT && type() != VariantType.ARRAY) {
            for (int i = value.payload(); i < value.start() + value.size(); i++) {
                hash = 31 * hash + value.bytes()[i];
            }
            return hash;
        }
        EncodedValue.checkDepth(depth);
        value.checkDisjoint();
        for (int i = 0; i < value.count(); i++) {
            hash = 31 * hash + (type() == VariantType.OBJECT ? name(i).hashCode() : 0);
            hash = 31 * hash + get(i).hashCode(depth + 1);
        }
        return hash;
    }

    /** Returns the value as JSON, see {@link #toJson}. */
    @Override
    public String toString() {
        return toJson();
    }
}
