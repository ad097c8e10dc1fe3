package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.schema.Column;
import io.pq2.vector.Batch;
import io.pq2.vector.IntVector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads footers whose column chunks are in external files: {@code _metadata} files of Spark, Dask and fastparquet. */
class SummaryFileTest {

    private static final int ROWS = 3_000;

    @TempDir
    Path directory;

    private Path summary;

    @BeforeEach
    void write() throws IOException {
        summary = directory.resolve("_metadata");
        Files.createDirectory(directory.resolve("year=2026"));
        part("part-0.parquet", 0);
        part("year=2026/part:1.parquet", ROWS);
        summarize("part-0.parquet", "year=2026/part:1.parquet");
    }

    private void part(String name, int firstId) throws IOException {
        ParquetJavaFile.write(
                directory.resolve(name),
                "message m { required int32 id; optional binary text; }",
                ROWS,
                builder -> builder.withRowGroupRowCountLimit(1_000).withPageRowCountLimit(100),
                (group, row) -> group.append("id", firstId + row).append("text", "row " + (firstId + row)));
    }

    private void summarize(String... names) throws IOException {
        summarize(List.of(names), List.of(names));
    }

    private void summarize(List<String> names, List<String> filePaths) throws IOException {
        List<RowGroup> rowGroups = new ArrayList<>();
        FileMetaData any = null;
        for (int i = 0; i < names.size(); i++) {
            String filePath = filePaths.get(i);
            any = TestFooters.read(Files.readAllBytes(directory.resolve(names.get(i))));
            for (RowGroup rowGroup : any.rowGroups()) {
                rowGroups.add(TestFooters.withColumns(rowGroup, chunk -> TestFooters.withFilePath(chunk, filePath)));
            }
        }
        Files.write(summary, TestFooters.onlyFooter(TestFooters.withRowGroups(any, rowGroups)));
    }

    @Test
    void readsRowsOfExternalFiles() throws IOException {
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(summary))) {
            assertThat(ids(file.scan()))
                    .hasSize(2 * ROWS)
                    .isSorted()
                    .startsWith(0)
                    .endsWith(2 * ROWS - 1);
        }
    }

    @Test
    void readsRowRangeOfExternalFiles() throws IOException {
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(summary))) {
            assertThat(ids(file.scan().rows(ROWS - 5, 10)))
                    .containsExactly(2995, 2996, 2997, 2998, 2999, 3000, 3001, 3002, 3003, 3004);
        }
    }

    @Test
    void readsPageIndexesOfExternalFiles() throws IOException {
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(summary))) {
            Column id = file.schema().columns().get(0);
            assertThat(file.offsetIndex(4, id).pageLocations()).hasSize(10);
            assertThat(file.columnIndex(4, id).nullPages()).hasSize(10);
            assertThat(file.bloomFilter(4, id)).isNull();
        }
    }

    @Test
    void prunesByBloomFiltersAndDictionariesOfExternalFiles() throws IOException {
        for (int part = 0; part < 2; part++) {
            int first = part * ROWS;
            ParquetJavaFile.write(
                    directory.resolve("pruned-" + part),
                    "message m { required int32 id; optional binary text; }",
                    ROWS,
                    builder -> builder.withRowGroupRowCountLimit(1_000)
                            .withDictionaryEncoding("id", false)
                            .withBloomFilterEnabled("id", true),
                    (group, row) ->
                            group.append("id", (first + row) * 7919).append("text", "group " + (first + row) / 1_000));
        }
        summarize("pruned-0", "pruned-1");
        ReadOptions options = ReadOptions.builder()
                .statistics(false)
                .pageIndexes(false)
                .dictionaryMinBytes(0)
                .build();
        Predicate key = new Predicate.Comparison(
                List.of("id"), Predicate.Operator.EQ, new Literal.IntegerLiteral(4_001 * 7919));
        Predicate text =
                new Predicate.Comparison(List.of("text"), Predicate.Operator.EQ, Literal.BinaryLiteral.of("group 2"));
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(summary), options)) {
            ScanMetrics byKey = new ScanMetrics();
            assertThat(ids(file.scan().filter(key, RowFiltering.NONE).metrics(byKey)))
                    .hasSize(1_000)
                    .contains(4_001 * 7919);
            assertThat(byKey.rowGroupsSkipped(SkipReason.BLOOM_FILTER)).isEqualTo(5);
            ScanMetrics byText = new ScanMetrics();
            assertThat(ids(file.scan().filter(text, RowFiltering.NONE).metrics(byText)))
                    .hasSize(1_000)
                    .contains(2_000 * 7919);
            assertThat(byText.rowGroupsSkipped(SkipReason.DICTIONARY)).isEqualTo(5);
        }
    }

    @Test
    void readsRowGroupWithColumnsInDifferentFiles() throws IOException {
        FileMetaData metadata = TestFooters.read(Files.readAllBytes(directory.resolve("part-0.parquet")));
        Files.copy(directory.resolve("part-0.parquet"), directory.resolve("copy.parquet"));
        List<RowGroup> rowGroups = new ArrayList<>();
        for (RowGroup rowGroup : metadata.rowGroups()) {
            rowGroups.add(TestFooters.withColumns(
                    rowGroup,
                    chunk -> TestFooters.withFilePath(
                            chunk, chunk.metadata().dottedPath().equals("id") ? "part-0.parquet" : "./copy.parquet")));
        }
        Files.write(summary, TestFooters.onlyFooter(TestFooters.withRowGroups(metadata, rowGroups)));

        try (ParquetFile file = ParquetFile.open(new LocalInputFile(summary))) {
            assertThat(ids(file.scan())).hasSize(ROWS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"year=2026/../part-0.parquet", "./part-0.parquet", "year=2026//../part-0.parquet"})
    void followsPathsInsideDirectory(String filePath) throws IOException {
        summarize(List.of("part-0.parquet"), List.of(filePath));
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(summary))) {
            assertThat(ids(file.scan())).hasSize(ROWS);
        }
    }

    @Test
    void followsAbsolutePathInsideDirectory() throws IOException {
        summarize(
                List.of("part-0.parquet"),
                List.of(directory.resolve("part-0.parquet").toString()));
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(summary))) {
            assertThat(ids(file.scan())).hasSize(ROWS);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../part-0.parquet",
                "/etc/passwd",
                "a/../../b",
                "..",
                "file:/etc/passwd",
                "s3a://bucket/key",
                "year=2026/..",
                "part-0.parquet\0",
                "file:///etc/passwd",
                "s3a:/bucket/key",
                "hdfs:/data/key",
                "./s3a:/bucket/key",
                "year=2026/../s3a:/bucket/key",
                "//server/share/key",
                "C:/data/key",
                "C:key",
                "..\\part-0.parquet",
                "\\\\server\\share",
                "year=2026\\..\\..\\key",
                ".. /key",
                ".../key",
                "%2e%2e/key",
                ".%2E/key",
                "year=2026/%2e%2e/%2e%2e/key",
                "..%2fkey",
                "%2Fetc%2Fpasswd",
                "s3a%3A//bucket/key",
                "%252e%252e/key",
                "%25%32%65%2e/key",
                "..%5ckey",
                "part-0.parquet%00"
            })
    void rejectsPathsOutsideDirectory(String filePath) throws IOException {
        summarize(List.of("part-0.parquet"), List.of(filePath));
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(summary))) {
            assertThatThrownBy(() -> file.scan().open())
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("ColumnChunk.file_path")
                    .hasMessageContaining("row group 0, column id");
            assertThatThrownBy(() -> file.offsetIndex(0, file.schema().columns().get(0)))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("ColumnChunk.file_path");
        }
    }

    @Test
    void reportsMissingExternalFileWhenItIsRead() throws IOException {
        Files.delete(directory.resolve("year=2026/part:1.parquet"));
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(summary))) {
            assertThat(ids(file.scan().rowGroups(ordinal -> ordinal < 3))).hasSize(ROWS);
            assertThatThrownBy(() -> ids(file.scan())).isInstanceOf(NoSuchFileException.class);
        }
    }

    @Test
    void namesTruncatedExternalFile() throws IOException {
        Path part = directory.resolve("part-0.parquet");
        byte[] bytes = Files.readAllBytes(part);
        Files.write(part, java.util.Arrays.copyOf(bytes, 100));
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(summary))) {
            assertThatThrownBy(() -> ids(file.scan()))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("part-0.parquet");
        }
    }

    @Test
    void namesDamagedExternalFile() throws IOException {
        Path part = directory.resolve("part-0.parquet");
        byte[] bytes = Files.readAllBytes(part);
        java.util.Arrays.fill(bytes, 4, 40, (byte) 0x55);
        Files.write(part, bytes);
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(summary))) {
            assertThatThrownBy(() -> ids(file.scan()))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("part-0.parquet, row group 0, column id");
        }
    }

    @Test
    void rejectsExternalFilesOfInputsWithoutDirectory() throws IOException {
        byte[] bytes = Files.readAllBytes(summary);
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("_metadata", bytes))) {
            assertThatThrownBy(() -> ids(file.scan()))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("part-0.parquet");
        }
    }

    private static List<Integer> ids(ScanBuilder scan) throws IOException {
        List<Integer> ids = new ArrayList<>();
        try (BatchReader reader = scan.open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                for (int i = 0; i < batch.rowCount(); i++) {
                    ids.add(((IntVector) batch.columns().get(0)).values()[i]);
                }
            }
        }
        return ids;
    }
}
