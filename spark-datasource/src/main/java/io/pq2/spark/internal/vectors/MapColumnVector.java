package io.pq2.spark.internal.vectors;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.jspecify.annotations.NullUnmarked;

/** A column of maps. It keeps duplicate keys of a map, as Spark's vectorised reader does. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class MapColumnVector extends OffsetColumnVector {

    private final ColumnVector keys;
    private final ColumnVector values;

    public MapColumnVector(DataType type, ColumnVector keys, ColumnVector values) {
        super(type);
        this.keys = keys;
        this.values = values;
    }

    @Override
    public ColumnarMap getMap(int rowId) {
        return isNullAt(rowId) ? null : new ColumnarMap(keys, values, start(rowId), size(rowId));
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        return ordinal == 0 ? keys : values;
    }
}
