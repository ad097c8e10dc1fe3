package io.pq2.bench.encrypt;

import io.pq2.bench.write.Cost;

/**
 * The median of an operation.
 *
 * @param engine the engine that reads or writes
 * @param operation the operation
 * @param writer the writer of the file
 * @param protection the encryption of the file
 * @param bytes the size of the file
 * @param cost the cost of one pass
 */
public record EncryptionResult(
        String engine, Operation operation, String writer, Protection protection, long bytes, Cost cost) {

    /** A timed operation. */
    public enum Operation {
        /** Writes a table from memory to a file. */
        WRITE,
        /** Reads a file in memory to batches of vectors, or to values and levels. */
        SCAN
    }
}
