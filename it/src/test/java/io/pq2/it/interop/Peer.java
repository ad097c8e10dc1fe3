package io.pq2.it.interop;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** A reader of another project. For use by one thread. */
interface Peer extends AutoCloseable {

    /** Returns the name in the documentation. */
    String name();

    /** Returns the version, and which of its readers is used. */
    String version();

    /**
     * Reads some columns of a file.
     *
     * @return for each column the value of each row: null, {@link Canonical} text, or a list as in {@link Nesting}
     * @throws Exception if the reader refuses the file or at least one of the columns
     */
    List<List<Object>> read(Path file, Nesting nesting, List<Cell> columns) throws Exception;

    @Override
    void close() throws SQLException;
}
