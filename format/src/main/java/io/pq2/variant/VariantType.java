package io.pq2.variant;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.variant.ValueHeader;

/** What a variant is: one of the primitive types of the encoding, an object or an array. */
public enum VariantType {
    NULL,
    BOOLEAN,
    INT8,
    INT16,
    INT32,
    INT64,
    DOUBLE,
    /** Up to 9 digits. */
    DECIMAL4,
    /** Up to 18 digits. */
    DECIMAL8,
    /** Up to 38 digits. */
    DECIMAL16,
    /** Days since 1970-01-01. */
    DATE,
    /** Microseconds since 1970-01-01T00:00:00Z. */
    TIMESTAMP,
    /** Microseconds since 1970-01-01T00:00:00 of a local clock. */
    TIMESTAMP_NTZ,
    FLOAT,
    BINARY,
    /** Text; the encoding has a short and a long form of it, which mean the same. */
    STRING,
    /** Microseconds since midnight of a local clock. */
    TIME,
    /** Nanoseconds since 1970-01-01T00:00:00Z. */
    TIMESTAMP_NANOS,
    /** Nanoseconds since 1970-01-01T00:00:00 of a local clock. */
    TIMESTAMP_NTZ_NANOS,
    UUID,
    OBJECT,
    ARRAY;

    private static final VariantType[] VALUES = values();

    /** The id of {@code boolean (True)}; {@code boolean (False)} is the next one. */
    public static final int TRUE_ID = 1;

    /** The type of a value by its first byte. */
    public static VariantType of(byte valueMetadata) {
        int header = (valueMetadata & 0xFF) >>> 2;
        return switch (valueMetadata & 3) {
            case ValueHeader.PRIMITIVE -> primitive(header);
            case ValueHeader.SHORT_STRING -> STRING;
            case ValueHeader.OBJECT -> OBJECT;
            default -> ARRAY;
        };
    }

    private static VariantType primitive(int id) {
        if (id > UUID.primitiveId()) {
            throw new UnsupportedFeatureException(
                    "VARIANT value of primitive type " + id + ", which this version does not know");
        }
        return id <= TRUE_ID ? VALUES[id] : VALUES[id - 1];
    }

    /** The number of a primitive type in the encoding, of BOOLEAN that of true. */
    public int primitiveId() {
        return ordinal() <= TRUE_ID ? ordinal() : ordinal() + 1;
    }

    /** How many bytes follow the first one; -1 if that depends on the value. */
    public int fixedSize() {
        return switch (this) {
            case NULL, BOOLEAN -> 0;
            case INT8 -> 1;
            case INT16 -> 2;
            case INT32, FLOAT, DATE -> 4;
            case DECIMAL4 -> 5;
            case INT64, DOUBLE, TIMESTAMP, TIMESTAMP_NTZ, TIME, TIMESTAMP_NANOS, TIMESTAMP_NTZ_NANOS -> 8;
            case DECIMAL8 -> 9;
            case UUID -> 16;
            case DECIMAL16 -> 17;
            case BINARY, STRING, OBJECT, ARRAY -> -1;
        };
    }
}
