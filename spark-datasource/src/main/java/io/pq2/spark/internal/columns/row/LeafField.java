package io.pq2.spark.internal.columns.row;

import io.pq2.schema.Shape;
import io.pq2.spark.internal.columns.leaf.ColumnSource;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.Objects;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/**
 * Shows a field of variants whose values are in one leaf. Spark's code reads only the fields that have an encoded value
 * instead, or that the requested type cannot represent.
 */
final class LeafField implements ColumnSource {

    private final int[] groups;
    private final int typed;
    private final int value;
    private final VariantLeafAppender appender;
    private final ExtractedField others;

    private LeafField(int[] groups, int typed, int value, VariantLeafAppender appender, ExtractedField others) {
        this.groups = groups;
        this.typed = typed;
        this.value = value;
        this.appender = appender;
        this.others = others;
    }

    /**
     * Creates a source.
     *
     * @param path the path of the field, which ends at a leaf
     * @param variant the columns of the variant
     * @param appender appends the values of the leaf
     * @param others shows the other values
     */
    static LeafField of(ShreddedPath path, Shape.Struct variant, VariantLeafAppender appender, ExtractedField others) {
        Shape.Struct level = path.level();
        return new LeafField(
                path.indexes(variant), level.indexOf("typed_value"), level.indexOf("value"), appender, others);
    }

    @Override
    public ColumnVector column() {
        return others.column();
    }

    @Override
    public void show(@Nullable Vector vector, int length) {
        StructVector level = (StructVector) Objects.requireNonNull(vector);
        for (int group : groups) {
            level = (StructVector) level.children().get(group);
        }
        Vector leaf = level.children().get(typed);
        Vector encoded = value < 0 ? null : level.children().get(value);
        WritableColumnVector column = others.begin(length);
        for (int i = 0; i < length; i++) {
            if (!leaf.isNull(i)) {
                if (!appender.append(leaf, i, column)) {
                    others.append(i);
                }
                others.checkSize();
            } else if (encoded != null && !encoded.isNull(i)) {
                others.append(i);
                others.checkSize();
            } else {
                column.appendNull();
            }
        }
    }
}
