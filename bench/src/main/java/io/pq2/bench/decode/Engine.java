package io.pq2.bench.decode;

import java.io.IOException;
import java.sql.SQLException;

/** A reader of Parquet files. Not thread-safe. */
public interface Engine extends AutoCloseable {

    /** Returns the name in the tables. */
    String name();

    /**
     * Opens the case's file and decodes all values of its columns to the form in which the engine returns batches.
     * Files are in memory; the engine uses one thread.
     *
     * @return a number that depends on the decoded data
     */
    long decode(DecodeCase decodeCase) throws IOException, SQLException;

    /** Decodes the case and summarises each value. */
    Fingerprint fingerprint(DecodeCase decodeCase) throws IOException, SQLException;

    /** Whether an exception means that the engine does not support the file. */
    boolean refuses(Exception exception);

    @Override
    default void close() throws SQLException {}
}
