package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.record.RowReader;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.rewrite.Rewritten;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads files that deviate from the specification, and their copies. Compares the results of parquet-java and DuckDB
 * with the table in docs/files.md.
 */
class LenientFilesTest {

    private static final Path DOCUMENT = Path.of("../docs/files.md");

    @TempDir
    Path directory;

    /** A line of the table: the results of parquet-java and of DuckDB. */
    private record Line(String parquetJava, String duckDb) {}

    private static Map<String, Line> table(String title) throws IOException {
        Map<String, Line> lines = new LinkedHashMap<>();
        boolean inTable = false;
        for (String text : Files.readAllLines(DOCUMENT)) {
            inTable = inTable ? text.startsWith("|") : text.startsWith("| " + title + " |");
            if (inTable && !text.startsWith("| " + title + " |") && !text.startsWith("|---")) {
                String[] cells = text.substring(1).split("\\|");
                lines.put(cells[0].strip(), new Line(cells[2].strip(), cells[3].strip()));
            }
        }
        return lines;
    }

    @Test
    void documentListsEachDeviation() throws IOException {
        assertThat(table("deviation").keySet())
                .containsExactlyElementsOf(LenientFiles.all().keySet());
        assertThat(table("refused deviation").keySet())
                .containsExactlyElementsOf(LenientFiles.refused().keySet());
    }

    @TestFactory
    Stream<DynamicTest> readsDeviation() {
        return LenientFiles.all().entrySet().stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.getKey(), () -> assertThat(read(file.getValue())).isEqualTo(LenientFiles.ROWS)));
    }

    @TestFactory
    Stream<DynamicTest> refusesDeviationThatMakesRowsUncertain() {
        return LenientFiles.refused().entrySet().stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.getKey(),
                        () -> assertThatThrownBy(() -> read(file.getValue()))
                                .isInstanceOf(CorruptFileException.class)
                                .hasMessageContaining("lenient")));
    }

    @TestFactory
    Stream<DynamicTest> copiesKeepRows() {
        return LenientFiles.all().entrySet().stream()
                .map(file -> DynamicTest.dynamicTest(file.getKey(), () -> checkCopies(file.getValue())));
    }

    private static void checkCopies(byte[] file) throws IOException {
        for (RewriteOptions options : List.of(
                RewriteOptions.DEFAULT,
                RewriteOptions.builder().codec(CompressionCodec.ZSTD).build(),
                RewriteOptions.builder().combineBelow(1 << 20).build())) {
            byte[] copy = Rewritten.rewrite(options, file);
            assertThat(read(copy)).isEqualTo(LenientFiles.ROWS);
            List<Object> twice = new ArrayList<>(LenientFiles.ROWS);
            twice.addAll(LenientFiles.ROWS);
            assertThat(read(Rewritten.rewrite(options, copy, copy))).isEqualTo(twice);
        }
    }

    @TestFactory
    Stream<DynamicTest> othersReadWhatTheDocumentSays() throws IOException {
        Map<String, Line> table = table("deviation");
        table.putAll(table("refused deviation"));
        return Stream.of(LenientFiles.all(), LenientFiles.refused())
                .flatMap(files -> files.entrySet().stream())
                .map(file -> DynamicTest.dynamicTest(
                        file.getKey(),
                        () -> assertThat(new Line(parquetJava(file.getValue()), duckDb(file.getValue())))
                                .isEqualTo(table.get(file.getKey()))));
    }

    private static List<Object> read(byte[] bytes) throws IOException {
        List<Object> values = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("lenient", bytes));
                RowReader rows = new RowReader(file.scan().batchSize(2).open())) {
            while (rows.next()) {
                values.add(rows.row().isNull(0) ? null : rows.row().getInt(0));
            }
        }
        return values;
    }

    private String parquetJava(byte[] bytes) throws IOException {
        Path path = Files.write(directory.resolve("for-parquet-java"), bytes);
        try {
            List<Object> values = new ArrayList<>();
            for (List<List<ColumnEntries.Entry>> rowGroup : ParquetJavaColumns.read(path)) {
                rowGroup.get(0).forEach(entry -> values.add(entry.value()));
            }
            return result(values);
        } catch (IOException | RuntimeException | AssertionError e) {
            return "fails";
        }
    }

    private String duckDb(byte[] bytes) throws IOException {
        Path path = Files.write(directory.resolve("for-duckdb"), bytes);
        // A database of its own, because DuckDB refuses to work after an internal error.
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT a FROM read_parquet('" + path + "')")) {
            List<Object> values = new ArrayList<>();
            while (found.next()) {
                values.add(found.getObject(1));
            }
            return result(values);
        } catch (SQLException e) {
            return "fails";
        }
    }

    private static String result(List<Object> values) {
        return values.equals(LenientFiles.ROWS) ? "same" : "other rows";
    }
}
