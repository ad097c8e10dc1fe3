package io.pq2.spark.internal.columns.row;

import io.pq2.spark.internal.columns.leaf.ColumnSource;
import io.pq2.spark.internal.vectors.StructColumnVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/** Shows a group of the file as a struct or a variant. */
final class StructSource implements ColumnSource {

    private final ColumnSource[] fields;
    private final int[] vectors;
    private final StructColumnVector column;

    /**
     * Creates a source.
     *
     * @param vectors the index of each field's vector in the group; -1 if the file lacks the field
     */
    StructSource(DataType type, List<ColumnSource> fields, int[] vectors) {
        this.fields = fields.toArray(new ColumnSource[0]);
        this.vectors = vectors;
        this.column = new StructColumnVector(
                type, fields.stream().map(ColumnSource::column).toArray(ColumnVector[]::new));
    }

    @Override
    public StructColumnVector column() {
        return column;
    }

    @Override
    public void show(@Nullable Vector vector, int length) {
        StructVector struct = (StructVector) Objects.requireNonNull(vector);
        for (int i = 0; i < fields.length; i++) {
            fields[i].show(vectors[i] < 0 ? null : struct.children().get(vectors[i]), length);
        }
        column.show(length, struct.validity());
    }
}
