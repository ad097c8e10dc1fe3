package io.pq2.internal.read.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.SharedFiles;
import io.pq2.bloomfilter.BloomFilter;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.OffsetIndex;
import io.pq2.read.ParquetFile;
import io.pq2.read.ParquetJavaFile;
import io.pq2.read.TestFooters;
import io.pq2.schema.Column;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnChunkIndexesTest {

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> readsTheSamePageIndexesAsParquetJava() {
        return SharedFiles.parquetFiles("data").stream()
                .filter(path -> SharedFiles.plaintextFooter(path) != null)
                .filter(path -> !path.toString().contains("encrypt"))
                .filter(path -> !path.endsWith("unknown-logical-type.parquet")) // parquet-java rejects this file.
                .map(path -> DynamicTest.dynamicTest(path.getFileName().toString(), () -> comparePageIndexes(path)));
    }

    private static void comparePageIndexes(Path path) throws IOException {
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path));
                ParquetFileReader peer = ParquetFileReader.open(new org.apache.parquet.io.LocalInputFile(path))) {
            for (int group = 0; group < peer.getRowGroups().size(); group++) {
                for (Column column : file.schema().columns()) {
                    ColumnChunkMetaData chunk =
                            peer.getRowGroups().get(group).getColumns().get(column.index());
                    compare(file.offsetIndex(group, column), peer.readOffsetIndex(chunk));
                    compare(file.columnIndex(group, column), peer.readColumnIndex(chunk));
                }
            }
        }
    }

    private static void compare(OffsetIndex found, org.apache.parquet.internal.column.columnindex.OffsetIndex peer) {
        if (peer == null) {
            assertThat(found).isNull();
            return;
        }
        assertThat(found.pageLocations()).hasSize(peer.getPageCount());
        for (int i = 0; i < peer.getPageCount(); i++) {
            assertThat(found.pageLocations().get(i).offset()).isEqualTo(peer.getOffset(i));
            assertThat(found.pageLocations().get(i).compressedPageSize()).isEqualTo(peer.getCompressedPageSize(i));
            assertThat(found.pageLocations().get(i).firstRowIndex()).isEqualTo(peer.getFirstRowIndex(i));
        }
    }

    private static void compare(ColumnIndex found, org.apache.parquet.internal.column.columnindex.ColumnIndex peer) {
        if (peer == null) {
            return; // parquet-java hides column indexes that it does not trust.
        }
        assertThat(found.nullPages()).isEqualTo(peer.getNullPages());
        assertThat(found.nullCounts()).isEqualTo(peer.getNullCounts());
        List<ByteBuffer> mins = peer.getMinValues();
        for (int i = 0; i < mins.size(); i++) {
            if (!found.nullPages().get(i)) {
                assertThat(ByteBuffer.wrap(found.minValues().get(i))).isEqualTo(mins.get(i));
            }
        }
        assertThat(found.boundaryOrder().name())
                .isEqualTo(peer.getBoundaryOrder().name());
    }

    @ParameterizedTest
    @ValueSource(strings = {"data_index_bloom_encoding_stats.parquet", "data_index_bloom_encoding_with_length.parquet"})
    void readsBloomFiltersOfOtherWritersWithAndWithoutLength(String name) throws IOException {
        Path path = SharedFiles.parquetTesting("data/" + name);
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path))) {
            BloomFilter filter = file.bloomFilter(0, file.schema().columns().get(0));
            assertThat(filter.mightContain("Hello")).isTrue();
            assertThat(filter.mightContain("This is")).isTrue();
            assertThat(filter.mightContain("a")).isTrue();
            assertThat(filter.mightContain("not in the file")).isFalse();
        }
    }

    @Test
    void readsBloomFiltersAndStatistics() throws IOException {
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(write()))) {
            Column id = file.schema().columns().get(0);
            Column text = file.schema().columns().get(1);
            for (int row = 0; row < 1_000; row++) {
                assertThat(file.bloomFilter(0, id).mightContain(row * 3L)).isTrue();
                assertThat(file.bloomFilter(0, text).mightContain("text " + row))
                        .isTrue();
            }
            assertThat(file.bloomFilter(0, id).mightContain(-1)).isFalse();
            assertThat(file.bloomFilter(0, file.schema().columns().get(2))).isNull();
            assertThat(file.statistics(0, id).min()).isEqualTo(BigDecimal.ZERO);
            assertThat(file.statistics(0, id).max()).isEqualTo(BigDecimal.valueOf(2997));
            assertThatThrownBy(() -> file.bloomFilter(1, id)).isInstanceOf(InvalidDataException.class);
            Column other = new Column(7, id.path(), id.field(), 0, 0);
            assertThatThrownBy(() -> file.statistics(0, other)).isInstanceOf(InvalidDataException.class);
        }
    }

    @Test
    void reportsIndexesOutsideTheFileBeforeReading() throws IOException {
        byte[] bytes = Files.readAllBytes(write());
        check(bytes, chunk -> TestFooters.withOffsetIndex(chunk, Long.MAX_VALUE - 3, 10), "offset_index_offset");
        check(bytes, chunk -> TestFooters.withOffsetIndex(chunk, 4L, Integer.MAX_VALUE), "offset_index_offset");
        check(bytes, chunk -> TestFooters.withOffsetIndex(chunk, 4L, -1), "offset_index_offset");
        check(bytes, chunk -> TestFooters.withOffsetIndex(chunk, -5L, 10), "offset_index_offset");
        check(bytes, chunk -> TestFooters.withOffsetIndex(chunk, 4L, 10), "row group 0, column id, offset 4");
    }

    private static void check(byte[] bytes, java.util.function.UnaryOperator<ColumnChunk> change, String message)
            throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("changed", TestFooters.change(bytes, change)))) {
            assertThatThrownBy(() -> file.offsetIndex(0, file.schema().columns().get(0)))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("file changed, row group 0, column id")
                    .hasMessageContaining(message);
        }
    }

    @Test
    void readsOrReportsDamagedBloomFilters() throws IOException {
        byte[] bytes = Files.readAllBytes(write());
        int offset;
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("sound", bytes))) {
            offset = (int) (long) file.metadata()
                    .rowGroups()
                    .get(0)
                    .columns()
                    .get(0)
                    .metadata()
                    .bloomFilterOffset();
        }
        for (int i = 0; i < 15; i++) {
            byte[] damaged = bytes.clone();
            damaged[offset + i] ^= 0x5A;
            try (ParquetFile file = ParquetFile.open(new MemoryInputFile("damaged", damaged))) {
                Column id = file.schema().columns().get(0);
                try {
                    assertThat(file.bloomFilter(0, id).bitsetBytes()).isLessThan(bytes.length);
                } catch (io.pq2.exception.ParquetException e) {
                    assertThat(e).hasMessageContaining("file damaged, row group 0, column id");
                }
            }
        }
    }

    private Path write() throws IOException {
        return ParquetJavaFile.write(
                directory.resolve("file"),
                "message m { required int64 id; optional binary text (STRING); optional double number; }",
                1_000,
                builder -> builder.withBloomFilterEnabled("id", true)
                        .withBloomFilterEnabled("text", true)
                        .withDictionaryEncoding(false),
                (group, row) -> group.append("id", row * 3L).append("text", "text " + row));
    }
}
