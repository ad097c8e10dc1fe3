package io.pq2.inspect;

import io.pq2.internal.inspect.profile.ColumnSketch;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.ListVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects what the values of each column are like. Columns of several files are matched by their dotted paths. Needs
 * up to about 500 KiB for each column, however many rows there are. Not thread-safe.
 */
public final class TableProfile {

    /** The shares of values that are not larger than the quantiles of a profile. */
    public static final List<Double> QUANTILES = List.of(0.05, 0.25, 0.5, 0.75, 0.95);

    private final Map<String, ColumnSketch> columns = new LinkedHashMap<>();
    private long rows;

    /**
     * Adds the rows of a batch.
     *
     * @param shape the shape of the batch, from its reader
     */
    public void add(Shape.Struct shape, Batch batch) {
        rows += batch.rowCount();
        for (int i = 0; i < shape.children().size(); i++) {
            add(shape.children().get(i), batch.columns().get(i), 0, batch.rowCount());
        }
    }

    private void add(Shape shape, Vector vector, int from, int to) {
        if (shape instanceof Shape.Leaf leaf) {
            columns.computeIfAbsent(leaf.column().dottedPath(), path -> new ColumnSketch(leaf.column()))
                    .add(leaf, vector, from, to);
        } else if (shape instanceof Shape.Struct struct) {
            List<Vector> children = ((StructVector) vector).children();
            for (int i = 0; i < children.size(); i++) {
                add(struct.children().get(i), children.get(i), from, to);
            }
        } else if (shape instanceof Shape.Array array) {
            ListVector list = (ListVector) vector;
            add(array.element(), list.elements(), list.offsets()[from], list.offsets()[to]);
        } else if (shape instanceof Shape.Map entries) {
            MapVector map = (MapVector) vector;
            addEntries(entries.key(), map.keys(), map, from, to);
            addEntries(entries.value(), map.values(), map, from, to);
        }
    }

    private void addEntries(@Nullable Shape shape, @Nullable Vector vector, MapVector map, int from, int to) {
        if (shape != null && vector != null) {
            add(shape, vector, map.offsets()[from], map.offsets()[to]);
        }
    }

    /** Returns the number of rows. */
    public long rows() {
        return rows;
    }

    /** Returns the profile of each column, in the order in which the columns appeared. */
    public List<ColumnProfile> columns() {
        List<ColumnProfile> profiles = new ArrayList<>();
        columns.values().forEach(column -> profiles.add(column.profile()));
        return profiles;
    }
}
