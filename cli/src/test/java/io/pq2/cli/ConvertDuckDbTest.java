package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** DuckDB and {@code convert} agree on the values of CSV and JSON that the other one wrote. */
class ConvertDuckDbTest {

    @TempDir
    Path directory;

    private static long count(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = 'UTC'");
            boolean hasRows = statement.execute(query);
            if (!hasRows) {
                return statement.getUpdateCount();
            }
            try (ResultSet rows = statement.getResultSet()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }

    private Path random(long seed) throws IOException {
        Path file = directory.resolve("random.parquet");
        RandomRecords.write(file, seed, 300);
        return file;
    }

    /** Returns the number of rows that are in one query's result only. */
    private static long differences(String a, String b) throws SQLException {
        return count(
                "SELECT count(*) FROM ((" + a + " EXCEPT ALL " + b + ") UNION ALL (" + b + " EXCEPT ALL " + a + "))");
    }

    @Test
    void duckDbReadsTheCsvThatConvertWrites() throws IOException, SQLException {
        long seed = Seeds.next();
        Path parquet = random(seed);
        Path csv = directory.resolve("t.csv");
        String flat = "id, flag, tiny, small, word, real, price, sum, text, day, local";
        CommandRun.lines("convert", "--columns", flat.replace(" ", ""), parquet, csv);
        String types = "{id: 'BIGINT', flag: 'BOOLEAN', tiny: 'TINYINT', small: 'USMALLINT', word: 'UINTEGER',"
                + " real: 'DOUBLE', price: 'DECIMAL(9,2)', sum: 'DECIMAL(18,4)', text: 'VARCHAR', day: 'DATE',"
                + " local: 'TIMESTAMP'}";
        assertThat(differences(
                        "SELECT " + flat + " FROM '" + parquet + "'",
                        "SELECT * FROM read_csv('" + csv + "', header = true, allow_quoted_nulls = false, strict_mode ="
                                // Without them, DuckDB guesses from the texts, and may take "" for two quotes.
                                + " false, delim = ',', quote = '\"', escape = '\"', columns = " + types + ")"))
                .as("seed %d", seed)
                .isZero();
    }

    @Test
    void convertReadsTheCsvThatDuckDbWrites() throws IOException, SQLException {
        long seed = Seeds.next();
        Path parquet = random(seed);
        Path csv = directory.resolve("t.csv");
        // DuckDB doubles no quotes of its own: they are RFC 4180 without CR.
        String flat = "id, flag, tiny, small, word, real, price, sum, text, day, local";
        count("COPY (SELECT " + flat + " FROM '" + parquet + "') TO '" + csv + "' (HEADER, NULL 'NA', TIMESTAMPFORMAT"
                + " '%Y-%m-%d %H:%M:%S.%f')");
        Path schema = Files.write(directory.resolve("s.txt"), CommandRun.lines("schema", parquet));
        Path back = directory.resolve("back.parquet");
        CommandRun.lines("convert", "--null", "NA", "--schema", schema, csv, back);
        assertThat(differences("SELECT " + flat + " FROM '" + parquet + "'", "SELECT " + flat + " FROM '" + back + "'"))
                .as("seed %d", seed)
                .isZero();
    }

    @Test
    void convertReadsTheJsonThatDuckDbWrites() throws IOException, SQLException {
        long seed = Seeds.next();
        Path parquet = random(seed);
        Path json = directory.resolve("t.json");
        String safe = "WHERE real IS NULL OR NOT isinf(real)";
        String columns = "id, flag, tiny, small, word, price, sum, text, day";
        count("COPY (SELECT " + columns + " FROM '" + parquet + "' " + safe + ") TO '" + json + "'");
        Path schema = Files.write(directory.resolve("s.txt"), CommandRun.lines("schema", parquet));
        Path back = directory.resolve("back.parquet");
        CommandRun.lines("convert", "--schema", schema, json, back);
        assertThat(differences(
                        "SELECT " + columns + " FROM '" + parquet + "' " + safe,
                        "SELECT " + columns + " FROM '" + back + "'"))
                .as("seed %d", seed)
                .isZero();
    }

    @Test
    void duckDbReadsTheJsonThatConvertWrites() throws IOException, SQLException {
        long seed = Seeds.next();
        Path parquet = random(seed);
        Path json = directory.resolve("t.jsonl");
        String columns = "id, flag, tiny, small, word, text, day, struct, structs";
        CommandRun.lines("convert", "--columns", columns.replace(" ", ""), parquet, json);
        String types = "{id: 'BIGINT', flag: 'BOOLEAN', tiny: 'TINYINT', small: 'USMALLINT', word: 'UINTEGER',"
                + " text: 'VARCHAR', day: 'DATE', struct: 'STRUCT(number INTEGER, list VARCHAR[])',"
                + " structs: 'STRUCT(x DOUBLE, y VARCHAR)[]'}";
        assertThat(differences(
                        "SELECT " + columns + " FROM '" + parquet + "'",
                        "SELECT * FROM read_json('" + json + "', format = 'newline_delimited', columns = " + types
                                + ")"))
                .as("seed %d", seed)
                .isZero();
    }
}
