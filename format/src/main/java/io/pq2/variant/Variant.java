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

/**
 * A semi-structured value (VariantEncoding.md): a view of its bytes, which must not change. What is inside an object or an array is a
 * view too; {@link #copy} has bytes of its own. Safe for use by several threads.
 *
 * <p>A getter for another type than {@link #type} fails with {@link InvalidDataException}. Bytes are hostile until checked: whatever
 * they are, the outcome of a call is a value, a {@link CorruptFileException}, or an {@link UnsupportedFeatureException} where they
 * are of a later version of the encoding or nested deeper than {@value #MAX_DEPTH} levels.
 *
 * <p>Two variants are equal if they have the same type and the same value; objects if they have the same fields, whatever the numbers
 * of their names.
 */
public final class Variant {

    /** How deep objects and arrays may be nested for what looks at all of a value. */
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

    /** The variant whose value starts at {@code offset} and ends within the {@code length} bytes from there on. */
    public static Variant of(VariantMetadata metadata, byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return new Variant(metadata, bytes, offset, offset + length);
    }

    /** The variant with the bytes of its two columns. */
    public static Variant of(byte[] metadata, byte[] value) {
        return new Variant(VariantMetadata.of(metadata), value, 0, value.length);
    }

    /** What it is. */
    public VariantType type() {
        return header.type();
    }

    /** Whether it is the value null. */
    public boolean isNull() {
        return type() == VariantType.NULL;
    }

    public boolean getBoolean() {
        check(VariantType.BOOLEAN, "a boolean");
        return (bytes[start] & 0xFF) >>> 2 == VariantType.TRUE_ID;
    }

    /** The value of an INT8, INT16, INT32 or INT64. */
    public long getLong() {
        return switch (type()) {
            case INT8 -> bytes[header.payload()];
            case INT16 -> LittleEndian.getShort(bytes, header.payload());
            case INT32 -> LittleEndian.getInt(bytes, header.payload());
            case INT64 -> rawLong();
            default -> throw otherType("an integer");
        };
    }

    public float getFloat() {
        check(VariantType.FLOAT, "a float");
        return Float.intBitsToFloat(LittleEndian.getInt(bytes, header.payload()));
    }

    /** The value of a DOUBLE or FLOAT. */
    public double getDouble() {
        return switch (type()) {
            case FLOAT -> getFloat();
            case DOUBLE -> Double.longBitsToDouble(rawLong());
            default -> throw otherType("a floating point number");
        };
    }

    /** The value of a decimal or an integer. */
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

    public String getString() {
        check(VariantType.STRING, "a string");
        return new String(bytes, header.payload(), payloadSize(), StandardCharsets.UTF_8);
    }

    /** The bytes of a BINARY, in a new array. */
    public byte[] getBinary() {
        check(VariantType.BINARY, "binary");
        return Arrays.copyOfRange(bytes, header.payload(), start + header.size());
    }

    public LocalDate getDate() {
        check(VariantType.DATE, "a date");
        return LocalDate.ofEpochDay(LittleEndian.getInt(bytes, header.payload()));
    }

    /**
     * The value of a TIME.
     *
     * @throws CorruptFileException if it is not within a day
     */
    public LocalTime getTime() {
        check(VariantType.TIME, "a time");
        long micros = rawLong();
        if (micros < 0 || micros >= 86_400_000_000L) {
            throw new CorruptFileException("VARIANT TIME: value " + micros + " is not within a day");
        }
        return LocalTime.ofNanoOfDay(micros * 1000);
    }

    /** The value of a TIMESTAMP or TIMESTAMP_NANOS. */
    public Instant getInstant() {
        return switch (type()) {
            case TIMESTAMP -> instant(1_000_000);
            case TIMESTAMP_NANOS -> instant(1_000_000_000);
            default -> throw otherType("a timestamp with time zone");
        };
    }

    /** The value of a TIMESTAMP_NTZ or TIMESTAMP_NTZ_NANOS. */
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

    public UUID getUuid() {
        check(VariantType.UUID, "a UUID");
        return new UUID(
                Long.reverseBytes(rawLong()), Long.reverseBytes(LittleEndian.getLong(bytes, header.payload() + 8)));
    }

    private long rawLong() {
        return LittleEndian.getLong(bytes, header.payload());
    }

    /** The number of fields of an object or of elements of an array. */
    public int size() {
        checkContainer();
        return header.count();
    }

    /** The name of a field of an object, which has them in the order of their names. */
    public String name(int index) {
        check(VariantType.OBJECT, "an object");
        return metadata.name(fieldId(index));
    }

    /** A field of an object or an element of an array. */
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

    /** The field of an object with that name, null if there is none. */
    public Variant get(String name) {
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

    /** The number of a field's name in the metadata, which may have no such name. */
    public int fieldId(int index) {
        Objects.checkIndex(index, header.count());
        long id = LittleEndian.getUnsigned(bytes, header.ids() + index * header.idWidth(), header.idWidth());
        return id > Integer.MAX_VALUE ? -1 : (int) id;
    }

    private long fieldOffset(int index) {
        return LittleEndian.getUnsigned(bytes, header.offsets() + index * header.offsetWidth(), header.offsetWidth());
    }

    /**
     * Adds up the sizes of what is inside an object or array, so that a few bytes cannot stand for many values.
     *
     * @throws CorruptFileException if values overlap
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

    /** The names of the fields of its objects. */
    public VariantMetadata metadata() {
        return metadata;
    }

    /** The bytes of the value, in a new array. */
    public byte[] toByteArray() {
        return Arrays.copyOfRange(bytes, start, start + header.size());
    }

    /** The same variant with bytes of its own. */
    public Variant copy() {
        return of(metadata.toByteArray(), toByteArray());
    }

    /**
     * The value as JSON. Numbers are exact and NaN and the infinities strings; dates, times and timestamps are strings of ISO 8601,
     * UUIDs strings, binary is a string of Base64.
     */
    public String toJson() {
        StringBuilder json = new StringBuilder();
        VariantJson.append(this, json, 0);
        return json.toString();
    }

    /** Where its bytes are: {@link #byteSize} of them from {@link #byteStart} on. */
    public byte[] array() {
        return bytes;
    }

    public int byteStart() {
        return start;
    }

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

    public static void checkDepth(int depth) {
        if (depth > MAX_DEPTH) {
            throw new UnsupportedFeatureException("VARIANT value nested deeper than " + MAX_DEPTH + " levels");
        }
    }

    @Override
    public boolean equals(Object other) {
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

    /** See {@link #toJson}. */
    @Override
    public String toString() {
        return toJson();
    }
}
