package io.pq2.spark.internal.column;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.jspecify.annotations.NullUnmarked;

/** A column of maps. It keeps duplicate keys of a map, as Spark's vectorised reader does. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class MapColumnVector extends FileColumnVector {

    private final ColumnVector keys;
    private final ColumnVector values;
    private int[] offsets = {};

    MapColumnVector(DataType type, ColumnVector keys, ColumnVector values) {
        super(type);
        this.keys = keys;
        this.values = values;
    }

    /**
     * Shows maps.
     *
     * @param newOffsets {@code newLength + 1} indexes into keys and values
     */
    void show(int newLength, int[] newOffsets, long[] newValidity) {
        offsets = newOffsets;
        rebind(newLength, newValidity);
    }

    @Override
    void showNulls(int newLength) {
        rebindAbsent(newLength);
    }

    @Override
    void showConstant(Object value, int newLength) {
        throw new IllegalArgumentException(
                "constant maps are not supported: " + dataType().catalogString());
    }

    @Override
    public ColumnarMap getMap(int rowId) {
        if (isNullAt(rowId)) {
            return null;
        }
        int start = offsets[rowId];
        return new ColumnarMap(keys, values, start, offsets[rowId + 1] - start);
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        return ordinal == 0 ? keys : values;
    }
}
