package io.pq2.internal.rewrite;

import io.pq2.metadata.ConvertedType;
import io.pq2.metadata.SchemaElement;
import io.pq2.rewrite.Timestamps;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Schema;
import io.pq2.schema.TimeUnit;
import java.util.List;

/** INT96 columns in schemas, and the columns that they become with {@link Timestamps#MICROS}. */
public final class Int96Columns {

    private static final LogicalType MICROS = new LogicalType.TimestampType(TimeUnit.MICROS, true);

    private Int96Columns() {}

    static boolean isInt96(Column column) {
        return column.field().physicalType() == PhysicalType.INT96;
    }

    /** Whether a schema has INT96 columns that become others. */
    public static boolean change(Schema schema, Timestamps timestamps) {
        return timestamps == Timestamps.MICROS && schema.columns().stream().anyMatch(Int96Columns::isInt96);
    }

    /** Returns the schema of a new file with the columns of an input. */
    public static Schema stored(Schema schema, Timestamps timestamps) {
        return change(schema, timestamps) ? new Schema(schema.name(), stored(schema.fields())) : schema;
    }

    private static List<Field> stored(List<Field> fields) {
        return fields.stream().map(Int96Columns::stored).toList();
    }

    private static Field stored(Field field) {
        if (field instanceof GroupField group) {
            return new GroupField(
                    group.name(), group.repetition(), stored(group.fields()), group.logicalType(), group.fieldId());
        }
        PrimitiveField leaf = (PrimitiveField) field;
        return leaf.physicalType() == PhysicalType.INT96
                ? new PrimitiveField(leaf.name(), leaf.repetition(), PhysicalType.INT64, 0, MICROS, leaf.fieldId())
                : leaf;
    }

    /** Returns the element of a leaf of type INT96 in the new file. */
    static SchemaElement micros(SchemaElement leaf) {
        return new SchemaElement(
                PhysicalType.INT64,
                null,
                leaf.repetitionType(),
                leaf.name(),
                null,
                ConvertedType.TIMESTAMP_MICROS,
                null,
                null,
                leaf.fieldId(),
                MICROS);
    }
}
