package io.pq2.internal.read.iterate;

import org.jspecify.annotations.Nullable;

/**
 * The place of a batch in its file.
 *
 * @param firstRow the index in the file of the first row that was read for the batch; -1 before the first batch
 * @param selection the rows that the filter keeps of the rows that were read; absent if it keeps all of them
 */
record BatchPosition(long firstRow, @Nullable RowSelection selection) {

    /** The position before the first batch. */
    static final BatchPosition NONE = new BatchPosition(-1, null);

    /** Returns the index in the file of a row of the batch. */
    long rowIndex(int row) {
        return firstRow + (selection == null ? row : selection.row(row));
    }
}
