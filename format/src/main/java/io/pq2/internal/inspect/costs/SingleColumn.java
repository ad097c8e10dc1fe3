package io.pq2.internal.inspect.costs;

import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.ListVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.List;
import java.util.Objects;

/**
 * One column of a table as a table of its own, with the same levels and values, so that the bytes of its pages are the
 * same too.
 *
 * <p>A group around the column that loses its other fields may not be what its annotation says. Therefore lists, maps
 * and repeated fields all become lists in the three-level form, which have the same levels, and structs and variants
 * become groups without annotation.
 */
final class SingleColumn {

    private final Column column;
    private final Schema schema;

    /**
     * Creates the table.
     *
     * @param row the shape of the rows, which has the column
     */
    SingleColumn(Column column, Shape.Struct row) {
        this.column = column;
        this.schema = new Schema(
                "column",
                List.of(field(Objects.requireNonNull(row.select(this::isColumn))
                        .children()
                        .get(0))));
    }

    private boolean isColumn(Column other) {
        return other.index() == column.index();
    }

    /** Returns the schema, which has one column. */
    Schema schema() {
        return schema;
    }

    private static Field field(Shape shape) {
        Repetition repetition = shape.nullable() ? Repetition.OPTIONAL : Repetition.REQUIRED;
        if (shape instanceof Shape.Leaf leaf) {
            PrimitiveField field = leaf.column().field();
            return new PrimitiveField(
                    field.name(), repetition, field.physicalType(), field.typeLength(), field.logicalType(), null);
        } else if (shape instanceof Shape.Struct struct) {
            return new GroupField(
                    struct.name(), repetition, List.of(field(struct.children().get(0))));
        } else if (shape instanceof Shape.Array array) {
            return GroupField.list(array.name(), repetition, field(array.element()));
        } else {
            Shape.Map map = (Shape.Map) shape;
            return GroupField.list(map.name(), repetition, field(part(map)));
        }
    }

    /** Returns the selected part of a map's entries. */
    private static Shape part(Shape.Map map) {
        return map.key() != null ? map.key() : Objects.requireNonNull(map.value());
    }

    /**
     * Returns the rows of this table. The vectors share the arrays of the batch.
     *
     * @param shape the shape of the batch
     */
    Batch batch(Shape.Struct shape, Batch batch) {
        int index = shape.indexOf(column);
        return new Batch(
                batch.rowCount(),
                List.of(vector(shape.children().get(index), batch.columns().get(index))));
    }

    private Vector vector(Shape shape, Vector vector) {
        if (shape instanceof Shape.Struct struct) {
            int index = struct.indexOf(column);
            StructVector values = (StructVector) vector;
            Vector child =
                    vector(struct.children().get(index), values.children().get(index));
            return new StructVector(values.length(), List.of(child), values.validity());
        } else if (shape instanceof Shape.Array array) {
            ListVector list = (ListVector) vector;
            return new ListVector(
                    list.length(), list.offsets(), vector(array.element(), list.elements()), list.validity());
        } else if (shape instanceof Shape.Map entries) {
            MapVector map = (MapVector) vector;
            Shape key = entries.key();
            boolean isKey = key != null && key.select(this::isColumn) != null;
            Vector part = isKey
                    ? vector(Objects.requireNonNull(key), Objects.requireNonNull(map.keys()))
                    : vector(Objects.requireNonNull(entries.value()), Objects.requireNonNull(map.values()));
            return new ListVector(map.length(), map.offsets(), part, map.validity());
        }
        return vector;
    }
}
