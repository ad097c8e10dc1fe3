package io.pq2.internal.write.work;

import io.pq2.internal.write.chunk.ChunkPages;
import io.pq2.vector.Batch;

/** Passes the rows of batches to the chunk writers of the columns. */
public sealed interface ColumnWork permits SerialColumnWork, ParallelColumnWork {

    /**
     * Appends rows {@code from} to {@code to} (exclusive) of a batch to all columns.
     *
     * @param rowNumber the number of row {@code from} in the file, for error messages
     * @throws io.pq2.exception.InvalidDataException if values are invalid; it names the first column in schema order
     *     that has such
     */
    void append(Batch batch, int from, int to, long rowNumber);

    /** Ends the chunk of a column. Call it for all columns in schema order. */
    ChunkPages end(int column);

    /** Returns the memory that is kept for the next rows, in bytes. */
    long memoryBytes();

    /** Frees the memory that is kept for the next rows. */
    void releaseMemory();
}
