package io.pq2.spark.internal.columns.row;

import io.pq2.spark.internal.columns.leaf.ColumnSource;
import io.pq2.spark.internal.vectors.MapColumnVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.Vector;
import java.util.Objects;
import org.apache.spark.sql.types.MapType;
import org.jspecify.annotations.Nullable;

/** Shows a map of the file as a map. */
final class MapSource implements ColumnSource {

    private final ColumnSource keys;
    private final ColumnSource values;
    private final MapColumnVector column;

    MapSource(MapType type, ColumnSource keys, ColumnSource values) {
        this.keys = keys;
        this.values = values;
        this.column = new MapColumnVector(type, keys.column(), values.column());
    }

    @Override
    public MapColumnVector column() {
        return column;
    }

    @Override
    public void show(@Nullable Vector vector, int length) {
        MapVector maps = (MapVector) Objects.requireNonNull(vector);
        Vector keyVector = Objects.requireNonNull(maps.keys());
        int entries = keyVector.length();
        keys.show(keyVector, entries);
        values.show(maps.values(), entries);
        column.show(length, maps.offsets(), maps.validity());
    }
}
