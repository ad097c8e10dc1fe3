package io.pq2.internal.read.aggregate;

import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds and counts groups that contain a column. */
public final class PresentGroups {

    private PresentGroups() {}

    /**
     * Returns the shape on a column's path that is present from a definition level on, and that is not below a repeated
     * field; null if there is none.
     */
    public static @Nullable Shape shape(Column column, int level, Shape.Struct row) {
        Shape shape = row;
        while (shape instanceof Shape.Struct group && shape.definitionLevel() < level) {
            shape = group.children().get(group.indexOf(column));
        }
        return shape.definitionLevel() == level ? shape : null;
    }

    /**
     * Counts the rows of a batch in which a group is present.
     *
     * @param level the definition level at which the group is present
     * @param row the shape of the batch; {@link #shape} finds a group in it
     */
    static long count(Column column, int level, Shape.Struct row, Batch batch) {
        Shape shape = row;
        List<Vector> fields = batch.columns();
        long present = batch.rowCount();
        while (shape instanceof Shape.Struct group && shape.definitionLevel() < level) {
            int index = group.indexOf(column);
            shape = group.children().get(index);
            Vector vector = fields.get(index);
            present = (long) batch.rowCount() - vector.nullCount();
            fields = vector instanceof StructVector struct ? struct.children() : List.of();
        }
        return present;
    }
}
