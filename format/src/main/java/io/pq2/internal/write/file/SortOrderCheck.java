package io.pq2.internal.write.file;

import io.pq2.exception.InvalidDataException;
import io.pq2.metadata.SortingColumn;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import io.pq2.write.SortedBy;
import java.util.ArrayList;
import java.util.List;

/** Holds rows against the order that the caller declared for them, row group by row group. */
final class SortOrderCheck {

    private final List<Key> keys = new ArrayList<>();
    private boolean first = true;

    /** @param order the columns that decide, the first of them first */
    SortOrderCheck(Schema schema, List<SortedBy> order) {
        for (SortedBy by : order) {
            keys.add(new Key(schema, by));
        }
    }

    private static final class Key {
        private static final Vector ONE_NULL = new BooleanVector(1, new boolean[1], new long[1]);

        private final SortedBy by;
        /** The index of the top-level field, then of the field in each group on the way to the column. */
        private final int[] indexes;

        private final int columnIndex;
        private final SlotComparator order;
        /** The value of the row before, in slot 0. */
        private Vector[] before;
        /** In the batch that is looked at. */
        private Vector[] now;

        Key(Schema schema, SortedBy by) {
            this.by = by;
            Column column = schema.columns().stream()
                    .filter(candidate -> candidate.dottedPath().equals(by.dottedPath()))
                    .findFirst()
                    .orElseThrow(() -> new InvalidDataException("rows sorted by " + by + ": there is no such column"));
            if (column.maxRepetitionLevel() > 0) {
                throw new InvalidDataException("rows sorted by " + by + ": the column is repeated");
            }
            this.indexes = indexes(schema, column);
            this.columnIndex = column.index();
            this.order = SlotComparator.of(column.field());
            if (order == null) {
                throw new InvalidDataException("rows sorted by " + by + ": values of its type have no order");
            }
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

        /** The column's vector in a batch, behind those of the groups that it is in. */
        Vector[] way(Batch batch) {
            Vector[] way = new Vector[indexes.length];
            way[0] = batch.columns().get(indexes[0]);
            for (int depth = 1; depth < way.length; depth++) {
                way[depth] = ((StructVector) way[depth - 1]).children().get(indexes[depth]);
            }
            return way;
        }

        /** Keeps a value to compare the next batch with. */
        void keep(Vector[] way, int slot) {
            before = new Vector[] {isNull(way, slot) ? ONE_NULL : order.slot(way[way.length - 1], slot)};
        }

        private static boolean isNull(Vector[] way, int slot) {
            for (Vector vector : way) {
                if (vector.isNull(slot)) {
                    return true;
                }
            }
            return false;
        }

        int compare(Vector[] a, int aSlot, Vector[] b, int bSlot) {
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

    /** What the metadata of row groups says of the order; null if none was declared. */
    List<SortingColumn> metadata() {
        if (keys.isEmpty()) {
            return null;
        }
        return keys.stream()
                .map(key -> new SortingColumn(key.columnIndex, key.by.descending(), key.by.nullsFirst()))
                .toList();
    }

    /** The next row begins a row group. */
    void startRowGroup() {
        first = true;
    }

    /**
     * Checks rows {@code from} to {@code to} (exclusive) of a batch.
     *
     * @param rowNumber the number of the first of them, for messages
     * @throws InvalidDataException naming the first row that is out of order
     */
    void check(Batch batch, int from, int to, long rowNumber) {
        if (keys.isEmpty() || from == to) {
            return;
        }
        keys.forEach(key -> key.now = key.way(batch));
        for (int row = from; row < to; row++) {
            Key wrong = row > from ? wrong(row) : first ? null : wrongBehindLast(row);
            if (wrong != null) {
                throw new InvalidDataException("column " + wrong.by.dottedPath() + ", row " + (rowNumber + row - from)
                        + ": the value is out of the order that was declared, " + wrong.by);
            }
        }
        first = false;
        for (Key key : keys) {
            key.keep(key.now, to - 1);
            key.now = null;
        }
    }

    private Key wrong(int row) {
        for (Key key : keys) {
            int comparison = key.compare(key.now, row - 1, key.now, row);
            if (comparison != 0) {
                return comparison > 0 ? key : null;
            }
        }
        return null;
    }

    private Key wrongBehindLast(int row) {
        for (Key key : keys) {
            int comparison = key.compare(key.before, 0, key.now, row);
            if (comparison != 0) {
                return comparison > 0 ? key : null;
            }
        }
        return null;
    }
}
