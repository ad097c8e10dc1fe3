package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import io.pq2.io.LocalInputFile;
import io.pq2.schema.Column;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the delta-encoded files of apache/parquet-testing with the CSV files that accompany them. */
class DeltaFilesTest {

    /** A cell, optionally quoted, and the comma after it. */
    private static final Pattern CELL = Pattern.compile("(\"[^\"]*\"|[^,]*)(,|$)");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delta_binary_packed",
                "delta_byte_array",
                "delta_encoding_optional_column",
                "delta_encoding_required_column"
            })
    void readsValuesOfCsvFile(String name) throws IOException {
        List<String> lines = Files.readAllLines(SharedFiles.parquetTesting("data/" + name + "_expect.csv"));
        List<List<String>> expected =
                lines.stream().skip(1).map(DeltaFilesTest::cells).toList();
        for (int batchSize : new int[] {3, 1_000}) {
            assertThat(rows(SharedFiles.parquetTesting("data/" + name + ".parquet"), batchSize))
                    .isEqualTo(expected);
        }
    }

    /** Returns the cells of a line; an empty unquoted cell is null. */
    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        Matcher matcher = CELL.matcher(line);
        do {
            assertThat(matcher.find()).isTrue();
            String cell = matcher.group(1);
            cells.add(cell.isEmpty() ? null : cell.replace("\"", ""));
        } while (!matcher.group(2).isEmpty());
        return cells;
    }

    private static List<List<String>> rows(Path path, int batchSize) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path));
                BatchReader reader = file.scan().batchSize(batchSize).open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                int first = rows.size();
                for (int i = 0; i < batch.rowCount(); i++) {
                    rows.add(new ArrayList<>());
                }
                for (Column column : file.schema().columns()) {
                    List<ColumnEntries.Entry> entries = ColumnEntries.column(batch, reader.shape(), column);
                    for (int i = 0; i < entries.size(); i++) {
                        rows.get(first + i).add(text(entries.get(i).value()));
                    }
                }
            }
        }
        return rows;
    }

    private static String text(Object value) {
        if (value instanceof ByteBuffer bytes) {
            return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
        }
        return value == null ? null : value.toString();
    }
}
