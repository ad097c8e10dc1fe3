package io.pq2.schema;

/** What the values of a field mean (LogicalTypes.md of the format). */
public sealed interface LogicalType {

    /** UTF-8 text in a BYTE_ARRAY. */
    record StringType() implements LogicalType {}

    /** The UTF-8 name of an enumeration's constant in a BYTE_ARRAY. */
    record EnumType() implements LogicalType {}

    /** A UUID in 16 bytes, big-endian. */
    record UuidType() implements LogicalType {}

    /**
     * An integer.
     *
     * @param bitWidth 8, 16, 32 (in an INT32) or 64 (in an INT64)
     * @param signed whether it is two's complement or unsigned
     */
    record IntType(int bitWidth, boolean signed) implements LogicalType {
        public IntType {
            if (bitWidth != 8 && bitWidth != 16 && bitWidth != 32 && bitWidth != 64) {
                throw new IllegalArgumentException("an integer of " + bitWidth + " bits; 8, 16, 32 and 64 exist");
            }
        }
    }

    /**
     * A number {@code unscaled * 10^-scale}; the unscaled value is an INT32, an INT64 or big-endian two's complement bytes.
     *
     * @param precision decimal digits of the unscaled value, at least 1
     * @param scale digits behind the point, from 0 to the precision
     */
    record DecimalType(int precision, int scale) implements LogicalType {
        public DecimalType {
            if (precision < 1 || scale < 0 || scale > precision) {
                throw new IllegalArgumentException("a decimal of precision " + precision + " and scale " + scale);
            }
        }
    }

    /** IEEE 754 binary16 in 2 bytes, little-endian. */
    record Float16Type() implements LogicalType {}

    /** Days since 1970-01-01 in an INT32. */
    record DateType() implements LogicalType {}

    /**
     * Time since midnight: milliseconds in an INT32, the others in an INT64.
     *
     * @param unit what is counted
     * @param utc whether the time was adjusted to UTC ({@code isAdjustedToUTC}); otherwise it is local
     */
    record TimeType(TimeUnit unit, boolean utc) implements LogicalType {}

    /**
     * Time since 1970-01-01T00:00:00 in an INT64.
     *
     * @param unit what is counted
     * @param utc whether it is an instant ({@code isAdjustedToUTC}); otherwise a local date and time
     */
    record TimestampType(TimeUnit unit, boolean utc) implements LogicalType {}

    /** Months, days and milliseconds, each an unsigned little-endian INT32, in 12 bytes. Exists as ConvertedType only. */
    record IntervalType() implements LogicalType {}

    /** A JSON document in UTF-8. */
    record JsonType() implements LogicalType {}

    /** A BSON document. */
    record BsonType() implements LogicalType {}

    /** A list, see {@link Shape.Array}. */
    record ListType() implements LogicalType {}

    /** A map, see {@link Shape.Map}. */
    record MapType() implements LogicalType {}

    /** What old writers put on a map's repeated group, or on the map itself. Exists as ConvertedType only. */
    record MapKeyValueType() implements LogicalType {}

    /** Always null. */
    record UnknownType() implements LogicalType {}

    /**
     * A semi-structured value: a group with the fields metadata, value and perhaps typed_value (VariantEncoding.md).
     *
     * @param specificationVersion the version of the encoding, null if the file does not say
     */
    record VariantType(Integer specificationVersion) implements LogicalType {}

    /**
     * Shapes in the plane as well-known binary.
     *
     * @param crs the coordinate reference system, null for the default OGC:CRS84
     */
    record GeometryType(String crs) implements LogicalType {}

    /**
     * Shapes on a globe as well-known binary.
     *
     * @param crs the coordinate reference system, null for the default OGC:CRS84
     * @param algorithm how edges run between points, null for the default SPHERICAL
     */
    record GeographyType(String crs, EdgeInterpolation algorithm) implements LogicalType {}

    /** A reference to a file, or its content: a group with the fields uri, offset, size, content_type, checksum, inline. */
    record FileType() implements LogicalType {}

    /**
     * A type that this version does not know, or one that does not fit the field it stands on; the values are to be taken as
     * their physical type.
     *
     * @param fieldId the number in the LogicalType union, or 0 for a type that is known and does not fit
     * @param description what was found, for messages
     */
    record UnrecognizedType(int fieldId, String description) implements LogicalType {}
}
