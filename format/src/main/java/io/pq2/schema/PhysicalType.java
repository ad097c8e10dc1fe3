package io.pq2.schema;

/** The types in which values are stored ({@code Type} of parquet.thrift). The ordinal is the number in files. */
public enum PhysicalType {
    /** One bit. */
    BOOLEAN,
    /** Four bytes, little-endian two's complement. */
    INT32,
    /** Eight bytes, little-endian two's complement. */
    INT64,
    /**
     * Twelve bytes: nanoseconds of the day as INT64, then the Julian day as INT32, both little-endian. Deprecated for
     * new files.
     */
    INT96,
    /** IEEE 754 binary32. */
    FLOAT,
    /** IEEE 754 binary64. */
    DOUBLE,
    /** A number of bytes below 2<sup>31</sup> that varies by value. */
    BYTE_ARRAY,
    /** The number of bytes in the schema ({@code type_length}). */
    FIXED_LEN_BYTE_ARRAY
}
