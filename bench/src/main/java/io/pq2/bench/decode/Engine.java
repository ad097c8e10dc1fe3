package io.pq2.bench.decode;

import java.io.IOException;
import java.sql.SQLException;

/** A reader of Parquet files. Used by one thread. */
public interface Engine extends AutoCloseable {

    /** What the tables call it. */
    String name();

    /**
     * Opens the case's file and decodes all values of its columns into the form in which the engine hands out batches. Files are
     * in memory, one thread works.
     *
     * @return something that depends on the work
     */
    long decode(DecodeCase decodeCase) throws IOException, SQLException;

    /** Decodes likewise and looks at each value. */
    Fingerprint fingerprint(DecodeCase decodeCase) throws IOException, SQLException;

    /** Whether an exception says that the engine does not read such files. */
    boolean refuses(Exception exception);

    @Override
    default void close() throws SQLException {}
}
