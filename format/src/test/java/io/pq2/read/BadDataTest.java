package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import io.pq2.exception.CorruptFileException;
import io.pq2.io.LocalInputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Compares what pq2, parquet-java and DuckDB do with the damaged files of apache/parquet-testing with docs/files.md.
 */
class BadDataTest {

    @TestFactory
    Stream<DynamicTest> readersDoWhatTheDocumentSays() throws IOException {
        List<String> document = Files.readAllLines(Path.of("../docs/files.md"));
        return SharedFiles.parquetFiles("bad_data").stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.getFileName().toString(),
                        () -> assertThat(documented(document, file)).startsWith(line(file))));
    }

    private static String line(Path file) throws IOException {
        return "| " + file.getFileName() + " | " + pq2(file) + " | " + parquetJava(file) + " | " + duckDb(file) + " |";
    }

    private static String documented(List<String> document, Path file) {
        return document.stream()
                .filter(line -> line.startsWith("| " + file.getFileName() + " |"))
                .findFirst()
                .orElse("no line");
    }

    private static String pq2(Path path) throws IOException {
        long rows = 0;
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path));
                BatchReader reader = file.scan().open()) {
            while (reader.next() != null) {
                rows = reader.metrics().rowsRead();
            }
            return rows + " rows";
        } catch (CorruptFileException e) {
            return "refused";
        }
    }

    private static String parquetJava(Path path) throws IOException {
        try {
            long rows = 0;
            for (var rowGroup : ParquetJavaColumns.read(path)) {
                rows += rowGroup.get(0).stream()
                        .filter(entry -> entry.repetitionLevel() == 0)
                        .count();
            }
            return rows + " rows";
        } catch (IOException | RuntimeException | AssertionError e) {
            return "fails";
        }
    }

    private static String duckDb(Path path) {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT * FROM read_parquet('" + path + "')")) {
            long rows = 0;
            while (found.next()) {
                rows++;
            }
            return rows + " rows";
        } catch (SQLException e) {
            return "fails";
        }
    }
}
