package io.pq2.internal.rewrite;

import io.pq2.vector.Batch;

/** A conversion of rows that are read before they are written. */
@FunctionalInterface
public interface BatchConversion {

    /** Changes nothing. */
    BatchConversion NONE = (batch, firstRow) -> batch;

    /**
     * Returns the converted rows, which may share arrays with the given ones.
     *
     * @param firstRow the index in the file of the first row, for messages
     */
    Batch convert(Batch batch, long firstRow);
}
