package io.pq2.internal.write.encode;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.write.options.EncodingOptions;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.write.Profile;
import java.util.List;
import java.util.Set;

/** Determines the encodings that options, readers and the format allow for a column. */
public final class AllowedEncodings {

    private AllowedEncodings() {}

    /** Whether the column may have a dictionary. */
    public static boolean dictionary(Column column, WriteSettings settings) {
        EncodingOptions options = settings.encodings();
        Set<Encoding> forbidden = options.forbidden(column.dottedPath());
        return options.dictionary().get(column.dottedPath())
                && !forbidden.contains(Encoding.RLE_DICTIONARY)
                && !forbidden.contains(Encoding.PLAIN_DICTIONARY);
    }

    /**
     * Returns the encodings to choose from for values without a dictionary, the cheapest to decode first; at least one.
     *
     * @throws InvalidDataException if no encoding is left
     * @throws UnsupportedFeatureException if the format does not define the required encoding for the column's type
     */
    public static List<Encoding> of(Column column, WriteSettings settings) {
        EncodingOptions options = settings.encodings();
        String path = column.dottedPath();
        PhysicalType type = column.field().physicalType();
        Encoding required = options.required(path);
        if (required != null) {
            if (!all(type).contains(required)) {
                throw new UnsupportedFeatureException("writing " + type + " values in encoding " + required)
                        .locate(FileLocation.column(path));
            }
            return List.of(required);
        }
        Set<Encoding> forbidden = options.forbidden(path);
        Encoding general = options.required(type);
        if (general != null && all(type).contains(general) && !forbidden.contains(general)) {
            return List.of(general);
        }
        List<Encoding> left = options.profile().encodings(type).stream()
                .filter(encoding -> !forbidden.contains(encoding) && isReadByAll(encoding, column, settings))
                .toList();
        if (left.isEmpty()) {
            throw new InvalidDataException("pq2.write.forbiddenEncodings (forbidEncoding of WriteOptions) leaves no"
                    + " encoding for the column " + path + ": profile " + options.profile() + " allows "
                    + options.profile().encodings(type) + " for " + type);
        }
        return left;
    }

    /**
     * Whether all readers of the profile decode an encoding correctly in this column.
     *
     * <p>Spark's vectorized reader (4.2) decodes DELTA_BYTE_ARRAY wrongly if the values of a page are not compressed:
     * it reads the suffixes from {@code ByteBuffer.array()} without adding {@code arrayOffset()}, which is above 0 in
     * the buffer of a vectored read. DuckDB (2.0) rejects decimals in DELTA_LENGTH_BYTE_ARRAY.
     */
    private static boolean isReadByAll(Encoding encoding, Column column, WriteSettings settings) {
        if (settings.encodings().profile() != Profile.COMPATIBLE) {
            return true;
        }
        return switch (encoding) {
            case DELTA_BYTE_ARRAY -> settings.compression(column).codec() != CompressionCodec.UNCOMPRESSED;
            case DELTA_LENGTH_BYTE_ARRAY -> !(column.field().logicalType() instanceof LogicalType.DecimalType);
            default -> true;
        };
    }

    /**
     * Returns all encodings that the format defines for a type. The writer uses some of them only if they are required.
     */
    public static List<Encoding> all(PhysicalType type) {
        return switch (type) {
            case BOOLEAN -> List.of(Encoding.PLAIN, Encoding.RLE);
            case INT32, INT64 -> List.of(Encoding.PLAIN, Encoding.DELTA_BINARY_PACKED, Encoding.BYTE_STREAM_SPLIT);
            case INT96 -> List.of(Encoding.PLAIN);
            case FLOAT, DOUBLE -> List.of(Encoding.PLAIN, Encoding.BYTE_STREAM_SPLIT, Encoding.ALP);
            case BYTE_ARRAY -> List.of(Encoding.PLAIN, Encoding.DELTA_LENGTH_BYTE_ARRAY, Encoding.DELTA_BYTE_ARRAY);
            case FIXED_LEN_BYTE_ARRAY -> List.of(Encoding.PLAIN, Encoding.DELTA_BYTE_ARRAY, Encoding.BYTE_STREAM_SPLIT);
        };
    }
}
