package io.pq2.spark.internal.columns.row;

import io.pq2.spark.internal.columns.leaf.ColumnSource;
import io.pq2.spark.internal.vectors.LateErrors;
import io.pq2.vector.Vector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/**
 * Adds the column to the errors of a source.
 *
 * @param path the dotted path of the column
 */
record PlacedSource(ColumnSource source, String path) implements ColumnSource {

    @Override
    public ColumnVector column() {
        return source.column();
    }

    @Override
    public void show(@Nullable Vector vector, int length) {
        try {
            source.show(vector, length);
        } catch (RuntimeException e) {
            throw LateErrors.located(e, path);
        }
    }
}
