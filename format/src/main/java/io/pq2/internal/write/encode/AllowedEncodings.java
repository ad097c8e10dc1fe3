package io.pq2.internal.write.encode;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.write.DataPageVersion;
import io.pq2.write.Profile;
import io.pq2.write.WriteOptions;
import java.util.List;
import java.util.Set;

/** What the options leave to choose from for the values of a column. */
public final class AllowedEncodings {

    private AllowedEncodings() {}

    /** Whether the column may have a dictionary. */
    public static boolean dictionary(Column column, WriteOptions options) {
        Set<Encoding> forbidden = options.forbiddenEncodings(column.dottedPath());
        return options.dictionary(column.dottedPath())
                && !forbidden.contains(Encoding.RLE_DICTIONARY)
                && !forbidden.contains(Encoding.PLAIN_DICTIONARY);
    }

    /**
     * The encodings of values that are in no dictionary, the one that is cheapest to read first; at least one.
     *
     * @throws InvalidDataException if none is left
     * @throws UnsupportedFeatureException if the format does not have the one that is wanted for the column's type
     */
    public static List<Encoding> of(Column column, WriteOptions options) {
        String path = column.dottedPath();
        PhysicalType type = column.field().physicalType();
        Encoding wanted = options.encoding(path);
        if (wanted != null) {
            if (!all(type).contains(wanted)) {
                throw new UnsupportedFeatureException("writing " + type + " values in encoding " + wanted)
                        .locate(new FileLocation(null, -1, path, -1, -1));
            }
            return List.of(wanted);
        }
        Set<Encoding> forbidden = options.forbiddenEncodings(path);
        Encoding general = options.encoding(type);
        if (general != null && all(type).contains(general) && !forbidden.contains(general)) {
            return List.of(general);
        }
        List<Encoding> left = options.profile().encodings(type).stream()
                .filter(encoding -> !forbidden.contains(encoding) && isReadByAll(encoding, column, options))
                .toList();
        if (left.isEmpty()) {
            throw new InvalidDataException("column " + path + ": of the encodings of " + type + " that the profile "
                    + options.profile() + " allows, " + options.profile().encodings(type) + ", all are forbidden");
        }
        return left;
    }

    /**
     * Whether all readers of the profile read an encoding of the column's type in this column and file too.
     *
     * <p>Spark's vectorised reader (4.2) takes wrong bytes for DELTA_BYTE_ARRAY where the values of a page are not compressed: it reads the
     * suffixes from {@code ByteBuffer.array()} without {@code arrayOffset()}, which is above 0 where they lie in the buffer of a
     * vectored read. Pages of version 2 are not compressed where that would not make them smaller. DuckDB (2.0) refuses decimals in
     * DELTA_LENGTH_BYTE_ARRAY.
     */
    private static boolean isReadByAll(Encoding encoding, Column column, WriteOptions options) {
        if (options.profile() != Profile.COMPATIBLE) {
            return true;
        }
        return switch (encoding) {
            case DELTA_BYTE_ARRAY ->
                options.codec(column.dottedPath()) != CompressionCodec.UNCOMPRESSED
                        && options.dataPageVersion(column) == DataPageVersion.V1;
            case DELTA_LENGTH_BYTE_ARRAY -> !(column.field().logicalType() instanceof LogicalType.DecimalType);
            default -> true;
        };
    }

    /** All encodings that the format has for values of a type that are in no dictionary. Some are never chosen, only named. */
    private static List<Encoding> all(PhysicalType type) {
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
