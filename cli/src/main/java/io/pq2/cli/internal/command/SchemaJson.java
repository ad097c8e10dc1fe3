package io.pq2.cli.internal.command;

import io.pq2.internal.schema.AnnotationText;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Schemas as JSON: an object for each field, with the names of parquet.thrift. */
final class SchemaJson {

    private SchemaJson() {}

    static Map<String, @Nullable Object> of(Schema schema) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("name", schema.name());
        object.put("fields", fields(schema.fields()));
        return object;
    }

    private static List<Object> fields(List<Field> fields) {
        List<Object> objects = new ArrayList<>();
        fields.forEach(field -> objects.add(field(field)));
        return objects;
    }

    private static Map<String, @Nullable Object> field(Field field) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("name", field.name());
        object.put("repetition", field.repetition().name());
        if (field instanceof PrimitiveField leaf) {
            object.put("type", leaf.physicalType().name());
            if (leaf.physicalType() == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
                object.put("type_length", leaf.typeLength());
            }
        }
        LogicalType logical = field.logicalType();
        if (logical instanceof LogicalType.UnrecognizedType unrecognized) {
            object.put("logical_type", unrecognized.description());
        } else if (logical != null) {
            object.put("logical_type", annotation(field));
        }
        if (field.fieldId() != null) {
            object.put("field_id", field.fieldId());
        }
        if (field instanceof GroupField group) {
            object.put("fields", fields(group.fields()));
        }
        return object;
    }

    private static @Nullable String annotation(Field field) {
        return AnnotationText.write(field.logicalType());
    }
}
