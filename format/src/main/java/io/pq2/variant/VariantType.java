package io.pq2.variant;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.variant.ValueHeader;

/** The type of a variant: a primitive type of the encoding, an object or an array. */
public enum VariantType {
    NULL,
    BOOLEAN,
    INT8,
    INT16,
    INT32,
    INT64,
    DOUBLE,
    /** A decimal of up to 9 digits. */
    DECIMAL4,
    /** A decimal of up to 18 digits. */
    DECIMAL8,
    /** A decimal of up to 38 digits. */
    DECIMAL16,
    /** Days since 1970-01-01. */
    DATE,
    /** Microseconds since 1970-01-01T00:00:00Z. */
    TIMESTAMP,
    /** Microseconds since 1970-01-01T00:00:00, without a time zone. */
    TIMESTAMP_NTZ,
    FLOAT,
    BINARY,
    /** Text. The short and long forms of the encoding have the same meaning. */
    STRING,
    /** Microseconds since midnight, without a time zone. */
    TIME,
    /** Nanoseconds since 1970-01-01T00:00:00Z. */
    TIMESTAMP_NANOS,
    /** Nanoseconds since 1970-01-01T00:00:00, without a time zone. */
    TIMESTAMP_NTZ_NANOS,
    UUID,
    OBJECT,
    ARRAY;

    private static final VariantType[] VALUES = values();

    /** The id of {@code boolean (True)}; the next id is {@code boolean (False)}. */
    public static final int TRUE_ID = 1;

    /**
     * Returns the type of a value from its first byte.
     *
     * @throws UnsupportedFeatureException if this version does not know the type
     */
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

    /** Returns the id of a primitive type in the encoding; for BOOLEAN the id of true. */
    public int primitiveId() {
        return ordinal() <= TRUE_ID ? ordinal() : ordinal() + 1;
    }

    /** Returns the number of bytes after the first byte of a value, or -1 if it depends on the value. */
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
