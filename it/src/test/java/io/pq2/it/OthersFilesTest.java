package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares how pq2 and DuckDB read the files of apache/parquet-testing, cell by cell: DuckDB compares each file with a
 * copy by pq2. The last column of docs/files.md lists the expected result.
 */
class OthersFilesTest {

    private static final Path TABLE = Path.of("../docs/files.md");

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> pq2AndDuckDbReadTheSameValues() throws IOException {
        return Files.readAllLines(TABLE).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(1).split("\\|"))
                .filter(cells -> !cells[5].isBlank() && !cells[5].strip().startsWith("not compared"))
                .map(cells -> DynamicTest.dynamicTest(
                        cells[0].strip(), () -> check(file(cells[0].strip().replace("`", "")), cells[5].strip())));
    }

    private void check(Path file, String expected) throws IOException, SQLException {
        try (DuckDb duckDb = new DuckDb()) {
            if (expected.startsWith("fails")) {
                assertThatThrownBy(() -> duckDb.rows("SELECT * FROM " + DuckDb.table(file)))
                        .as("the result of DuckDB; docs/files.md expects: %s", expected)
                        .isInstanceOf(SQLException.class);
                return;
            }
            Path copy = directory.resolve("copy.parquet");
            Rewriting.rewrite(file, copy, WriteOptions.DEFAULT);
            if (expected.equals("same")) {
                duckDb.assertSame(copy, file);
            } else {
                assertThat(expected).startsWith("same values");
                assertThat(duckDb.rows(values(copy))).isEqualTo(duckDb.rows(values(file)));
            }
        }
    }

    /** Returns a query of all columns as text. Timestamps with and without UTC have the same text. */
    private static String values(Path file) {
        return "SELECT replace(COLUMNS(*)::VARCHAR, '+00', '') FROM " + DuckDb.table(file);
    }

    private static Path file(String name) {
        Path file = Path.of(System.getProperty("pq2.shared", "../../shared"), "parquet-testing")
                .resolve(name);
        Assumptions.assumeTrue(
                Files.exists(file),
                () -> "needs " + name + " of apache/parquet-testing in the folder of the property pq2.shared");
        return file;
    }
}
