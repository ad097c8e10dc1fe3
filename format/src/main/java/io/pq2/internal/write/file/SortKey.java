package io.pq2.internal.write.file;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import io.pq2.write.SortedBy;
import java.util.List;

/** Compares rows by one column. */
public final class SortKey {

    private final SortedBy by;
    /** The index of the top-level field, then of the field in each group on the path to the column. */
    private final int[] indexes;

    private final int columnIndex;
    private final SlotComparator order;

    /**
     * Finds the column.
     *
     * @throws InvalidDataException if it does not exist, is repeated or has no order
     */
    public SortKey(Schema schema, SortedBy by) {
        this.by = by;
        Column column = schema.columns().stream()
                .filter(candidate -> candidate.dottedPath().equals(by.dottedPath()))
                .findFirst()
                .orElseThrow(() -> new InvalidDataException("rows sorted by " + by + ": the column does not exist"));
        if (column.maxRepetitionLevel() > 0) {
            throw new InvalidDataException("rows sorted by " + by + ": the column is repeated");
        }
        this.indexes = indexes(schema, column);
        this.columnIndex = column.index();
        SlotComparator comparator = SlotComparator.of(column.field());
        if (comparator == null) {
            throw new InvalidDataException("rows sorted by " + by + ": the type of the column has no order");
        }
        this.order = comparator;
    }

    private static int[] indexes(Schema schema, Column column) {
        int[] indexes = new int[column.path().size()];
        List<Field> fields = schema.fields();
        for (int depth = 0; depth < indexes.length; depth++) {
            String name = column.path().get(depth);
            indexes[depth] = fields.stream().map(Field::name).toList().indexOf(name);
            fields = fields.get(indexes[depth]) instanceof GroupField group ? group.fields() : List.of();
        }
        return indexes;
    }

    /** Returns the column and its direction. */
    public SortedBy by() {
        return by;
    }

    int columnIndex() {
        return columnIndex;
    }

    /** Returns the vectors of a batch from the top-level field to the column. */
    public Vector[] path(Batch batch) {
        Vector[] path = new Vector[indexes.length];
        path[0] = batch.columns().get(indexes[0]);
        for (int depth = 1; depth < path.length; depth++) {
            path[depth] = ((StructVector) path[depth - 1]).children().get(indexes[depth]);
        }
        return path;
    }

    /** Copies a value that is not null into a vector with one slot. */
    Vector slot(Vector[] path, int slot) {
        return order.slot(path[path.length - 1], slot);
    }

    static boolean isNull(Vector[] path, int slot) {
        for (Vector vector : path) {
            if (vector.isNull(slot)) {
                return true;
            }
        }
        return false;
    }

    /** Compares two rows, each a slot of vectors from {@link #path}, like {@link java.util.Comparator#compare}. */
    public int compare(Vector[] a, int aSlot, Vector[] b, int bSlot) {
        boolean aNull = isNull(a, aSlot);
        boolean bNull = isNull(b, bSlot);
        if (aNull || bNull) {
            int nulls = Boolean.compare(bNull, aNull);
            return by.nullsFirst() ? nulls : -nulls;
        }
        int values = order.compare(a[a.length - 1], aSlot, b[b.length - 1], bSlot);
        return by.descending() ? -values : values;
    }
}
