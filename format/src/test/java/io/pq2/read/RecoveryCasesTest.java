package io.pq2.read;

import static io.pq2.read.PageFileBuilder.levelsV1;
import static io.pq2.read.PageFileBuilder.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.EncryptionException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.Encoding;
import io.pq2.predicate.Literal;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.vector.Batch;
import io.pq2.write.TestRows;
import io.pq2.write.VectorRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Damage that random files do not have, and damage that is never skipped. */
class RecoveryCasesTest {

    private static List<List<Object>> rows(ParquetFile file, OnCorruption mode, List<CorruptionReport> reports)
            throws IOException {
        List<List<Object>> rows = new ArrayList<>();
        try (BatchReader reader = file.scan().onCorruption(mode).open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                rows.addAll(VectorRows.rows(batch));
            }
            reports.addAll(reader.corruption());
        }
        return rows;
    }

    /** Rows of old writers can continue in the next page of version 1. */
    @Test
    void losesRowsThatContinueInDamagedPages() throws IOException {
        PageFileBuilder builder = new PageFileBuilder("repeated int32 r;").crcMask(0);
        // Rows: [0, 1, 2], [3, 4 | 5, 6], [7], [8 | 9, 10], [11], [12].
        builder.v1(Encoding.PLAIN, 5, levelsV1(1, 0, 1, 1, 0, 1), levelsV1(1, 1, 1, 1, 1, 1), plain(0, 1, 2, 3, 4));
        int damaged = builder.position();
        builder.v1(Encoding.PLAIN, 4, levelsV1(1, 1, 1, 0, 0), levelsV1(1, 1, 1, 1, 1), plain(5, 6, 7, 8));
        int next = builder.position();
        builder.v1(Encoding.PLAIN, 4, levelsV1(1, 1, 1, 0, 0), levelsV1(1, 1, 1, 1, 1), plain(9, 10, 11, 12));
        builder.endRowGroup(6);
        byte[] bytes = builder.bytes();
        assertThat(next).isGreaterThan(damaged);
        bytes[next - 1] ^= 1;
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("pages", bytes))) {
            List<CorruptionReport> reports = new ArrayList<>();
            assertThat(rows(file, OnCorruption.SKIP_ROWS, reports))
                    .isEqualTo(List.of(List.of(List.of(0, 1, 2)), List.of(List.of(11)), List.of(List.of(12))));
            assertThat(reports).extracting(CorruptionReport::firstRow).containsExactly(1L, 2L);
            assertThat(reports).extracting(CorruptionReport::rowCount).containsExactly(1L, 2L);
            assertThat(reports).extracting(CorruptionReport::page).containsExactly(1, 1);
        }
    }

    @Test
    void losesRowGroupsWithWrongMetadata() throws IOException {
        Schema schema = SchemaText.parse("message m { required int32 i; }");
        List<List<Object>> rows =
                IntStream.range(0, 300).mapToObj(i -> List.<Object>of(i)).toList();
        byte[] bytes = TestRows.write(
                        schema, rows, WriteOptions.builder().rowGroupRows(100).build(), 100)
                .bytes();
        int[] count = {0};
        byte[] changed = TestFooters.change(bytes, chunk -> count[0]++ == 1 ? withTooManyBytes(chunk) : chunk);
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("footer", changed))) {
            for (OnCorruption mode : List.of(OnCorruption.SKIP_ROWS, OnCorruption.SKIP_ROW_GROUP)) {
                List<CorruptionReport> reports = new ArrayList<>();
                assertThat(rows(file, mode, reports)).hasSize(200).doesNotContainAnyElementsOf(rows.subList(100, 200));
                assertThat(reports).hasSize(1);
                assertThat(reports.get(0).rowGroup()).isEqualTo(1);
                assertThat(reports.get(0).firstRow()).isEqualTo(100);
                assertThat(reports.get(0).rowCount()).isEqualTo(100);
                assertThat(reports.get(0).reason()).contains("total_compressed_size");
            }
            List<CorruptionReport> reports = new ArrayList<>();
            assertThat(rows(file, OnCorruption.SKIP_FILE, reports)).isEmpty();
            assertThat(reports).extracting(CorruptionReport::rowCount).containsExactly(300L);
            assertThatThrownBy(() -> rows(file, OnCorruption.FAIL, reports)).isInstanceOf(CorruptFileException.class);
        }
    }

    private static ColumnChunk withTooManyBytes(ColumnChunk chunk) {
        ColumnMetaData old = chunk.metadata();
        return chunk.withMetadata(ColumnMetaDataBuilder.of(old)
                .bytes(old.totalUncompressedSize(), 1_000_000_000L)
                .build());
    }

    /** Damage of an encrypted column can be an attack that removes rows. */
    @ParameterizedTest
    @EnumSource(EncryptionScheme.class)
    void neverSkipsDamageOfEncryptedColumns(EncryptionScheme scheme) throws IOException {
        EncryptionMode mode = EncryptionMode.of(scheme, true);
        byte[] bytes = EncryptionRows.write(mode.writeOptions().build());
        for (String column : List.of("name", "id")) {
            byte[] changed = bytes.clone();
            try (ParquetFile file = ParquetFile.open(
                    new MemoryInputFile("whole", bytes),
                    ReadOptions.DEFAULT,
                    mode.decryption().build())) {
                int index = file.schema().column(List.of(column)).index();
                ColumnMetaData chunk =
                        file.metadata().rowGroups().get(1).columns().get(index).metadata();
                Long dictionary = chunk.dictionaryPageOffset();
                long start = dictionary == null ? chunk.dataPageOffset() : dictionary;
                changed[(int) (start + chunk.totalCompressedSize()) - 1] ^= 1;
            }
            try (ParquetFile file = ParquetFile.open(
                    new MemoryInputFile("changed", changed),
                    ReadOptions.DEFAULT,
                    mode.decryption().build())) {
                for (OnCorruption skip : OnCorruption.values()) {
                    List<CorruptionReport> reports = new ArrayList<>();
                    boolean encrypted = column.equals("name");
                    if (encrypted) {
                        assertThatThrownBy(() -> rows(file, skip, reports))
                                .isInstanceOfAny(CorruptFileException.class, EncryptionException.class)
                                .isInstanceOf(ParquetException.class);
                        assertThat(reports).isEmpty();
                    } else if (skip != OnCorruption.FAIL) {
                        rows(file, skip, reports);
                        assertThat(reports).isNotEmpty();
                    }
                }
            }
        }
    }

    @Test
    void readOptionsSetTheModeOfAllScans() throws IOException {
        DamagedTable table = DamagedTable.of(5);
        byte[] bytes = table.copy();
        bytes[table.pages().get(0).end() - 1] ^= 1;
        ReadOptions options =
                ReadOptions.builder().onCorruption(OnCorruption.SKIP_FILE).build();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("damaged", bytes), options);
                BatchReader reader = file.scan().open()) {
            assertThat(reader.next()).isNull();
            assertThat(reader.metrics().filesLost()).isEqualTo(1);
            assertThat(reader.metrics().rowsLost()).isEqualTo(table.rows().size());
        }
    }

    /** The footer answers a max; without statistics the column is read. */
    @Test
    void aggregatesSkipDamageOnlyWhereTheyRead() throws IOException {
        Schema schema = SchemaText.parse("message m { optional int32 i; }");
        List<List<Object>> rows =
                IntStream.range(0, 300).mapToObj(i -> List.<Object>of(i)).toList();
        for (boolean statistics : new boolean[] {true, false}) {
            WriteOptions options = WriteOptions.builder()
                    .statistics(statistics)
                    .sizeStatistics(false)
                    .pageRows(100)
                    .build();
            byte[] bytes = TestRows.write(schema, rows, options, 100).bytes();
            ColumnMetaData chunk =
                    TestFooters.read(bytes).rowGroups().get(0).columns().get(0).metadata();
            Long dictionary = chunk.dictionaryPageOffset();
            long start = dictionary == null ? chunk.dataPageOffset() : dictionary;
            bytes[(int) (start + chunk.totalCompressedSize()) - 1] ^= 1;
            ReadOptions reading =
                    ReadOptions.builder().onCorruption(OnCorruption.SKIP_ROWS).build();
            List<CorruptionReport> reports = new ArrayList<>();
            try (ParquetFile file = ParquetFile.open(new MemoryInputFile("damaged", bytes), reading)) {
                Aggregates aggregates = file.aggregate()
                        .max("i")
                        .corruptionListener(reports::add)
                        .run();
                assertThat(aggregates.max("i")).isEqualTo(new Literal.IntegerLiteral(statistics ? 299 : 199));
                assertThat(reports).hasSize(statistics ? 0 : 1);
            }
        }
    }

    @Test
    void modesHaveNames() {
        for (OnCorruption mode : OnCorruption.values()) {
            assertThat(OnCorruption.parse(mode.text().toUpperCase(java.util.Locale.ROOT)))
                    .isEqualTo(mode);
        }
        assertThatThrownBy(() -> OnCorruption.parse("skip"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("fail, skip-file, skip-row-group, skip-rows");
    }
}
