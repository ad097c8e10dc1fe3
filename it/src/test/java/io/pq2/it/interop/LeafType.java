package io.pq2.it.interop;

import io.pq2.metadata.Encoding;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import java.util.List;

/**
 * A type and its test values: min, max, and values that readers often get wrong.
 *
 * @param physicalType the physical type
 * @param typeLength the bytes per value of FIXED_LEN_BYTE_ARRAY, otherwise 0
 * @param logicalType the logical type, or null without one
 * @param values Boolean, Integer, Long, Float, Double or byte[], by physical type; empty if all values are null
 */
record LeafType(PhysicalType physicalType, int typeLength, LogicalType logicalType, List<Object> values) {

    /** Returns the name in documentation and in schemas as text. */
    String title() {
        String physical = typeLength == 0 ? physicalType.name() : physicalType + "(" + typeLength + ")";
        return logicalType == null ? physical : physical + " " + Annotations.text(logicalType);
    }

    /** Returns the name of a column of this type. */
    String id() {
        return title().toLowerCase(java.util.Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "_")
                .replaceAll("_$", "");
    }

    PrimitiveField field(String name, Repetition repetition) {
        return new PrimitiveField(name, repetition, physicalType, typeLength, logicalType, null);
    }

    /** Returns the encodings that the format defines for the physical type, dictionaries first. */
    List<Encoding> encodings() {
        return switch (physicalType) {
            case BOOLEAN -> List.of(Encoding.PLAIN, Encoding.RLE);
            case INT32, INT64 ->
                List.of(
                        Encoding.RLE_DICTIONARY,
                        Encoding.PLAIN,
                        Encoding.DELTA_BINARY_PACKED,
                        Encoding.BYTE_STREAM_SPLIT);
            case INT96 -> List.of(Encoding.RLE_DICTIONARY, Encoding.PLAIN);
            case FLOAT, DOUBLE ->
                List.of(Encoding.RLE_DICTIONARY, Encoding.PLAIN, Encoding.BYTE_STREAM_SPLIT, Encoding.ALP);
            case BYTE_ARRAY ->
                List.of(
                        Encoding.RLE_DICTIONARY,
                        Encoding.PLAIN,
                        Encoding.DELTA_LENGTH_BYTE_ARRAY,
                        Encoding.DELTA_BYTE_ARRAY);
            case FIXED_LEN_BYTE_ARRAY ->
                List.of(Encoding.RLE_DICTIONARY, Encoding.PLAIN, Encoding.DELTA_BYTE_ARRAY, Encoding.BYTE_STREAM_SPLIT);
        };
    }

    @Override
    public String toString() {
        return title();
    }
}
