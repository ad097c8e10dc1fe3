package io.pq2.write;

import io.pq2.metadata.Encoding;
import io.pq2.schema.PhysicalType;
import java.util.List;

/**
 * Which readers a file is for, and so which encodings its writer may choose from. A dictionary may be had in all of them. Options that
 * name an encoding are not bound by the profile. docs/writing.md lists the readers of each.
 */
public enum Profile {
    /**
     * Encodings that all current readers have: PLAIN, RLE for BOOLEAN, DELTA_BINARY_PACKED for integers, DELTA_LENGTH_BYTE_ARRAY and
     * DELTA_BYTE_ARRAY for BYTE_ARRAY.
     */
    COMPATIBLE,

    /**
     * Those of {@link #COMPATIBLE}, BYTE_STREAM_SPLIT for FLOAT and DOUBLE, and DELTA_BYTE_ARRAY for FIXED_LEN_BYTE_ARRAY. Readers fail
     * at what they do not know, among them the built-in source of Spark 4.2.
     */
    MODERN;

    /** The encodings to choose from where values are in no dictionary, the one that is cheapest to read first. */
    public List<Encoding> encodings(PhysicalType type) {
        boolean modern = this == MODERN;
        return switch (type) {
            case BOOLEAN -> List.of(Encoding.PLAIN, Encoding.RLE);
            case INT32, INT64 -> List.of(Encoding.PLAIN, Encoding.DELTA_BINARY_PACKED);
            case INT96 -> List.of(Encoding.PLAIN);
            case FLOAT, DOUBLE ->
                modern ? List.of(Encoding.PLAIN, Encoding.BYTE_STREAM_SPLIT) : List.of(Encoding.PLAIN);
            case BYTE_ARRAY -> List.of(Encoding.PLAIN, Encoding.DELTA_LENGTH_BYTE_ARRAY, Encoding.DELTA_BYTE_ARRAY);
            case FIXED_LEN_BYTE_ARRAY ->
                modern ? List.of(Encoding.PLAIN, Encoding.DELTA_BYTE_ARRAY) : List.of(Encoding.PLAIN);
        };
    }
}
