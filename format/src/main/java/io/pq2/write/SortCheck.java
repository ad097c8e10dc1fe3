package io.pq2.write;

import io.pq2.InvalidDataException;
import io.pq2.metadata.SortingColumn;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import java.util.ArrayList;
import java.util.List;

/** Holds rows against the order that the caller declared for them, row group by row group. */
final class SortCheck {

    private final List<Key> keys = new ArrayList<>();
    private boolean first = true;

    /** @param order the columns that decide, the first of them first */
    SortCheck(Schema schema, List<SortedBy> order) {
        for (SortedBy by : order) {
            keys.add(new Key(schema, by));
        }
    }

    private static final class Key {
        private final SortedBy by;
        private final int field;
        private final int columnIndex;
        private final SlotOrder order;
        /** The value of the row before, in slot 0. */
        private Vector before;

        Key(Schema schema, SortedBy by) {
            this.by = by;
            Column column = schema.columns().stream()
                    .filter(candidate -> candidate.dottedPath().equals(by.dottedPath()))
                    .findFirst()
                    .orElseThrow(() -> new InvalidDataException("rows sorted by " + by + ": there is no such column"));
            if (column.path().size() > 1 || column.maxRepetitionLevel() > 0) {
                throw new InvalidDataException("rows sorted by " + by + ": the column is nested or repeated");
            }
            this.field = schema.fields().indexOf(column.field());
            this.columnIndex = column.index();
            this.order = SlotOrder.of(column.field());
            if (order == null) {
                throw new InvalidDataException("rows sorted by " + by + ": values of its type have no order");
            }
        }

        int compare(Vector a, int aSlot, Vector b, int bSlot) {
            boolean aNull = a.isNull(aSlot);
            boolean bNull = b.isNull(bSlot);
            if (aNull || bNull) {
                int nulls = Boolean.compare(bNull, aNull);
                return by.nullsFirst() ? nulls : -nulls;
            }
            int values = order.compare(a, aSlot, b, bSlot);
            return by.descending() ? -values : values;
        }
    }

    /** What the metadata of row groups says of the order; null if none was declared. */
    List<SortingColumn> metaData() {
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
        for (int row = from; row < to; row++) {
            Key wrong = row > from ? wrong(batch, row) : first ? null : wrongBehindLast(batch, row);
            if (wrong != null) {
                throw new InvalidDataException("column " + wrong.by.dottedPath() + ", row " + (rowNumber + row - from)
                        + ": the value is out of the order that was declared, " + wrong.by);
            }
        }
        first = false;
        for (Key key : keys) {
            key.before = key.order.slot(batch.columns().get(key.field), to - 1);
        }
    }

    private Key wrong(Batch batch, int row) {
        for (Key key : keys) {
            Vector vector = batch.columns().get(key.field);
            int comparison = key.compare(vector, row - 1, vector, row);
            if (comparison != 0) {
                return comparison > 0 ? key : null;
            }
        }
        return null;
    }

    private Key wrongBehindLast(Batch batch, int row) {
        for (Key key : keys) {
            int comparison = key.compare(key.before, 0, batch.columns().get(key.field), row);
            if (comparison != 0) {
                return comparison > 0 ? key : null;
            }
        }
        return null;
    }
}
