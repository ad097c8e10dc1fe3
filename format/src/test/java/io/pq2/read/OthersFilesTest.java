package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.SharedFiles;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.io.LocalInputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Reads files of other writers with the result that docs/files.md lists, and compares their entries with
 * parquet-java's. A file that is newer than the table is read and compared, too.
 */
class OthersFilesTest {

    /** Contains two strings of 1 GiB, which exceed the heap of these tests. PackagedCodecsIT reads it. */
    private static final String LARGE = "data/large_string_map.brotli.parquet";

    private static final FilesTable.Line NOT_IN_TABLE = new FilesTable.Line(-1, "read", "same");

    @TestFactory
    Stream<DynamicTest> readsFilesOfParquetTesting() throws IOException {
        Map<String, FilesTable.Line> table = FilesTable.read();
        List<DynamicTest> tests = new ArrayList<>();
        files().forEach((name, path) -> {
            if (!name.equals(LARGE)) {
                String title = table.containsKey(name) ? name : name + " (not in docs/files.md)";
                tests.add(DynamicTest.dynamicTest(title, () -> check(path, table.getOrDefault(name, NOT_IN_TABLE))));
            }
        });
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> readsFilesOfPublicDataSets() {
        return SharedFiles.real().stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.getFileName().toString(),
                        () -> ParquetJavaComparison.assertReadsAsParquetJava(file, 7, 4_096)));
    }

    @Test
    void tableListsEveryFile() throws IOException {
        Map<String, FilesTable.Line> table = FilesTable.read();
        assertThat(table).hasSize(FilesTable.statedCount());
        Map<String, Path> files = files();
        if (files.size() == table.size()) {
            assertThat(table.keySet()).containsExactlyInAnyOrderElementsOf(files.keySet());
        }
    }

    private static Map<String, Path> files() {
        Path root = SharedFiles.parquetTesting("");
        Map<String, Path> files = new TreeMap<>();
        for (String folder : List.of("data", "shredded_variant")) {
            SharedFiles.parquetFiles(folder)
                    .forEach(file -> files.put(root.relativize(file).toString().replace('\\', '/'), file));
        }
        return files;
    }

    private static void check(Path path, FilesTable.Line line) throws IOException {
        if (line.result().startsWith("encrypted")) {
            assertThatThrownBy(() -> readAll(path))
                    .isInstanceOf(KeyDeniedException.class)
                    .hasMessageContaining(path.getFileName().toString());
            return;
        }
        if (line.result().startsWith("not read")) {
            assertThatThrownBy(() -> readAll(path))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining(path.getFileName().toString());
            return;
        }
        ReadOptions options = ReadOptions.DEFAULT;
        if (line.result().startsWith("refused: crc")) {
            assertThatThrownBy(() -> readAll(path))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining(path.getFileName().toString())
                    .hasMessageContaining("crc");
            options = ReadOptions.builder().verifyChecksums(false).build();
        } else {
            assertThat(line.result()).startsWith("read");
            long rows = readAll(path);
            assertThat(line.rows()).isIn((int) rows, NOT_IN_TABLE.rows());
        }
        if (line.parquetJava().equals("same")) {
            ParquetJavaComparison.assertReadsAsParquetJava(path, options, 7, 4_096);
        } else {
            assertThatThrownBy(() -> ParquetJavaColumns.read(path))
                    .as("parquet-java; the table says: %s", line.parquetJava())
                    .isInstanceOf(Exception.class);
        }
    }

    private static long readAll(Path path) throws IOException {
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path));
                BatchReader reader = file.scan().open()) {
            while (reader.next() != null) {
                // The reader counts the rows.
            }
            return reader.metrics().rowsRead();
        }
    }
}
