package io.pq2.spark.internal.columns.leaf;

import io.pq2.spark.internal.vectors.FileColumnVector;
import io.pq2.vector.Vector;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * Shows a field that the file lacks: nulls, or the existence default, which is the value for rows from before the field
 * was added.
 */
public final class MissingSource implements ColumnSource {

    private final FileColumnVector column;
    private final @Nullable Object existenceDefault;

    /**
     * Creates a source.
     *
     * @param existenceDefault the value in Spark's internal form; absent for nulls
     */
    public MissingSource(DataType type, @Nullable Object existenceDefault) {
        this.column = FileColumns.create(type);
        this.existenceDefault = existenceDefault;
    }

    @Override
    public FileColumnVector column() {
        return column;
    }

    @Override
    public void show(@Nullable Vector vector, int length) {
        if (existenceDefault == null) {
            column.showNulls(length);
        } else {
            column.showConstant(existenceDefault, length);
        }
    }
}
