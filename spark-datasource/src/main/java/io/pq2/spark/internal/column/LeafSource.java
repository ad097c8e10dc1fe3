package io.pq2.spark.internal.column;

import io.pq2.vector.Vector;
import java.util.function.Consumer;

/** A leaf of the file whose values the column can show, perhaps after a conversion. */
record LeafSource(FileColumnVector column, Consumer<Vector> conversion) implements ColumnSource {

    @Override
    public void show(Vector vector, int length) {
        conversion.accept(vector);
    }
}
