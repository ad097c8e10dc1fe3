package io.pq2.schema;

/** The types that values are stored as ({@code Type} in {@code parquet.thrift}); the ordinal is the number in a file. */
public enum PhysicalType {
    /** One bit. */
    BOOLEAN,
    /** Four bytes, little-endian two's complement. */
    INT32,
    /** Eight bytes, little-endian two's complement. */
    INT64,
    /** Twelve bytes: nanoseconds of the day as INT64, then the Julian day as INT32, both little-endian. Deprecated. */
    INT96,
    /** IEEE 754 binary32. */
    FLOAT,
    /** IEEE 754 binary64. */
    DOUBLE,
    /** Any number of bytes below 2<sup>31</sup>. */
    BYTE_ARRAY,
    /** As many bytes as the schema says. */
    FIXED_LEN_BYTE_ARRAY
}
