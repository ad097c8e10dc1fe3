package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** DuckDB in memory, as a reader and writer of Parquet files. */
final class DuckDb implements AutoCloseable {

    private final Connection connection;

    DuckDb() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        execute("SET threads = 1");
        execute("SET TimeZone = 'UTC'");
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns the rows of a query, each value as text, null for nulls. */
    List<List<String>> rows(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<List<String>> rows = new ArrayList<>();
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    row.add(result.getString(column));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    /** Writes the rows of a query to a file. */
    void write(String query, Path file, String options) throws SQLException {
        execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet" + (options.isEmpty() ? "" : ", " + options)
                + ")");
    }

    /** Asserts that DuckDB reads the same column names, types and rows, in the same order, from both files. */
    void assertSame(Path actual, Path expected) throws SQLException {
        assertThat(rows("DESCRIBE SELECT * FROM " + table(actual)))
                .as("the columns of %s", actual.getFileName())
                .isEqualTo(rows("DESCRIBE SELECT * FROM " + table(expected)));
        assertThat(differences(actual, expected))
                .as("rows that only one file has")
                .isEmpty();
    }

    private List<List<String>> differences(Path actual, Path expected) throws SQLException {
        String a = "SELECT * FROM " + numbered(actual);
        String b = "SELECT * FROM " + numbered(expected);
        return rows("SELECT 'unexpected', * FROM (" + a + " EXCEPT ALL " + b + ") UNION ALL SELECT 'missing', * FROM ("
                + b + " EXCEPT ALL " + a + ") LIMIT 10");
    }

    static String table(Path file) {
        return "read_parquet('" + file + "')";
    }

    private static String numbered(Path file) {
        return "read_parquet('" + file + "', file_row_number = true)";
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
