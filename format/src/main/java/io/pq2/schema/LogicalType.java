package io.pq2.schema;

import org.jspecify.annotations.Nullable;

/** The meaning of the values of a field (LogicalTypes.md). */
public sealed interface LogicalType {

    /** UTF-8 text in a BYTE_ARRAY. */
    record StringType() implements LogicalType {}

    /** The name of an enum constant as UTF-8 text in a BYTE_ARRAY. */
    record EnumType() implements LogicalType {}

    /** A UUID as 16 bytes in big-endian order. */
    record UuidType() implements LogicalType {}

    /**
     * An integer.
     *
     * @param bitWidth 8, 16 or 32 in an INT32, or 64 in an INT64
     * @param signed whether the integer is signed (two's complement)
     */
    record IntType(int bitWidth, boolean signed) implements LogicalType {
        /**
         * Checks the width.
         *
         * @throws IllegalArgumentException if the format has no integers of this width
         */
        public IntType {
            if (bitWidth != 8 && bitWidth != 16 && bitWidth != 32 && bitWidth != 64) {
                throw new IllegalArgumentException(
                        "bit width " + bitWidth + " of an integer, expected 8, 16, 32 or 64");
            }
        }
    }

    /**
     * A decimal number {@code unscaled * 10^-scale}. The unscaled value is an INT32, an INT64, or bytes in big-endian
     * two's complement.
     *
     * @param precision number of decimal digits of the unscaled value, at least 1
     * @param scale number of digits after the decimal point, from 0 to the precision
     */
    record DecimalType(int precision, int scale) implements LogicalType {
        /**
         * Checks precision and scale.
         *
         * @throws IllegalArgumentException if they are out of range
         */
        public DecimalType {
            if (precision < 1 || scale < 0 || scale > precision) {
                throw new IllegalArgumentException("a decimal with precision " + precision + " and scale " + scale);
            }
        }
    }

    /** IEEE 754 binary16 in 2 bytes, little-endian. */
    record Float16Type() implements LogicalType {}

    /** Days since 1970-01-01 in an INT32. */
    record DateType() implements LogicalType {}

    /**
     * Time since midnight, as INT32 for milliseconds and INT64 for smaller units.
     *
     * @param unit unit of the number
     * @param utc whether the time is in UTC ({@code isAdjustedToUTC}); otherwise it is local
     */
    record TimeType(TimeUnit unit, boolean utc) implements LogicalType {}

    /**
     * Time since 1970-01-01T00:00:00 as INT64.
     *
     * @param unit unit of the number
     * @param utc whether the timestamp is an instant in UTC ({@code isAdjustedToUTC}); otherwise it is a local date
     *     and time
     */
    record TimestampType(TimeUnit unit, boolean utc) implements LogicalType {}

    /**
     * Months, days and milliseconds as three unsigned little-endian INT32, 12 bytes. Only {@code ConvertedType} has
     * it.
     */
    record IntervalType() implements LogicalType {}

    /** A JSON document in UTF-8. */
    record JsonType() implements LogicalType {}

    /** A BSON document. */
    record BsonType() implements LogicalType {}

    /** A list; see {@link Shape.Array}. */
    record ListType() implements LogicalType {}

    /** A map; see {@link Shape.Map}. */
    record MapType() implements LogicalType {}

    /**
     * An annotation that old writers put on the repeated group of a map, or on the map. Only {@code ConvertedType}
     * has it.
     */
    record MapKeyValueType() implements LogicalType {}

    /** Values that are all null. */
    record UnknownType() implements LogicalType {}

    /**
     * A semi-structured value (VariantEncoding.md): a group with the fields metadata and value, and typed_value if it
     * is shredded.
     *
     * @param specificationVersion version of the encoding; absent if the file does not say
     */
    record VariantType(@Nullable Integer specificationVersion) implements LogicalType {}

    /**
     * Geometries in the plane as well-known binary (Geospatial.md).
     *
     * @param crs coordinate reference system; absent for the default OGC:CRS84
     */
    record GeometryType(@Nullable String crs) implements LogicalType {}

    /**
     * Geometries on a sphere or ellipsoid as well-known binary (Geospatial.md).
     *
     * @param crs coordinate reference system; absent for the default OGC:CRS84
     * @param algorithm interpolation of edges between points; absent for the default SPHERICAL
     */
    record GeographyType(@Nullable String crs, @Nullable EdgeInterpolation algorithm) implements LogicalType {}

    /** A file or a reference to one: a group with the fields uri, offset, size, content_type, checksum and inline. */
    record FileType() implements LogicalType {}

    /**
     * A logical type that is unknown to this version or not allowed for its field. Readers use the values by their
     * physical type.
     *
     * @param fieldId field id in the {@code LogicalType} union; 0 for a known type that is not allowed for its field
     * @param description the annotation, for messages
     */
    record UnrecognizedType(int fieldId, String description) implements LogicalType {}
}
