package io.pq2.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import io.pq2.internal.rewrite.ChunkCopy;
import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanPlan;
import io.pq2.read.TestFooters;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.TestRows;
import io.pq2.write.VectorRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies row groups or combines small ones, and checks the metadata of the new file. */
class RowGroupsTest {

    private static final Schema SCHEMA =
            SchemaText.parse("message m { required int64 id; optional binary text (STRING); }");

    private static byte[] file(int from, int rows, WriteOptions options) {
        return TestRows.write(SCHEMA, rows(from, rows), options, 1_000).bytes();
    }

    private static List<List<Object>> rows(int from, int count) {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            rows.add(Arrays.asList(
                    (long) i, i % 5 == 0 ? null : ByteBuffer.wrap(("text " + i).getBytes(StandardCharsets.UTF_8))));
        }
        return rows;
    }

    @Test
    void combinesAdjacentSmallRowGroups() throws IOException {
        byte[] small =
                file(0, 100, WriteOptions.builder().codec(CompressionCodec.ZSTD).build());
        byte[] large = file(100, 20_000, WriteOptions.DEFAULT);
        long bytes = TestFooters.read(large).rowGroups().get(0).totalCompressedSize();
        MemoryOutputFile output = new MemoryOutputFile("out");

        RewriteResult result = FileRewriter.rewrite(
                Rewritten.inputs(small, small, small, large, small, large, small, small),
                output,
                RewriteOptions.builder().combineBelow(bytes).build());

        assertThat(result.metadata().rowGroups())
                .extracting(RowGroup::numRows)
                .containsExactly(300L, 20_000L, 100L, 20_000L, 200L);
        assertThat(result.rowGroupsCopied()).isEqualTo(3);
        assertThat(result.rowGroupsEncoded()).isEqualTo(5);
        assertThat(result.metadata()
                        .rowGroups()
                        .get(0)
                        .columns()
                        .get(0)
                        .metadata()
                        .codec())
                .isEqualTo(CompressionCodec.ZSTD);
        assertThat(VectorRows.read(output.bytes(), 1_000)).hasSize(40_600);
        assertThat(VectorRows.read(output.bytes(), 1_000).subList(200, 20_300))
                .isEqualTo(concat(rows(0, 100), rows(100, 20_000)));
    }

    private static List<List<Object>> concat(List<List<Object>> one, List<List<Object>> other) {
        List<List<Object>> all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }

    @Test
    void copiesPagesUnchanged() throws IOException {
        byte[] file = file(0, 5_000, WriteOptions.builder().rowGroupRows(2_000).build());
        byte[] copy = Rewritten.rewrite(RewriteOptions.DEFAULT, file);
        int indexes = TestFooters.read(file)
                .rowGroups()
                .get(0)
                .columns()
                .get(0)
                .columnIndexOffset()
                .intValue();
        assertThat(Arrays.copyOf(copy, indexes)).isEqualTo(Arrays.copyOf(file, indexes));
        FileMetaData before = TestFooters.read(file);
        FileMetaData after = TestFooters.read(copy);
        assertThat(after.schema()).isEqualTo(before.schema());
        for (int i = 0; i < 3; i++) {
            RowGroup original = before.rowGroups().get(i);
            RowGroup copied = after.rowGroups().get(i);
            assertThat(copied.totalByteSize()).isEqualTo(original.totalByteSize());
            assertThat(copied.totalCompressedSize()).isEqualTo(original.totalCompressedSize());
            assertThat(copied.ordinal()).isEqualTo((short) i);
            assertThat(copied.columns().get(1).metadata().sizeStatistics())
                    .isEqualTo(original.columns().get(1).metadata().sizeStatistics());
            assertThat(copied.columns().get(1).metadata().encodingStats())
                    .isEqualTo(original.columns().get(1).metadata().encodingStats());
        }
    }

    @Test
    void filtersSkipRowGroupsAndPagesOfNewFile() throws IOException {
        WriteOptions options =
                WriteOptions.builder().rowGroupRows(1_000).pageRows(100).build();
        byte[] rewritten = Rewritten.rewrite(
                RewriteOptions.builder().codec(CompressionCodec.GZIP).build(),
                file(0, 5_000, options),
                file(5_000, 5_000, options));
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("rewritten", rewritten))) {
            Predicate one =
                    new Predicate.Comparison(List.of("id"), Predicate.Operator.EQ, new Literal.IntegerLiteral(7_654));
            ScanPlan plan = file.scan().filter(one).plan();
            assertThat(plan.rowGroups())
                    .extracting(ScanPlan.RowGroupPlan::ordinal)
                    .containsExactly(7);
            for (Column column : file.schema().columns()) {
                assertThat(file.offsetIndex(7, column).pageLocations()).hasSize(10);
                assertThat(file.columnIndex(7, column).nullPages()).hasSize(10);
            }
        }
        assertThat(VectorRows.read(rewritten, 1_000)).isEqualTo(rows(0, 10_000));
    }

    @Test
    void createsMissingOffsetIndexes() throws IOException {
        byte[] file = file(
                0,
                1_000,
                WriteOptions.builder().pageIndexes(false).pageRows(100).build());
        byte[] rewritten = Rewritten.rewrite(RewriteOptions.DEFAULT, file);
        try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("rewritten", rewritten))) {
            for (Column column : opened.schema().columns()) {
                assertThat(opened.offsetIndex(0, column).pageLocations())
                        .extracting(page -> page.firstRowIndex())
                        .containsExactly(0L, 100L, 200L, 300L, 400L, 500L, 600L, 700L, 800L, 900L);
                assertThat(opened.columnIndex(0, column)).isNull();
            }
            assertThat(opened.scan().rows(333, 1).plan().rowCount()).isEqualTo(1);
        }
    }

    @Test
    void copiesLongChunksInParts() throws IOException {
        Schema schema = SchemaText.parse("message m { required binary b; required int32 i; }");
        List<List<Object>> rows = new ArrayList<>();
        Random random = new Random(3);
        for (int i = 0; i < 1_200; i++) {
            byte[] value = new byte[20_000];
            random.nextBytes(value);
            rows.add(List.of(ByteBuffer.wrap(value), i));
        }
        byte[] file = TestRows.write(
                        schema, rows, WriteOptions.builder().dictionary(false).build(), 100)
                .bytes();
        assertThat(file.length).isGreaterThan(2 * ChunkCopy.READ_SIZE);
        assertThat(VectorRows.read(Rewritten.rewrite(RewriteOptions.DEFAULT, file), 500))
                .isEqualTo(rows);
        byte[] recompressed = Rewritten.rewrite(
                RewriteOptions.builder().codec(CompressionCodec.LZ4_RAW).build(), file);
        assertThat(VectorRows.read(recompressed, 500)).isEqualTo(rows);
    }

    @Test
    void copiesBloomFilters() throws IOException {
        for (String name : List.of(
                "data/data_index_bloom_encoding_stats.parquet", "data/data_index_bloom_encoding_with_length.parquet")) {
            MemoryOutputFile output = new MemoryOutputFile("out");
            LocalInputFile input = new LocalInputFile(SharedFiles.parquetTesting(name));
            FileRewriter.rewrite(
                    List.of(input, input),
                    output,
                    RewriteOptions.builder().codec(CompressionCodec.SNAPPY).build());
            try (ParquetFile file = ParquetFile.open(new MemoryInputFile("rewritten", output.bytes()))) {
                Column column = file.schema().columns().get(0);
                for (int i = 0; i < 2; i++) {
                    assertThat(file.bloomFilter(i, column).mightContain("Hello"))
                            .isTrue();
                    assertThat(file.bloomFilter(i, column).mightContain("not there"))
                            .isFalse();
                    assertThat(file.metadata()
                                    .rowGroups()
                                    .get(i)
                                    .columns()
                                    .get(0)
                                    .metadata()
                                    .bloomFilterLength())
                            .isNotNull();
                }
            }
        }
    }

    @Test
    void copiesExternalChunksOfSummaryFile(@TempDir Path directory) throws IOException {
        Files.write(directory.resolve("a.parquet"), file(0, 500, WriteOptions.DEFAULT));
        Files.write(directory.resolve("b.parquet"), file(500, 500, WriteOptions.DEFAULT));
        List<RowGroup> rowGroups = new ArrayList<>();
        FileMetaData any = null;
        for (String name : List.of("a.parquet", "b.parquet")) {
            any = TestFooters.read(Files.readAllBytes(directory.resolve(name)));
            for (RowGroup rowGroup : any.rowGroups()) {
                rowGroups.add(TestFooters.withColumns(rowGroup, chunk -> TestFooters.withFilePath(chunk, name)));
            }
        }
        Path summary = Files.write(
                directory.resolve("_metadata"), TestFooters.onlyFooter(TestFooters.withRowGroups(any, rowGroups)));
        MemoryOutputFile output = new MemoryOutputFile("out");

        FileRewriter.rewrite(List.of(new LocalInputFile(summary)), output, RewriteOptions.DEFAULT);

        assertThat(VectorRows.read(output.bytes(), 100)).isEqualTo(rows(0, 1_000));
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("rewritten", output.bytes()))) {
            assertThat(file.columnIndex(1, file.schema().columns().get(0))).isNotNull();
        }
    }

    @Test
    void rewritesFilesWithoutRows() throws IOException {
        byte[] empty = file(0, 0, WriteOptions.DEFAULT);
        assertThat(VectorRows.read(Rewritten.rewrite(RewriteOptions.DEFAULT, empty), 10))
                .isEmpty();
        byte[] some = file(0, 10, WriteOptions.DEFAULT);
        assertThat(VectorRows.read(Rewritten.rewrite(RewriteOptions.DEFAULT, empty, some, empty), 10))
                .isEqualTo(rows(0, 10));
    }
}
