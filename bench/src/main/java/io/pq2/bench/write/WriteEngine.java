package io.pq2.bench.write;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/** A writer of Parquet files. Used by one thread. */
interface WriteEngine extends AutoCloseable {

    /** What the tables call it. */
    String name();

    /** Makes a table ready, in the form in which the engine takes rows. Not timed. */
    void prepare(StagedTable table) throws IOException, SQLException;

    /**
     * Writes all rows of the table that was prepared last.
     *
     * @param target a file that is not there yet
     */
    void write(PageCompression compression, Path target) throws IOException, SQLException;

    /** Whether its memory is that of the Java heap. */
    default boolean inHeap() {
        return true;
    }

    /** Lets go of what was prepared. */
    @Override
    void close() throws SQLException;
}
