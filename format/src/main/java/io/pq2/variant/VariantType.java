package io.pq2.variant;

/** The type of a variant: a primitive type of the encoding in the order of its ids, an object or an array. */
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
    ARRAY
}
