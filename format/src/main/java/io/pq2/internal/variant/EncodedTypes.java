package io.pq2.internal.variant;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.variant.VariantType;

/** The first byte of encoded values (VariantEncoding.md, "Value encoding"). */
final class EncodedTypes {

    /** The basic type of values that are neither short strings nor objects nor arrays. */
    static final int PRIMITIVE = 0;

    /** The basic type of strings of up to 63 bytes. */
    static final int SHORT_STRING = 1;

    static final int OBJECT = 2;
    static final int ARRAY = 3;

    /** The id of {@code boolean (True)}; the next id is {@code boolean (False)}. */
    static final int TRUE_ID = 1;

    private static final VariantType[] TYPES = VariantType.values();

    private EncodedTypes() {}

    /**
     * Returns the type of a value from its first byte.
     *
     * @throws UnsupportedFeatureException if this version does not know the type
     */
    static VariantType of(byte valueMetadata) {
        int header = (valueMetadata & 0xFF) >>> 2;
        return switch (valueMetadata & 3) {
            case PRIMITIVE -> primitive(header);
            case SHORT_STRING -> VariantType.STRING;
            case OBJECT -> VariantType.OBJECT;
            default -> VariantType.ARRAY;
        };
    }

    private static VariantType primitive(int id) {
        if (id > primitiveId(VariantType.UUID)) {
            throw new UnsupportedFeatureException(
                    "VARIANT value of primitive type " + id + ", which this version does not know");
        }
        return id <= TRUE_ID ? TYPES[id] : TYPES[id - 1];
    }

    /** Returns the id of a primitive type; for BOOLEAN the id of true. */
    static int primitiveId(VariantType type) {
        return type.ordinal() <= TRUE_ID ? type.ordinal() : type.ordinal() + 1;
    }

    /** Returns the number of bytes after the first byte of a value, or -1 if it depends on the value. */
    static int fixedSize(VariantType type) {
        return switch (type) {
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
