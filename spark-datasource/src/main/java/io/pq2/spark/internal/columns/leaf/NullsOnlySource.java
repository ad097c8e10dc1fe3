package io.pq2.spark.internal.columns.leaf;

import io.pq2.spark.internal.vectors.FileColumnVector;
import io.pq2.vector.Vector;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows the nulls of a leaf whose values cannot be read as the requested type. */
final class NullsOnlySource implements ColumnSource {

    private final FileColumnVector column;
    private final Supplier<RuntimeException> mismatch;

    /**
     * Creates a source.
     *
     * @param mismatch creates the error for a leaf with values
     */
    NullsOnlySource(FileColumnVector column, Supplier<RuntimeException> mismatch) {
        this.column = column;
        this.mismatch = mismatch;
    }

    @Override
    public FileColumnVector column() {
        return column;
    }

    @Override
    public void show(@Nullable Vector vector, int length) {
        if (Objects.requireNonNull(vector).nullCount() < length) {
            throw mismatch.get();
        }
        column.showNulls(length);
    }
}
