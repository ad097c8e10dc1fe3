package io.pq2.internal.write.work;

/** The encoding of one column of the rows of a batch, or the end of its column chunk. */
interface ColumnTask {

    /** Returns the index of the column in the schema, from 0. */
    int column();

    /**
     * Does the work on the calling thread.
     *
     * @param context the buffers and codec contexts of that thread
     */
    void run(WorkerContext context);
}
