package io.pq2.internal.read.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.SharedFiles;
import io.pq2.exception.InvalidDataException;
import io.pq2.io.InputFile;
import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.read.BatchReader;
import io.pq2.read.ColumnEntries;
import io.pq2.read.ParquetFile;
import io.pq2.read.ParquetJavaFile;
import io.pq2.read.ScanBuilder;
import io.pq2.read.TestFooters;
import io.pq2.schema.Column;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scans of a row range return exactly its rows, for any boundaries of pages and row groups. */
class RowRangeTest {

    private static final String SCHEMA = """
            message m {
              required int32 id;
              optional int64 number;
              optional group g { optional binary text (STRING); optional fixed_len_byte_array(3) bytes; }
              optional group l (LIST) { repeated group list { optional double element; } }
            }""";

    private static final int ROWS = 6_000;

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> readsFilesOfOtherWriters() {
        return Stream.of(
                        "alltypes_tiny_pages.parquet",
                        "alltypes_tiny_pages_plain.parquet",
                        "data_index_bloom_encoding_stats.parquet",
                        "fixed_length_byte_array.parquet",
                        "int32_with_null_pages.parquet",
                        "list_columns.parquet",
                        "nested_lists.snappy.parquet",
                        "nulls.snappy.parquet",
                        "old_list_structure.parquet",
                        "rle_boolean_encoding.parquet",
                        "sort_columns.parquet")
                .map(name -> DynamicTest.dynamicTest(
                        name, () -> check(new LocalInputFile(SharedFiles.parquetTesting("data/" + name)))));
    }

    @Test
    void readsPagesOfVersion1() throws IOException {
        check(new LocalInputFile(write(WriterVersion.PARQUET_1_0)));
    }

    @Test
    void readsPagesOfVersion2() throws IOException {
        check(new LocalInputFile(write(WriterVersion.PARQUET_2_0)));
    }

    @ParameterizedTest
    @EnumSource
    void readsFilesWithoutOffsetIndex(WriterVersion version) throws IOException {
        byte[] bytes = Files.readAllBytes(write(version));
        check(new MemoryInputFile("without index", TestFooters.change(bytes, RowRangeTest::withoutIndex)));
    }

    @Test
    void readsFilesWithAnInvalidOffsetIndex() throws IOException {
        byte[] bytes = Files.readAllBytes(write(WriterVersion.PARQUET_1_0));
        check(new MemoryInputFile(
                "wrong index",
                TestFooters.change(
                        bytes,
                        chunk -> TestFooters.withOffsetIndex(
                                chunk, chunk.columnIndexOffset(), chunk.columnIndexLength()))));
    }

    private static io.pq2.metadata.ColumnChunk withoutIndex(io.pq2.metadata.ColumnChunk chunk) {
        return TestFooters.withOffsetIndex(chunk, null, null);
    }

    @Test
    void readsOnlyThePagesWithTheRows() throws IOException {
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(write(WriterVersion.PARQUET_1_0)));
                BatchReader all = file.scan().open();
                BatchReader few = file.scan().rows(1_000, 10).open()) {
            while (all.next() != null) {
                // The reader counts the pages.
            }
            assertThat(few.plan().rowGroups()).hasSize(1);
            assertThat(few.next().rowCount()).isEqualTo(10);
            assertThat(few.firstRow()).isEqualTo(1_000);
            assertThat(few.next()).isNull();
            assertThat(few.metrics().valuesDecoded()).isLessThan(all.metrics().valuesDecoded() / 10);
            assertThat(few.metrics().pagesRead()).isLessThan(12);
        }
    }

    @Test
    void ignoresRowsAfterTheEnd() throws IOException {
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(write(WriterVersion.PARQUET_1_0)))) {
            assertThat(file.scan().rows(ROWS, Long.MAX_VALUE).plan().rowGroups())
                    .isEmpty();
            assertThat(file.scan().rows(ROWS - 1, Long.MAX_VALUE).plan().rowCount())
                    .isOne();
            assertThat(file.scan().rows(5, 0).plan().rowCount()).isZero();
            assertThat(file.scan().columns(column -> false).rows(7, 100).plan().rowCount())
                    .isEqualTo(100);
            assertThatThrownBy(() -> file.scan().rows(-1, 5))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("-1");
        }
    }

    private Path write(WriterVersion version) throws IOException {
        return ParquetJavaFile.write(
                directory.resolve("file"),
                SCHEMA,
                ROWS,
                builder -> builder.withWriterVersion(version)
                        .withRowGroupRowCountLimit(2_500)
                        .withPageRowCountLimit(90)
                        .withCompressionCodec(CompressionCodecName.SNAPPY),
                (group, row) -> {
                    group.add("id", row);
                    if (row % 3 != 0) {
                        group.add("number", row % 50 * 1_000_000_000L);
                    }
                    if (row % 7 != 0) {
                        var nested = group.addGroup("g");
                        nested.append("text", "text " + row * 31 % 1_000);
                        nested.append("bytes", String.format("%03d", row % 1_000));
                    }
                    if (row % 5 != 0) {
                        var list = group.addGroup("l");
                        for (int i = 0; i < row % 4; i++) {
                            var element = list.addGroup("list");
                            if (i != 1) {
                                element.append("element", row / 8.0 + i);
                            }
                        }
                    }
                });
    }

    private static void check(InputFile input) throws IOException {
        try (ParquetFile file = ParquetFile.open(input)) {
            List<List<List<ColumnEntries.Entry>>> all = rows(file, file.scan().batchSize(1_000));
            int count = (int) file.metadata().numRows();
            Random random = new Random(count);
            for (int i = 0; i < 25; i++) {
                int first = random.nextInt(count + 1);
                int end = first + random.nextInt(i % 2 == 0 ? 50 : count + 1);
                int batchSize = 1 + random.nextInt(500);
                List<List<List<ColumnEntries.Entry>>> some =
                        rows(file, file.scan().rows(first, end - first).batchSize(batchSize));
                for (int column = 0; column < all.size(); column++) {
                    assertThat(some.get(column))
                            .as("rows %d to %d of column %d", first, end, column)
                            .isEqualTo(all.get(column).subList(first, Math.min(end, count)));
                }
            }
        }
    }

    /** Returns the entries of each row of each column. */
    private static List<List<List<ColumnEntries.Entry>>> rows(ParquetFile file, ScanBuilder scan) throws IOException {
        List<List<List<ColumnEntries.Entry>>> rows = new ArrayList<>();
        file.schema().columns().forEach(column -> rows.add(new ArrayList<>()));
        try (BatchReader reader = scan.open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                for (Column column : file.schema().columns()) {
                    List<List<ColumnEntries.Entry>> ofColumn = rows.get(column.index());
                    for (ColumnEntries.Entry entry : ColumnEntries.column(batch, reader.shape(), column)) {
                        if (entry.repetitionLevel() == 0) {
                            ofColumn.add(new ArrayList<>());
                        }
                        ofColumn.get(ofColumn.size() - 1).add(entry);
                    }
                }
            }
        }
        return rows;
    }
}
