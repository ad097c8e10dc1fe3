package io.pq2.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.io.LittleEndian;
import io.pq2.internal.variant.ValueHeader;
import io.pq2.internal.variant.VariantJson;
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
 * <p>A getter for another type than {@link #type} throws {@link InvalidDataException}. Bytes are checked before use:
 * whatever they are, a method returns a value, or throws {@link CorruptFileException}, or throws {@link
 * UnsupportedFeatureException} for a later version of the encoding and for values nested deeper than {@value
 * #MAX_DEPTH} levels.
 *
 * <p>Variants are equal if they have the same type and value. Objects are equal if they have equal fields,
 * independent of the field ids.
 */
public final class Variant {

    /** The limit on the nesting of objects and arrays for methods that visit a whole value. */
    public static final int MAX_DEPTH = 1000;

    private static final int MAX_SCALE = 38;
    private static final int FEW = 16;

    private final VariantMetadata metadata;
    private final byte[] bytes;
    private final int start;
    private final ValueHeader header;

    private Variant(VariantMetadata metadata, byte[] bytes, int start, int limit) {
        this.metadata = metadata;
        this.bytes = bytes;
        this.start = start;
        this.header = ValueHeader.read(bytes, start, limit);
    }

    /**
     * Returns the variant whose value starts at {@code offset} and ends within {@code length} bytes.
     *
     * @param metadata the names of fields
     * @param bytes an array that contains the value, shared with the variant
     */
    public static Variant of(VariantMetadata metadata, byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return new Variant(metadata, bytes, offset, offset + length);
    }

    /** Returns the variant with the bytes of its two columns, which it shares. */
    public static Variant of(byte[] metadata, byte[] value) {
        return new Variant(VariantMetadata.of(metadata), value, 0, value.length);
    }

    /** Returns the type of the value. */
    public VariantType type() {
        return header.type();
    }

    /** Whether the value is null. */
    public boolean isNull() {
        return type() == VariantType.NULL;
    }

    /** Returns the value of a BOOLEAN. */
    public boolean getBoolean() {
        check(VariantType.BOOLEAN, "a boolean");
        return (bytes[start] & 0xFF) >>> 2 == VariantType.TRUE_ID;
    }

    /** Returns the value of an INT8, INT16, INT32 or INT64. */
    public long getLong() {
        return switch (type()) {
            case INT8 -> bytes[header.payload()];
            case INT16 -> LittleEndian.getShort(bytes, header.payload());
            case INT32 -> LittleEndian.getInt(bytes, header.payload());
            case INT64 -> rawLong();
            default -> throw otherType("an integer");
        };
    }

    /** Returns the value of a FLOAT. */
    public float getFloat() {
        check(VariantType.FLOAT, "a float");
        return Float.intBitsToFloat(LittleEndian.getInt(bytes, header.payload()));
    }

    /** Returns the value of a DOUBLE or FLOAT. */
    public double getDouble() {
        return switch (type()) {
            case FLOAT -> getFloat();
            case DOUBLE -> Double.longBitsToDouble(rawLong());
            default -> throw otherType("a floating point number");
        };
    }

    /** Returns the value of a decimal or integer. */
    public BigDecimal getDecimal() {
        int at = header.payload();
        return switch (type()) {
            case DECIMAL4 -> BigDecimal.valueOf(LittleEndian.getInt(bytes, at + 1), scale());
            case DECIMAL8 -> BigDecimal.valueOf(LittleEndian.getLong(bytes, at + 1), scale());
            case DECIMAL16 -> {
                byte[] unscaled = new byte[16];
                for (int i = 0; i < unscaled.length; i++) {
                    unscaled[i] = bytes[at + unscaled.length - i];
                }
                yield new BigDecimal(new BigInteger(unscaled), scale());
            }
            case INT8, INT16, INT32, INT64 -> BigDecimal.valueOf(getLong());
            default -> throw otherType("an exact number");
        };
    }

    private int scale() {
        int scale = bytes[header.payload()] & 0xFF;
        if (scale > MAX_SCALE) {
            throw new CorruptFileException("VARIANT " + type() + ": scale " + scale + ", at most " + MAX_SCALE);
        }
        return scale;
    }

    /** Returns the value of a STRING. */
    public String getString() {
        check(VariantType.STRING, "a string");
        return new String(bytes, header.payload(), payloadSize(), StandardCharsets.UTF_8);
    }

    /** Returns a copy of the value of a BINARY. */
    public byte[] getBinary() {
        check(VariantType.BINARY, "binary");
        return Arrays.copyOfRange(bytes, header.payload(), start + header.size());
    }

    /** Returns the value of a DATE. */
    public LocalDate getDate() {
        check(VariantType.DATE, "a date");
        return LocalDate.ofEpochDay(LittleEndian.getInt(bytes, header.payload()));
    }

    /**
     * Returns the value of a TIME.
     *
     * @throws CorruptFileException if it is negative or not less than one day
     */
    public LocalTime getTime() {
        check(VariantType.TIME, "a time");
        long micros = rawLong();
        if (micros < 0 || micros >= 86_400_000_000L) {
            throw new CorruptFileException("VARIANT TIME: value " + micros + " is not within a day");
        }
        return LocalTime.ofNanoOfDay(micros * 1000);
    }

    /** Returns the value of a TIMESTAMP or TIMESTAMP_NANOS. */
    public Instant getInstant() {
        return switch (type()) {
            case TIMESTAMP -> instant(1_000_000);
            case TIMESTAMP_NANOS -> instant(1_000_000_000);
            default -> throw otherType("a timestamp with time zone");
        };
    }

    /** Returns the value of a TIMESTAMP_NTZ or TIMESTAMP_NTZ_NANOS. */
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

    /** Returns the value of a UUID. */
    public UUID getUuid() {
        check(VariantType.UUID, "a UUID");
        return new UUID(
                Long.reverseBytes(rawLong()), Long.reverseBytes(LittleEndian.getLong(bytes, header.payload() + 8)));
    }

    private long rawLong() {
        return LittleEndian.getLong(bytes, header.payload());
    }

    /** Returns the number of fields of an object or elements of an array. */
    public int size() {
        checkContainer();
        return header.count();
    }

    /** Returns the name of a field of an object. Fields are ordered by name. */
    public String name(int index) {
        check(VariantType.OBJECT, "an object");
        return metadata.name(fieldId(index));
    }

    /** Returns a field of an object or an element of an array. */
    public Variant get(int index) {
        checkContainer();
        Objects.checkIndex(index, header.count());
        long from = fieldOffset(index);
        int length = payloadSize();
        long to = type() == VariantType.ARRAY ? fieldOffset(index + 1) : length;
        if (from >= to || to > length) {
            throw new CorruptFileException("VARIANT " + type() + ": field_offset " + index + " is " + from
                    + ", the value ends at " + to + " of " + length);
        }
        return new Variant(metadata, bytes, header.payload() + (int) from, header.payload() + (int) to);
    }

    /** Returns the field of an object with a name; absent when there is none. */
    public @Nullable Variant get(String name) {
        check(VariantType.OBJECT, "an object");
        byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
        int low = 0;
        int high = header.count() - 1;
        while (high - low >= FEW) {
            int middle = low + high >>> 1;
            int order = metadata.compare(fieldId(middle), wanted);
            if (order == 0) {
                return get(middle);
            } else if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        for (int i = low; i <= high; i++) {
            if (metadata.compare(fieldId(i), wanted) == 0) {
                return get(i);
            }
        }
        return null;
    }

    /** Returns the id of a field's name, which may be missing in the metadata. */
    public int fieldId(int index) {
        Objects.checkIndex(index, header.count());
        long id = LittleEndian.getUnsigned(bytes, header.ids() + index * header.idWidth(), header.idWidth());
        return id > Integer.MAX_VALUE ? -1 : (int) id;
    }

    private long fieldOffset(int index) {
        return LittleEndian.getUnsigned(bytes, header.offsets() + index * header.offsetWidth(), header.offsetWidth());
    }

    /**
     * Checks that the values in an object or array do not overlap, so that few bytes cannot represent many values.
     *
     * @throws CorruptFileException if they overlap
     */
    public void checkDisjoint() {
        long sum = 0;
        for (int i = 0; i < header.count(); i++) {
            sum += get(i).header.size();
        }
        if (sum > payloadSize()) {
            throw new CorruptFileException(
                    "VARIANT " + type() + ": values of " + sum + " bytes overlap in " + payloadSize());
        }
    }

    /** Returns the metadata with the names of fields. */
    public VariantMetadata metadata() {
        return metadata;
    }

    /** Returns a copy of the value's bytes. */
    public byte[] toByteArray() {
        return Arrays.copyOfRange(bytes, start, start + header.size());
    }

    /** Returns an equal variant with its own bytes. */
    public Variant copy() {
        return of(metadata.toByteArray(), toByteArray());
    }

    /**
     * Returns the value as JSON. Numbers are exact. NaN and infinities, ISO 8601 dates, times and timestamps, UUIDs,
     * and Base64 for binary values are strings.
     */
    public String toJson() {
        StringBuilder json = new StringBuilder();
        VariantJson.append(this, json, 0);
        return json.toString();
    }

    /** Returns the array that contains the value. The caller must not change it. */
    public byte[] array() {
        return bytes;
    }

    /** Returns the index of the value's first byte in {@link #array()}. */
    public int byteStart() {
        return start;
    }

    /** Returns the size of the value in bytes. */
    public int byteSize() {
        return header.size();
    }

    private int payloadSize() {
        return start + header.size() - header.payload();
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

    /**
     * Checks the nesting of objects and arrays.
     *
     * @throws UnsupportedFeatureException if it exceeds {@link #MAX_DEPTH}
     */
    public static void checkDepth(int depth) {
        if (depth > MAX_DEPTH) {
            throw new UnsupportedFeatureException("VARIANT value nested deeper than " + MAX_DEPTH + " levels");
        }
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
                    bytes,
                    header.payload(),
                    start + header.size(),
                    other.bytes,
                    other.header.payload(),
                    other.start + other.header.size());
        }
        if (header.count() != other.header.count()) {
            return false;
        }
        checkDepth(depth);
        checkDisjoint();
        other.checkDisjoint();
        for (int i = 0; i < header.count(); i++) {
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
            for (int i = header.payload(); i < start + header.size(); i++) {
                hash = 31 * hash + bytes[i];
            }
            return hash;
        }
        checkDepth(depth);
        checkDisjoint();
        for (int i = 0; i < header.count(); i++) {
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
