package io.pq2.internal.write.work;

import io.pq2.internal.write.chunk.ChunkPages;
import io.pq2.vector.Batch;

/** How rows get into the chunks of the columns. */
public sealed interface ColumnWork permits SerialColumnWork, ParallelColumnWork {

    /**
     * Appends rows {@code from} to {@code to} (exclusive) of a batch to all columns.
     *
     * @param rowNumber the number of the first of them in the file, for messages
     * @throws io.pq2.exception.InvalidDataException for the first column, in the order of the schema, that cannot take its values
     */
    void append(Batch batch, int from, int to, long rowNumber);

    /** Ends the chunk of a column. To be asked for all columns, in the order of the schema. */
    ChunkPages end(int column);

    /** How many bytes of memory are kept for the next rows. */
    long memoryBytes();

    /** Frees the memory that is kept for the next rows. */
    void releaseMemory();
}
