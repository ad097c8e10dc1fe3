package io.pq2.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.SharedFiles;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.ParquetException;
import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageLocation;
import io.pq2.metadata.RowGroup;
import io.pq2.read.ColumnEntries;
import io.pq2.read.FilesTable;
import io.pq2.read.ParquetFile;
import io.pq2.read.ParquetJavaColumns;
import io.pq2.read.ParquetJavaComparison;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that files of other writers have the same entries after copying, merging with themselves and compressing with
 * every codec.
 */
class OthersFilesRewrittenTest {

    /** Contains two strings of 1 GiB, which exceed the heap of these tests. */
    private static final String LARGE = "large_string_map.brotli.parquet";

    private static final ReadOptions WITHOUT_CHECKSUMS =
            ReadOptions.builder().verifyChecksums(false).build();

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> rewritesFilesOfParquetTesting() throws IOException {
        Map<String, FilesTable.Line> table = FilesTable.read();
        Path root = SharedFiles.parquetTesting("");
        return Stream.of("data", "shredded_variant")
                .flatMap(folder -> SharedFiles.parquetFiles(folder).stream())
                .filter(path -> !path.endsWith(LARGE))
                .map(path -> {
                    String name = root.relativize(path).toString().replace('\\', '/');
                    FilesTable.Line line = table.get(name);
                    return DynamicTest.dynamicTest(name, () -> check(path, line));
                });
    }

    @TestFactory
    Stream<DynamicTest> rewritesFilesOfPublicDataSets() {
        return SharedFiles.real().stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file, null)));
    }

    private void check(Path path, FilesTable.Line line) throws IOException {
        LocalInputFile input = new LocalInputFile(path);
        MemoryOutputFile output = new MemoryOutputFile("rewritten");
        boolean encrypted = line != null && line.result().startsWith("encrypted");
        if (encrypted) {
            assertThatThrownBy(() -> FileRewriter.rewrite(List.of(input), output, RewriteOptions.DEFAULT))
                    .isInstanceOf(KeyDeniedException.class)
                    .hasMessageContaining(path.getFileName().toString());
            assertThat(output.exists()).isFalse();
            return;
        }
        boolean readable = line == null
                || line.result().startsWith("read")
                || line.result().startsWith("refused");
        boolean sameInParquetJava = line == null || line.parquetJava().equals("same");
        byte[] file = Files.readAllBytes(path);
        List<List<List<ColumnEntries.Entry>>> expected =
                readable ? read(path.toString(), Files.readAllBytes(path)) : null;

        byte[] copy = rewrite(RewriteOptions.builder(), input);
        checkIndexes(copy);
        if (!readable) {
            return;
        }
        assertThat(read("the copy", copy)).isEqualTo(expected);
        if (sameInParquetJava) {
            assertThat(readByParquetJava(copy)).isEqualTo(ParquetJavaColumns.read(path));
        }

        List<List<List<ColumnEntries.Entry>>> twice = new ArrayList<>(expected);
        twice.addAll(expected);
        byte[] merged = rewrite(RewriteOptions.builder(), input, new MemoryInputFile("again", file));
        checkIndexes(merged);
        assertThat(read("merged with itself", merged)).isEqualTo(twice);

        for (CompressionCodec codec : List.of(
                CompressionCodec.UNCOMPRESSED,
                CompressionCodec.SNAPPY,
                CompressionCodec.GZIP,
                CompressionCodec.LZ4_RAW,
                CompressionCodec.ZSTD)) {
            byte[] recompressed = rewrite(RewriteOptions.builder().codec(codec), input);
            assertThat(codecs(recompressed)).isSubsetOf(codec);
            checkIndexes(recompressed);
            assertThat(read(codec.name(), recompressed)).as(codec.name()).isEqualTo(expected);
            if (codec == CompressionCodec.ZSTD && sameInParquetJava) {
                assertThat(readByParquetJava(recompressed)).isEqualTo(ParquetJavaColumns.read(path));
            }
        }
    }

    private static byte[] rewrite(RewriteOptions.Builder options, io.pq2.io.InputFile... inputs) throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("rewritten");
        FileRewriter.rewrite(
                List.of(inputs), output, options.verifyChecksums(false).build());
        return output.bytes();
    }

    /** Returns the entries of each column of each row group with rows. */
    private static List<List<List<ColumnEntries.Entry>>> read(String name, byte[] bytes) throws IOException {
        List<List<List<ColumnEntries.Entry>>> entries = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile(name, bytes), WITHOUT_CHECKSUMS)) {
            for (int i = 0; i < file.metadata().rowGroups().size(); i++) {
                if (file.metadata().rowGroups().get(i).numRows() > 0) {
                    entries.add(ParquetJavaComparison.rowGroup(file, i, 1_000));
                }
            }
        }
        return entries;
    }

    private List<List<List<ColumnEntries.Entry>>> readByParquetJava(byte[] bytes) throws IOException {
        return ParquetJavaColumns.read(Files.write(directory.resolve("for-parquet-java"), bytes));
    }

    private static List<CompressionCodec> codecs(byte[] bytes) throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("rewritten", bytes))) {
            return file.metadata().rowGroups().stream()
                    .flatMap(rowGroup -> rowGroup.columns().stream())
                    .map(chunk -> chunk.metadata().codec())
                    .distinct()
                    .toList();
        }
    }

    /** Checks that column chunks follow each other in the file, and pages in their chunk. */
    private static void checkIndexes(byte[] bytes) throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("rewritten", bytes))) {
            long position = 4;
            for (int i = 0; i < file.metadata().rowGroups().size(); i++) {
                RowGroup rowGroup = file.metadata().rowGroups().get(i);
                assertThat(rowGroup.fileOffset()).isGreaterThanOrEqualTo(position);
                long compressed = 0;
                for (Column column : file.schema().columns()) {
                    ColumnChunk chunk = rowGroup.columns().get(column.index());
                    long start = chunk.metadata().dictionaryPageOffset() == null
                            ? chunk.metadata().dataPageOffset()
                            : chunk.metadata().dictionaryPageOffset();
                    assertThat(start).isGreaterThanOrEqualTo(position);
                    position = start + chunk.metadata().totalCompressedSize();
                    compressed += chunk.metadata().totalCompressedSize();
                    OffsetIndex index = file.offsetIndex(i, column);
                    if (index != null) {
                        checkPages(index, chunk.metadata().dataPageOffset(), position, rowGroup.numRows());
                        if (file.columnIndex(i, column) != null) {
                            assertThat(file.columnIndex(i, column).nullPages())
                                    .hasSize(index.pageLocations().size());
                        }
                    }
                }
                assertThat(rowGroup.totalCompressedSize()).isEqualTo(compressed);
            }
        } catch (ParquetException e) {
            throw new AssertionError("the rewritten file is damaged", e);
        }
    }

    private static void checkPages(OffsetIndex index, long start, long end, long rows) {
        long position = start;
        long row = -1;
        for (PageLocation page : index.pageLocations()) {
            assertThat(page.offset()).isGreaterThanOrEqualTo(position);
            assertThat(page.firstRowIndex()).isGreaterThan(row).isLessThan(rows);
            position = page.offset() + page.compressedPageSize();
            row = page.firstRowIndex();
        }
        assertThat(position).isLessThanOrEqualTo(end);
        assertThat(index.pageLocations().get(0).firstRowIndex()).isZero();
    }
}
