package io.pq2.spark.internal.column;

import io.pq2.vector.ListVector;
import io.pq2.vector.Vector;
import org.apache.spark.sql.types.ArrayType;

/** A list of the file as an array. */
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
    public void show(Vector vector, int length) {
        ListVector lists = (ListVector) vector;
        elements.show(lists.elements(), lists.elements().length());
        column.show(length, lists.offsets(), lists.validity());
    }
}
