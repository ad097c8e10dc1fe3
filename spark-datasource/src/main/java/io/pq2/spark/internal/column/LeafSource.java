package io.pq2.spark.internal.column;

import io.pq2.vector.Vector;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Shows a leaf of the file, with or without a conversion. */
record LeafSource(FileColumnVector column, Consumer<Vector> conversion) implements ColumnSource {

    @Override
    public void show(@Nullable Vector vector, int length) {
        conversion.accept(Objects.requireNonNull(vector));
    }
}
