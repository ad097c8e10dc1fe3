package io.pq2.it.interop;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Somebody else's reader. Used by one thread. */
interface Peer extends AutoCloseable {

    /** The name in the documentation. */
    String name();

    /** The version, and what of it is asked to read. */
    String version();

    /**
     * Reads some columns of a file.
     *
     * @return for each of the columns the value of each row: null, {@link Canonical} text, or a list as in {@link Nesting}
     * @throws Exception if the reader refuses the file or one of the columns; which one, is not known
     */
    List<List<Object>> read(Path file, Nesting nesting, List<Cell> columns) throws Exception;

    @Override
    void close() throws SQLException;
}
