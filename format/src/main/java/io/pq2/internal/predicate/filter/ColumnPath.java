package io.pq2.internal.predicate.filter;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import java.util.ArrayList;
import java.util.List;

/** The path from a row to a column, or to its outermost list or map, as child indexes of the structs on the way. */
final class ColumnPath {

    private ColumnPath() {}

    /**
     * Finds the path of a column.
     *
     * @throws InvalidDataException if the shape lacks the column
     */
    static int[] of(Column column, Shape.Struct shape) {
        List<Integer> indexes = new ArrayList<>();
        Shape.Struct group = shape;
        while (true) {
            int found = -1;
            for (int i = 0; i < group.children().size() && found < 0; i++) {
                found = isAbove(group.children().get(i), column) ? i : -1;
            }
            if (found < 0) {
                throw new InvalidDataException(
                        "the filter's column " + column.dottedPath() + " is not among those of the batches");
            }
            indexes.add(found);
            Shape child = group.children().get(found);
            if (!(child instanceof Shape.Struct struct)) {
                return indexes.stream().mapToInt(Integer::intValue).toArray();
            }
            group = struct;
        }
    }

    private static boolean isAbove(Shape shape, Column column) {
        List<Column> leaves = new ArrayList<>();
        shape.collectColumns(leaves);
        return leaves.contains(column);
    }
}
