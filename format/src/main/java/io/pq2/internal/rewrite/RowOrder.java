package io.pq2.internal.rewrite;

import io.pq2.vector.Batch;

/** An order of the rows of a batch. */
public interface RowOrder {

    /** Returns the indexes of the rows of a batch in their new order. */
    int[] rows(Batch batch);
}
