package io.pq2.internal.bloomfilter;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.PrimitiveField;

/** Hashes values as bloom filters contain them: XXH64 of their PLAIN encoding. */
public final class ValueHash {

    private ValueHash() {}

    /**
     * Returns the hash of a number in a column of type INT64, or INT32 (of its low 32 bits).
     *
     * @throws InvalidDataException if the column has another type
     */
    public static long hash(PrimitiveField field, long value) {
        return switch (field.physicalType()) {
            case INT32 -> XxHash64.hash((int) value);
            case INT64 -> XxHash64.hash(value);
            case BOOLEAN, INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> throw wrongType(field, "integers");
        };
    }

    /**
     * Returns the hash of a number in a column of type DOUBLE, or FLOAT (of the number rounded to a float).
     *
     * @throws InvalidDataException if the column has another type
     */
    public static long hash(PrimitiveField field, double value) {
        return switch (field.physicalType()) {
            case FLOAT -> XxHash64.hash(Float.floatToRawIntBits((float) value));
            case DOUBLE -> XxHash64.hash(Double.doubleToRawLongBits(value));
            case BOOLEAN, INT32, INT64, INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                throw wrongType(field, "floating point numbers");
        };
    }

    /**
     * Returns the hash of the bytes of a value in a column of type BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY or INT96.
     *
     * @throws InvalidDataException if the column has another type
     */
    public static long hash(PrimitiveField field, byte[] value, int start, int length) {
        return switch (field.physicalType()) {
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96 -> XxHash64.hash(value, start, length);
            case BOOLEAN, INT32, INT64, FLOAT, DOUBLE -> throw wrongType(field, "bytes");
        };
    }

    private static InvalidDataException wrongType(PrimitiveField field, String values) {
        return new InvalidDataException("column " + field.name() + " has type " + field.physicalType()
                + "; its bloom filter contains no " + values);
    }
}
