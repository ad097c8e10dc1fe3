package io.pq2.bench.write;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB in this process with one thread: {@code COPY} of a table in its memory, with row groups of its default size.
 */
final class DuckDbCopy implements WriteEngine {

    static final String NAME = "DuckDB";

    private final Connection connection;

    DuckDbCopy() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        execute("SET threads = 1");
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void prepare(StagedTable table) throws SQLException {
        execute("CREATE OR REPLACE TABLE source AS FROM '" + table.file() + "'");
    }

    @Override
    public void write(PageCompression compression, Path target) throws SQLException {
        String level = compression.level() == null ? "" : ", COMPRESSION_LEVEL " + compression.level();
        execute("COPY (SELECT * FROM source) TO '" + target + "' (FORMAT parquet, COMPRESSION " + compression + level
                + ")");
    }

    /**
     * Compares the rows of a file with the table that was prepared last. Returns the difference; absent if there is
     * none.
     */
    @Nullable
    String difference(Path file) throws SQLException {
        String expected = digest("source");
        String found;
        try {
            found = digest("'" + file + "'");
        } catch (SQLException e) {
            return "DuckDB cannot read it: " + e.getMessage();
        }
        return found.equals(expected) ? null : "DuckDB reads " + found + " instead of " + expected;
    }

    private String digest(String rows) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer =
                        statement.executeQuery("SELECT count(*), sum(hash(r)), bit_xor(hash(r)) FROM " + rows + " r")) {
            answer.next();
            return answer.getString(1) + " rows, hashes " + answer.getString(2) + " and " + answer.getString(3);
        }
    }

    @Override
    public boolean inHeap() {
        return false;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
