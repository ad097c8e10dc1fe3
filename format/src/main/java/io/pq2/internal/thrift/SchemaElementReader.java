package io.pq2.internal.thrift;

import io.pq2.metadata.ConvertedType;
import io.pq2.metadata.SchemaElement;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Repetition;
import java.util.Arrays;

/** Reads schema elements. */
final class SchemaElementReader {

    private static final OptionalFields SCHEMA_ELEMENT = OptionalFields.of("SchemaElement")
            .with(WireType.I32, 1, 2, 3, 5, 6, 7, 8, 9)
            .with(WireType.STRUCT, 10);

    private SchemaElementReader() {}

    /** Reads an element of a list. */
    static SchemaElement schemaElement(CompactReader in) {
        PhysicalType type = null;
        Integer typeLength = null;
        Repetition repetitionType = null;
        String name = null;
        Integer numChildren = null;
        ConvertedType convertedType = null;
        Integer scale = null;
        Integer precision = null;
        Integer fieldId = null;
        LogicalType logicalType = null;
        Integer unknownConvertedType = null;
        byte[] unknownLogicalType = null;
        int outer = in.beginStruct();
        while (in.nextField(SCHEMA_ELEMENT)) {
            switch (in.fieldId()) {
                case 1 -> type = ColumnChunkReader.physicalType(in, "SchemaElement.type");
                case 2 -> typeLength = in.i32("SchemaElement.type_length");
                case 3 -> repetitionType = repetition(in);
                case 4 -> name = in.string("SchemaElement.name");
                case 5 -> numChildren = in.i32("SchemaElement.num_children");
                case 6 -> {
                    int id = in.i32("SchemaElement.converted_type");
                    convertedType = ConvertedType.of(id);
                    unknownConvertedType = convertedType == ConvertedType.UNKNOWN ? (Integer) id : null;
                }
                case 7 -> scale = in.i32("SchemaElement.scale");
                case 8 -> precision = in.i32("SchemaElement.precision");
                case 9 -> fieldId = in.i32("SchemaElement.field_id");
                case 10 -> {
                    int start = in.position();
                    logicalType = LogicalTypeReader.logicalType(in);
                    unknownLogicalType = logicalType instanceof LogicalType.UnrecognizedType
                            ? Arrays.copyOfRange(in.bytes(), start, in.position())
                            : null;
                }
                default -> in.skip("SchemaElement");
            }
        }
        in.endStruct(outer);
        name = in.required(name, "SchemaElement.name");
        return new SchemaElement(
                type,
                typeLength,
                repetitionType,
                name,
                numChildren,
                convertedType,
                scale,
                precision,
                fieldId,
                logicalType,
                unknownConvertedType,
                unknownLogicalType);
    }

    private static Repetition repetition(CompactReader in) {
        int id = in.i32("SchemaElement.repetition_type");
        return switch (id) {
            case 0 -> Repetition.REQUIRED;
            case 1 -> Repetition.OPTIONAL;
            case 2 -> Repetition.REPEATED;
            default -> throw in.corrupt("SchemaElement.repetition_type", id + ", expected 0, 1 or 2");
        };
    }
}
