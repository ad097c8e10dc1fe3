package io.pq2.internal.write.file;

import io.pq2.exception.InvalidDataException;
import io.pq2.metadata.SortingColumn;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.BooleanVector;
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
            keys.add(new Key(new SortKey(schema, by)));
        }
    }

    private static final class Key {
        private static final Vector ONE_NULL = new BooleanVector(1, new boolean[1], new long[1]);

        private final SortKey column;
        /** The value of the previous row in slot 0; starts as a null that is not compared. */
        private Vector[] previous = {ONE_NULL};
        /** The vectors of the current batch, from the top-level field to the column. */
        private Vector[] current = {ONE_NULL};

        Key(SortKey column) {
            this.column = column;
        }

        /** Keeps a value of the current batch for the comparison with the next batch. */
        void keep(int slot) {
            previous = new Vector[] {SortKey.isNull(current, slot) ? ONE_NULL : column.slot(current, slot)};
        }
    }

    /** Returns the order for the metadata of row groups; absent when none is declared. */
    @Nullable
    List<SortingColumn> metadata() {
        if (keys.isEmpty()) {
            return null;
        }
        return keys.stream()
                .map(key -> new SortingColumn(
                        key.column.columnIndex(),
                        key.column.by().descending(),
                        key.column.by().nullsFirst()))
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
        keys.forEach(key -> key.current = key.column.path(batch));
        for (int row = from; row < to; row++) {
            Key violated = row > from ? violated(row) : first ? null : violatedAfterPrevious(row);
            if (violated != null) {
                throw new InvalidDataException(
                        "column " + violated.column.by().dottedPath() + ", row " + (rowNumber + row - from)
                                + ": the value violates the declared order, " + violated.column.by());
            }
        }
        first = false;
        for (Key key : keys) {
            key.keep(to - 1);
        }
    }

    private @Nullable Key violated(int row) {
        for (Key key : keys) {
            int comparison = key.column.compare(key.current, row - 1, key.current, row);
            if (comparison != 0) {
                return comparison > 0 ? key : null;
            }
        }
        return null;
    }

    private @Nullable Key violatedAfterPrevious(int row) {
        for (Key key : keys) {
            int comparison = key.column.compare(key.previous, 0, key.current, row);
            if (comparison != 0) {
                return comparison > 0 ? key : null;
            }
        }
        return null;
    }
}
