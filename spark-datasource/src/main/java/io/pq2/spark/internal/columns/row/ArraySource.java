package io.pq2.spark.internal.columns.row;

import io.pq2.spark.internal.columns.leaf.ColumnSource;
import io.pq2.spark.internal.vectors.ArrayColumnVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.Vector;
import java.util.Objects;
import org.apache.spark.sql.types.ArrayType;
import org.jspecify.annotations.Nullable;

/** Shows a list of the file as an array. */
final class ArraySource implements ColumnSource {

    private final ColumnSource elements;
    private final ArrayColumnVector column;

    ArraySource(ArrayType type, ColumnSource elements) {
        this.elements = elements;
        this.column = new ArrayColumnVector(type, elements.column());
    }

    @Override
    public ArrayColumnVector column() {
        return column;
    }

    @Override
    public void show(@Nullable Vector vector, int length) {
        ListVector lists = (ListVector) Objects.requireNonNull(vector);
        elements.show(lists.elements(), lists.elements().length());
        column.show(length, lists.offsets(), lists.validity());
    }
}
