package io.pq2.it.interop;

import io.pq2.metadata.Encoding;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import java.util.List;

/**
 * A type of values, and the values that stand for it: its extremes, and what readers like to get wrong.
 *
 * @param physicalType what the values are stored as
 * @param typeLength bytes a value for FIXED_LEN_BYTE_ARRAY, otherwise 0
 * @param logicalType what they mean, null for nothing
 * @param values Boolean, Integer, Long, Float, Double or byte[], as the physical type demands; empty if all are null
 */
record LeafType(PhysicalType physicalType, int typeLength, LogicalType logicalType, List<Object> values) {

    /** The name that documentation and schemas in text form use. */
    String title() {
        String physical = typeLength == 0 ? physicalType.name() : physicalType + "(" + typeLength + ")";
        return logicalType == null ? physical : physical + " " + Annotations.text(logicalType);
    }

    /** A name for a column. */
    String id() {
        return title().toLowerCase(java.util.Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "_")
                .replaceAll("_$", "");
    }

    PrimitiveField field(String name, Repetition repetition) {
        return new PrimitiveField(name, repetition, physicalType, typeLength, logicalType, null);
    }

    /** The encodings that the format has for the physical type, dictionaries first. */
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
