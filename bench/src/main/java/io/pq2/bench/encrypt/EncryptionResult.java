package io.pq2.bench.encrypt;

import io.pq2.bench.write.Cost;

/**
 * A median.
 *
 * @param engine who reads or writes
 * @param operation what is done
 * @param writer who has written the file, or writes it
 * @param protection how the file is encrypted
 * @param bytes of the file
 * @param cost of one pass
 */
public record EncryptionResult(
        String engine, Operation operation, String writer, Protection protection, long bytes, Cost cost) {

    /** What is timed. */
    public enum Operation {
        /** A table in memory becomes a file. */
        WRITE,
        /** A file in memory becomes batches of vectors, or values and levels. */
        SCAN
    }
}
