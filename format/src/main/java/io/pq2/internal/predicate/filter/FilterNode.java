package io.pq2.internal.predicate.filter;

import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.util.Arrays;
import java.util.Set;

/** A part of a compiled filter. NOT is gone: a condition below one is compiled for the rows for which it is false. */
abstract class FilterNode {

    /** All rows pass. */
    static final FilterNode ALL = new FilterNode() {
        @Override
        void keep(Batch batch, long[] selection, int words) {
            // as they are
        }
    };

    /** No row passes. */
    static final FilterNode NONE = new FilterNode() {
        @Override
        void keep(Batch batch, long[] selection, int words) {
            Arrays.fill(selection, 0, words, 0);
        }
    };

    /**
     * Takes the rows that do not pass out of a selection.
     *
     * @param selection a bit a row, none beyond the last one
     * @param words how many words of it the batch has
     */
    abstract void keep(Batch batch, long[] selection, int words);

    /** Gets ready for batches of a shape. */
    void bind(Shape.Struct shape) {
        // nothing to find there
    }

    /** Adds the columns that are looked at. */
    void collectColumns(Set<Column> columns) {
        // none
    }

    static int count(long[] selection, int words) {
        int count = 0;
        for (int k = 0; k < words; k++) {
            count += Long.bitCount(selection[k]);
        }
        return count;
    }
}
