package io.pq2.bench.write;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/** A writer of Parquet files. Not thread-safe. */
interface WriteEngine extends AutoCloseable {

    /** Returns the name in the tables. */
    String name();

    /** Prepares a table in the form that the engine accepts. Not timed. */
    void prepare(StagedTable table) throws IOException, SQLException;

    /**
     * Writes all rows of the table that was prepared last.
     *
     * @param target a file that does not exist
     */
    void write(PageCompression compression, Path target) throws IOException, SQLException;

    /** Whether the engine allocates its memory on the Java heap. */
    default boolean inHeap() {
        return true;
    }

    /** Releases the prepared table. */
    @Override
    void close() throws SQLException;
}
