package io.pq2.write;

import io.pq2.metadata.Encoding;
import io.pq2.schema.PhysicalType;
import java.util.List;

/**
 * The readers that a file addresses, which limits the encodings that the writer may choose. All profiles allow
 * dictionaries. Encodings that an option requires by name are not limited. docs/writing.md lists the readers of each
 * profile.
 */
public enum Profile {
    /**
     * Dictionaries and PLAIN, in data pages of version 1. For readers without the DELTA encodings and without RLE of
     * BOOLEAN, among them Impala and fastparquet.
     */
    PORTABLE,

    /**
     * Encodings that all current readers support: PLAIN, RLE for BOOLEAN, DELTA_BINARY_PACKED for INT32 and INT64,
     * DELTA_LENGTH_BYTE_ARRAY and DELTA_BYTE_ARRAY for BYTE_ARRAY.
     */
    COMPATIBLE,

    /**
     * The encodings of {@link #COMPATIBLE}, BYTE_STREAM_SPLIT for FLOAT and DOUBLE, and DELTA_BYTE_ARRAY for
     * FIXED_LEN_BYTE_ARRAY. Readers without support for these fail, among them the built-in source of Spark 4.2.
     */
    MODERN;

    /**
     * Returns the encodings that the writer may choose for values without a dictionary, the cheapest to decode first.
     * The list is unmodifiable and not empty.
     */
    public List<Encoding> encodings(PhysicalType type) {
        if (this == PORTABLE) {
            return List.of(Encoding.PLAIN);
        }
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
