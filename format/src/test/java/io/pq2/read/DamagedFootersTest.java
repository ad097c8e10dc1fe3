package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.predicate.PredicateText;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.vector.Batch;
import io.pq2.vector.IntVector;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads files whose footer is damaged in a part that is decoded after the file was opened. */
class DamagedFootersTest {

    private static final int ROWS = 6;

    /** Returns a file of three row groups with two rows each. */
    private static byte[] valid() {
        Schema schema = SchemaText.parse("message m { required int32 a; required int32 b; }");
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(List.of(i, 10 * i));
        }
        return TestRows.write(
                        schema, rows, WriteOptions.builder().rowGroupRows(2).build(), 10)
                .bytes();
    }

    /** Returns a file whose entry of column a in the second row group cannot be decoded. */
    private static byte[] damaged() {
        int[] ordinal = {0};
        return TestFooters.change(valid(), chunk -> ordinal[0]++ != 2 ? chunk : withValues(chunk, -1));
    }

    private static ColumnChunk withValues(ColumnChunk chunk, long values) {
        return new ColumnChunk(
                null,
                0,
                ColumnMetaDataBuilder.of(chunk.metadata()).values(values).build(),
                chunk.offsetIndexOffset(),
                chunk.offsetIndexLength(),
                chunk.columnIndexOffset(),
                chunk.columnIndexLength(),
                null,
                null);
    }

    private static ParquetFile open(byte[] bytes, OnCorruption mode) throws IOException {
        return ParquetFile.open(
                new MemoryInputFile("damaged", bytes),
                ReadOptions.builder().onCorruption(mode).build());
    }

    private static List<Integer> first(ScanBuilder scan, List<CorruptionReport> losses) throws IOException {
        List<Integer> values = new ArrayList<>();
        try (BatchReader reader = scan.open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                IntVector vector = (IntVector) batch.columns().get(0);
                for (int i = 0; i < batch.rowCount(); i++) {
                    values.add(vector.values()[i]);
                }
            }
            losses.addAll(reader.corruption());
        }
        return values;
    }

    @ParameterizedTest
    @EnumSource(
            value = OnCorruption.class,
            names = {"SKIP_ROW_GROUP", "SKIP_ROWS"})
    void aDamagedRowGroupBelongsToOneSplit(OnCorruption mode) throws IOException {
        byte[] bytes = damaged();
        for (int size : new int[] {bytes.length, 100, 40, 7}) {
            List<Integer> values = new ArrayList<>();
            List<CorruptionReport> losses = new ArrayList<>();
            try (ParquetFile file = open(bytes, mode)) {
                for (long start = 0; start < bytes.length; start += size) {
                    values.addAll(first(file.scan().split(start, size), losses));
                }
            }
            assertThat(values).as("splits of %d bytes", size).containsExactly(0, 1, 4, 5);
            assertThat(losses).as("splits of %d bytes", size).singleElement().satisfies(loss -> {
                assertThat(loss.rowCount()).isEqualTo(2);
                assertThat(loss.toString()).contains("row group 1", "column a");
            });
        }
    }

    @Test
    void aDamagedColumnThatIsNotReadMattersInNoMode() throws IOException {
        byte[] bytes = damaged();
        for (OnCorruption mode : OnCorruption.values()) {
            try (ParquetFile file = open(bytes, mode)) {
                List<CorruptionReport> losses = new ArrayList<>();
                assertThat(first(file.scan().split(0, bytes.length).columns("b"), losses))
                        .as("%s", mode)
                        .containsExactly(0, 10, 20, 30, 40, 50);
                assertThat(losses).isEmpty();
            }
        }
    }

    @Test
    void aDamagedFileIsSkipped() throws IOException {
        byte[] bytes = damaged();
        try (ParquetFile file = open(bytes, OnCorruption.SKIP_FILE)) {
            List<CorruptionReport> losses = new ArrayList<>();
            assertThat(first(file.scan().split(0, bytes.length), losses)).isEmpty();
            assertThat(first(file.scan().filter(PredicateText.parse("a = 5")), losses))
                    .isEmpty();
            assertThat(losses).isNotEmpty();
        }
        try (ParquetFile file = open(bytes, OnCorruption.FAIL)) {
            assertThatThrownBy(() -> first(file.scan().split(0, bytes.length), new ArrayList<>()))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("file damaged, row group 1, column a");
        }
    }

    @Test
    void errorsOfTheMetadataNameTheFile() throws IOException {
        try (ParquetFile file = open(damaged(), OnCorruption.FAIL)) {
            assertThatThrownBy(
                            () -> file.metadata().rowGroups().get(1).columns().get(0))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageStartingWith("file damaged, row group 1, column a: ColumnMetaData.num_values");
        }
    }

    @Test
    void aggregatesSkipDamagedRowGroups() throws IOException {
        List<CorruptionReport> losses = new ArrayList<>();
        try (ParquetFile file = open(damaged(), OnCorruption.SKIP_ROW_GROUP)) {
            Aggregates found = file.aggregate()
                    .count("a")
                    .max("b")
                    .corruptionListener(losses::add)
                    .run();
            assertThat(found.rowCount()).isEqualTo(4);
            assertThat(found.count("a")).isEqualTo(4);
            assertThat(losses)
                    .singleElement()
                    .satisfies(loss -> assertThat(loss.toString()).contains("row group 1", "column a"));
        }
        try (ParquetFile file = open(damaged(), OnCorruption.FAIL)) {
            assertThatThrownBy(() -> file.aggregate().count("a").run())
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("row group 1, column a");
        }
    }

    @ParameterizedTest
    @EnumSource(OnCorruption.class)
    void theFooterIsDamagedIfItsRowGroupsHaveTooManyRows(OnCorruption mode) {
        FileMetaData footer = TestFooters.read(valid());
        List<RowGroup> rowGroups = footer.rowGroups().stream()
                .map(group -> new RowGroup(
                        group.columns(), group.totalByteSize(), Long.MAX_VALUE / 2, null, null, null, null))
                .toList();
        byte[] bytes = TestFooters.withFooter(
                valid(), new FileMetaData(1, footer.schema(), ROWS, rowGroups, null, null, null, null, null));
        assertThatThrownBy(() -> open(bytes, mode).close())
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("file damaged, row group 2")
                .hasMessageContaining("RowGroup.num_rows")
                .hasMessageContaining("2^63");
    }

    @Test
    void indexesThatAreLongerThanTheFileAreDamageOfTheirRowGroups() throws IOException {
        byte[] valid = valid();
        long dataEnd = 4L
                + TestFooters.read(valid).rowGroups().get(2).columns().get(1).offsetIndexOffset()
                + TestFooters.read(valid).rowGroups().get(2).columns().get(1).offsetIndexLength()
                - 4;
        byte[] bytes = TestFooters.change(
                valid,
                chunk -> new ColumnChunk(
                        null,
                        0,
                        chunk.metadata(),
                        4L,
                        (int) dataEnd - 4,
                        chunk.columnIndexOffset(),
                        chunk.columnIndexLength(),
                        null,
                        null));
        try (ParquetFile file = open(bytes, OnCorruption.FAIL)) {
            assertThatThrownBy(() -> first(file.scan(), new ArrayList<>()))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("page indexes of the column chunks");
        }
        List<CorruptionReport> losses = new ArrayList<>();
        try (ParquetFile file = open(bytes, OnCorruption.SKIP_FILE)) {
            assertThat(first(file.scan(), losses)).isEmpty();
        }
        assertThat(losses).isNotEmpty();
        losses.clear();
        try (ParquetFile file = open(bytes, OnCorruption.SKIP_ROW_GROUP)) {
            List<Integer> values = first(file.scan(), losses);
            int lost =
                    (int) losses.stream().mapToLong(CorruptionReport::rowCount).sum();
            assertThat(lost).isGreaterThan(0);
            assertThat(values).hasSize(ROWS - lost);
        }
    }
}
