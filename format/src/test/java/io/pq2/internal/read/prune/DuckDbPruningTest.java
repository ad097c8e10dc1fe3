package io.pq2.internal.read.prune;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.InputFile;
import io.pq2.io.LocalInputFile;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.RowFiltering;
import io.pq2.testing.Seeds;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares scans of files of DuckDB, with dictionaries and bloom filters, with DuckDB's results and with full scans.
 * {@code -Dpq2.cases=N} sets the minimum number of scans.
 */
@Tag("random")
class DuckDbPruningTest {

    private static final int ROWS = 5_000;
    private static final int PREDICATES_OF_TABLE = 60;
    private static final long CASES = Long.getLong("pq2.cases", 600);
    private static final long CASES_OF_TABLE = 200;

    /** The expressions for numbers: ascending, descending, clustered, few, one. */
    private static final List<String> NUMBERS = List.of(
            "i",
            "i * 2",
            "(4999 - i)",
            "(i // 500)",
            "(i // 1000 * 10 + hash(i) % 3)::BIGINT",
            "(hash(i) % 40)::BIGINT",
            "(hash(i) % 3000 * 2)::BIGINT",
            "7");

    private static final List<String> NULLS =
            List.of("false", "false", "i % 7 = 0", "i // 800 % 2 = 0", "hash(i) % 20 > 0", "true");

    private static final List<String> VALUES = List.of(
            "(%s)::INTEGER",
            "(%s) * 1000000007::BIGINT",
            "((%s) %% 120)::TINYINT",
            "((%s) %% 250)::UTINYINT",
            "(4294967295 - (%s))::UINTEGER",
            "(18446744073709551615 - (%s))::UBIGINT",
            "(%s) %% 2 = 0",
            "if((%1$s) %% 50 = 3, 'nan'::FLOAT, ((%1$s) / 4)::FLOAT)",
            "if((%1$s) %% 50 = 3, -0.0::DOUBLE, ((%1$s) / 8)::DOUBLE)",
            "'value ' || (%s)",
            "repeat('the same for all, ', 5) || (%s)",
            "encode('blob ' || (%s))",
            "DATE '1960-01-01' + (%s)::INTEGER",
            "TIMESTAMP '1969-12-31' + INTERVAL (%s) MINUTE",
            "TIMESTAMPTZ '1999-12-31 23:59:59+00' + INTERVAL (%s) SECOND",
            "((%s) - 2000)::DECIMAL(9, 2)",
            "((%s) - 2000)::DECIMAL(18, 4) / 8",
            "((%s) - 2000)::DECIMAL(38, 10) * 1000000",
            "md5((%s)::VARCHAR)::UUID",
            "{a: (%1$s)::BIGINT, b: 'b' || (%1$s)}",
            "[(%s)]");

    private static final PruningTally TALLY = new PruningTally();
    private static Connection connection;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        execute("SET threads = 1");
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    private static void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void scansReturnTheSameRowsAsDuckDb() throws IOException, SQLException {
        long seed = Seeds.next();
        int compared = 0;
        do {
            Random random = new Random(seed);
            Path path = write(random);
            InputFile file = new LocalInputFile(path);
            PlainTable table = PlainTable.read(file);
            assertThat(table.rows()).hasSize(ROWS);
            new RandomPredicateCheck(file, table, TALLY).run(random, seed, CASES_OF_TABLE);
            compared += compare(path, table, random, seed);
            seed++;
        } while (TALLY.get(PruningTally.Event.CASES) < CASES);
        assertThat(compared).as("predicates compared with DuckDB").isPositive();
        assertThat(TALLY.get(PruningTally.Event.ROW_GROUPS_BY_STATISTICS)).isPositive();
    }

    /** Writes a table of random columns in row groups of 2,048 rows. */
    private Path write(Random random) throws SQLException {
        StringBuilder query = new StringBuilder("SELECT i AS c0");
        for (int i = 2 + random.nextInt(6); i > 0; i--) {
            String value = pick(VALUES, random).formatted(pick(NUMBERS, random));
            query.append(", if(%s, NULL, %s) AS c%d".formatted(pick(NULLS, random), value, i));
        }
        Path path = folder.resolve("duckdb.parquet");
        execute("COPY (" + query + " FROM range(" + ROWS + ") r(i)) TO '" + path
                + "' (FORMAT parquet, ROW_GROUP_SIZE 2048, PARQUET_VERSION " + (random.nextBoolean() ? "v1" : "v2")
                + ", DICTIONARY_SIZE_LIMIT " + (random.nextBoolean() ? 5_000 : 50)
                + ", BLOOM_FILTER_FALSE_POSITIVE_RATIO 0.1)");
        return path;
    }

    private static String pick(List<String> texts, Random random) {
        return texts.get(random.nextInt(texts.size()));
    }

    /** Compares random predicates and returns how many DuckDB can evaluate. */
    private static int compare(Path path, PlainTable table, Random random, long seed) throws IOException, SQLException {
        DataPredicates predicates = new DataPredicates(table, random);
        DuckDbSql sql = new DuckDbSql(table.schema());
        int compared = 0;
        for (int i = 0; i < PREDICATES_OF_TABLE; i++) {
            Predicate predicate = predicates.predicate(random.nextInt(3));
            String condition = sql.of(predicate);
            if (condition != null) {
                assertThat(rows(path, predicate))
                        .as("seed %s, %s, %s", seed, predicate, condition)
                        .isEqualTo(rows(path, condition));
                compared++;
            }
        }
        return compared;
    }

    private static BitSet rows(Path path, Predicate predicate) throws IOException {
        BitSet rows = new BitSet();
        FilterSemantics semantics = FilterSemantics.of(MissingColumns.UNKNOWN);
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path));
                BatchReader reader = file.scan()
                        .columns(column -> false)
                        .filter(predicate, semantics, RowFiltering.ALWAYS)
                        .open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                for (int i = 0; i < batch.rowCount(); i++) {
                    rows.set((int) reader.rowIndex(i));
                }
            }
        }
        return rows;
    }

    private static BitSet rows(Path path, String condition) throws SQLException {
        BitSet rows = new BitSet();
        String query = "SELECT file_row_number FROM read_parquet('" + path + "', file_row_number = true) t WHERE ";
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query + condition)) {
            while (result.next()) {
                rows.set(result.getInt(1));
            }
        }
        return rows;
    }
}
