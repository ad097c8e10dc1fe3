package io.pq2.internal.thrift;

import io.pq2.metadata.ConvertedType;
import io.pq2.metadata.SchemaElement;

/** Writes schema elements. */
final class SchemaElementWriter {

    private SchemaElementWriter() {}

    /** Appends an element of a list. */
    static void schemaElement(CompactWriter out, SchemaElement element) {
        ConvertedType converted = element.convertedType();
        int outer = out.beginStruct();
        out.i32(1, element.type() == null ? null : element.type().ordinal());
        out.i32(2, element.typeLength());
        out.i32(
                3,
                element.repetitionType() == null
                        ? null
                        : element.repetitionType().ordinal());
        out.string(4, element.name());
        out.i32(5, element.numChildren());
        Integer unknownConverted = element.unknownConvertedType();
        out.i32(
                6,
                converted == null
                        ? null
                        : unknownConverted != null
                                ? unknownConverted
                                : (Integer) EnumNumbers.known("SchemaElement.converted_type", converted.id()));
        out.i32(7, element.scale());
        out.i32(8, element.precision());
        out.i32(9, element.fieldId());
        if (element.unknownLogicalType() != null) {
            out.storedStruct(10, element.unknownLogicalType());
        } else if (element.logicalType() != null) {
            LogicalTypeWriter.logicalType(out, element.logicalType());
        }
        out.endStruct(outer);
    }
}
