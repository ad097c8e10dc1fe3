package io.pq2.spark.internal.columns.row;

import io.pq2.schema.Shape;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.variant.ArrayExtraction;
import org.apache.spark.sql.catalyst.expressions.variant.ObjectExtraction;
import org.apache.spark.sql.catalyst.expressions.variant.VariantPathSegment;
import org.apache.spark.sql.execution.datasources.VariantMetadata;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a shredded variant that hold the values of a path.
 *
 * @param level the group of {@code value} and {@code typed_value} to which the path leads; if the file has no columns
 *     for the whole path, the last group on it
 * @param groups the groups from the variant (exclusive) to {@code level} (inclusive), without arrays
 * @param isComplete whether {@code level} is the end of the path
 * @param hasElements whether the path leads through arrays
 */
public record ShreddedPath(Shape.Struct level, List<Shape.Struct> groups, boolean isComplete, boolean hasElements) {

    private static final String TYPED_VALUE = "typed_value";

    public ShreddedPath {
        groups = List.copyOf(groups);
    }

    /**
     * Finds the path of a field that Spark extracts from a variant.
     *
     * @param field the field, which has Spark's description of the extraction
     * @param variant the columns of the variant
     */
    public static ShreddedPath of(StructField field, Shape.Struct variant) {
        Shape.Struct level = variant;
        List<Shape.Struct> groups = new ArrayList<>();
        boolean hasElements = false;
        for (VariantPathSegment segment :
                VariantMetadata.fromMetadata(field.metadata()).parsedPath()) {
            Shape next = next(level, segment);
            if (!(next instanceof Shape.Struct group)) {
                return new ShreddedPath(level, groups, false, hasElements);
            }
            level = group;
            groups.add(group);
            hasElements |= segment instanceof ArrayExtraction;
        }
        return new ShreddedPath(level, groups, true, hasElements);
    }

    /** Returns the group of a field or of the elements; null if there is none. */
    private static @Nullable Shape next(Shape.Struct level, VariantPathSegment segment) {
        Shape typed = typed(level);
        if (segment instanceof ObjectExtraction object && typed instanceof Shape.Struct fields) {
            int index = fields.indexOf(object.key());
            return index < 0 ? null : fields.children().get(index);
        }
        return segment instanceof ArrayExtraction && typed instanceof Shape.Array array ? array.element() : null;
    }

    /**
     * Returns the indexes of the children that lead from the variant to {@link #level}. Between two groups of {@code
     * value} and {@code typed_value} is the group of fields.
     */
    int[] indexes(Shape.Struct variant) {
        int[] indexes = new int[2 * groups.size()];
        Shape.Struct from = variant;
        for (int i = 0; i < groups.size(); i++) {
            indexes[2 * i] = from.indexOf(TYPED_VALUE);
            Shape.Struct fields = (Shape.Struct) from.children().get(indexes[2 * i]);
            from = groups.get(i);
            indexes[2 * i + 1] = fields.indexOf(from.name());
        }
        return indexes;
    }

    /** Returns the column {@code typed_value} of a group; null if there is none. */
    static @Nullable Shape typed(Shape.Struct level) {
        int index = level.indexOf(TYPED_VALUE);
        return index < 0 ? null : level.children().get(index);
    }

    /** Returns the leaf that holds all values of the path that are not in {@code value}; null if there is none. */
    public Shape.@Nullable Leaf leaf() {
        return isComplete && !hasElements && typed(level) instanceof Shape.Leaf leaf ? leaf : null;
    }

    /** Returns the column {@code value} of the level; null if there is none. */
    public Shape.@Nullable Leaf value() {
        int index = level.indexOf("value");
        return index >= 0 && level.children().get(index) instanceof Shape.Leaf leaf ? leaf : null;
    }
}
