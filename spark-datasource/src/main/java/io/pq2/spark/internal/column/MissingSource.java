package io.pq2.spark.internal.column;

import io.pq2.vector.Vector;
import org.apache.spark.sql.types.DataType;

/** A field that the file does not have: nulls, or the value that the table's rows had when the field was added. */
final class MissingSource implements ColumnSource {

    private final FileColumnVector column;
    private final Object existenceDefault;

    /** @param existenceDefault in Spark's internal form; null for nulls */
    MissingSource(DataType type, Object existenceDefault) {
        this.column = FileColumns.create(type);
        this.existenceDefault = existenceDefault;
    }

    @Override
    public FileColumnVector column() {
        return column;
    }

    @Override
    public void show(Vector vector, int length) {
        if (existenceDefault == null) {
            column.showNulls(length);
        } else {
            column.showConstant(existenceDefault, length);
        }
    }
}
