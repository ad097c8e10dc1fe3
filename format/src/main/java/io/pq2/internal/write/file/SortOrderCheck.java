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
import org.jspecify.annotations.Nullable;

/** Checks that the rows of each row group have the order that the user declared. */
final class SortOrderCheck {

    private final List<Key> keys = new ArrayList<>();
    private boolean first = true;

    /**
     * Creates the check of a file.
     *
     * @param order the declared order, most significant column first
     * @throws InvalidDataException if the order names a column that does not exist, is repeated or has no order
     */
    SortOrderCheck(Schema schema, List<SortedBy> order) {
        for (SortedBy by : order) {
            keys.add(new Key(schema, by));
        }
    }

    private static final class Key {
        private static final Vector ONE_NULL = new BooleanVector(1, new boolean[1], new long[1]);

        private final SortedBy by;
        /** The index of the top-level field, then of the field in each group on the path to the column. */
        private final int[] indexes;

        private final int columnIndex;
        private final SlotComparator order;
        /** The value of the previous row in slot 0; starts as a null that is not compared. */
        private Vector[] previous = {ONE_NULL};
        /** The vectors of the current batch, from the top-level field to the column. */
        private Vector[] current = {ONE_NULL};

        Key(Schema schema, SortedBy by) {
            this.by = by;
            Column column = schema.columns().stream()
                    .filter(candidate -> candidate.dottedPath().equals(by.dottedPath()))
                    .findFirst()
                    .orElseThrow(
                            () -> new InvalidDataException("rows sorted by " + by + ": the column does not exist"));
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

        /** Returns the vectors of a batch from the top-level field to the column. */
        Vector[] path(Batch batch) {
            Vector[] path = new Vector[indexes.length];
            path[0] = batch.columns().get(indexes[0]);
            for (int depth = 1; depth < path.length; depth++) {
                path[depth] = ((StructVector) path[depth - 1]).children().get(indexes[depth]);
            }
            return path;
        }

        /** Keeps a value for the comparison with the next batch. */
        void keep(Vector[] path, int slot) {
            previous = new Vector[] {isNull(path, slot) ? ONE_NULL : order.slot(path[path.length - 1], slot)};
        }

        private static boolean isNull(Vector[] path, int slot) {
            for (Vector vector : path) {
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

    /** Returns the order for the metadata of row groups; absent when none is declared. */
    @Nullable
    List<SortingColumn> metadata() {
        if (keys.isEmpty()) {
            return null;
        }
        return keys.stream()
                .map(key -> new SortingColumn(key.columnIndex, key.by.descending(), key.by.nullsFirst()))
                .toList();
    }

    /** Starts the next row group, whose first row has no predecessor. */
    void startRowGroup() {
        first = true;
    }

    /**
     * Checks rows {@code from} to {@code to} (exclusive) of a batch.
     *
     * @param rowNumber the number of row {@code from} in the file, for error messages
     * @throws InvalidDataException if a row is out of order; the message names the first one
     */
    void check(Batch batch, int from, int to, long rowNumber) {
        if (keys.isEmpty() || from == to) {
            return;
        }
        keys.forEach(key -> key.current = key.path(batch));
        for (int row = from; row < to; row++) {
            Key violated = row > from ? violated(row) : first ? null : violatedAfterPrevious(row);
            if (violated != null) {
                throw new InvalidDataException("column " + violated.by.dottedPath() + ", row "
                        + (rowNumber + row - from) + ": the value violates the declared order, " + violated.by);
            }
        }
        first = false;
        for (Key key : keys) {
            key.keep(key.current, to - 1);
        }
    }

    private @Nullable Key violated(int row) {
        for (Key key : keys) {
            int comparison = key.compare(key.current, row - 1, key.current, row);
            if (comparison != 0) {
                return comparison > 0 ? key : null;
            }
        }
        return null;
    }

    private @Nullable Key violatedAfterPrevious(int row) {
        for (Key key : keys) {
            int comparison = key.compare(key.previous, 0, key.current, row);
            if (comparison != 0) {
                return comparison > 0 ? key : null;
            }
        }
        return null;
    }
}
