package io.pq2.internal.variant;

import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.Shape;
import java.util.Objects;

/** The shapes of variants. */
public final class VariantShapes {

    private VariantShapes() {}

    /** Whether a struct has all of its columns. A projection may omit some; then there are no variants. */
    public static boolean isWhole(Shape.Struct shape) {
        return leaves(shape) == leaves(Objects.requireNonNull(shape.field()));
    }

    private static int leaves(Shape shape) {
        if (shape instanceof Shape.Struct struct) {
            int leaves = 0;
            for (Shape child : struct.children()) {
                leaves += leaves(child);
            }
            return leaves;
        } else if (shape instanceof Shape.Array array) {
            return leaves(array.element());
        } else if (shape instanceof Shape.Map map) {
            return (map.key() == null ? 0 : leaves(map.key())) + (map.value() == null ? 0 : leaves(map.value()));
        }
        return 1;
    }

    private static int leaves(GroupField group) {
        int leaves = 0;
        for (Field field : group.fields()) {
            leaves += field instanceof GroupField inner ? leaves(inner) : 1;
        }
        return leaves;
    }
}
