package io.pq2.mapreduce;

/** Counters of a job for the files that its tasks wrote. */
public enum WriteCounter {
    /** Completed files. */
    FILES_WRITTEN,
    /** Rows in completed files. */
    ROWS_WRITTEN,
    /** Row groups in completed files. */
    ROW_GROUPS_WRITTEN,
    /** Bytes of completed files. */
    BYTES_WRITTEN
}
