package io.pq2.internal.predicate.filter;

import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.util.Arrays;
import java.util.Set;

/**
 * A node of a compiled filter. There is no node for NOT: a negated condition is compiled for the rows for which it is
 * false.
 */
abstract class FilterNode {

    /** Keeps all rows. */
    static final FilterNode ALL = new FilterNode() {
        @Override
        void keep(Batch batch, long[] selection, int words) {
            // keeps all
        }
    };

    /** Keeps no row. */
    static final FilterNode NONE = new FilterNode() {
        @Override
        void keep(Batch batch, long[] selection, int words) {
            Arrays.fill(selection, 0, words, 0);
        }
    };

    /**
     * Removes the rows that do not pass from a selection.
     *
     * @param selection one bit per row; bits after the last row are clear
     * @param words the number of words of the selection that the batch uses
     */
    abstract void keep(Batch batch, long[] selection, int words);

    /** Prepares for batches of a shape. */
    void bind(Shape.Struct shape) {
        // needs no column
    }

    /** Adds the columns that this node reads. */
    void collectColumns(Set<Column> columns) {
        // reads none
    }

    static int count(long[] selection, int words) {
        int count = 0;
        for (int k = 0; k < words; k++) {
            count += Long.bitCount(selection[k]);
        }
        return count;
    }
}
