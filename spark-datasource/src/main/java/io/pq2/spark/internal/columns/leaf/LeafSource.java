package io.pq2.spark.internal.columns.leaf;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.spark.internal.vectors.FileColumnVector;
import io.pq2.vector.Vector;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Shows a leaf of the file, with or without a conversion.
 *
 * @param path the dotted path of the leaf, for errors
 */
record LeafSource(FileColumnVector column, Consumer<Vector> conversion, String path) implements ColumnSource {

    @Override
    public void show(@Nullable Vector vector, int length) {
        try {
            conversion.accept(Objects.requireNonNull(vector));
        } catch (InvalidDataException e) {
            throw e.locate(FileLocation.column(path));
        }
    }
}
