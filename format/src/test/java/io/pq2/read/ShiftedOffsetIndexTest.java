package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.check.FilterCheck;
import io.pq2.check.FilterCheckResult;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.ParquetException;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.internal.thrift.PageIndexWriter;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageLocation;
import io.pq2.predicate.PredicateText;
import io.pq2.predicate.SkipReason;
import io.pq2.record.RowReader;
import io.pq2.schema.Column;
import io.pq2.schema.SchemaText;
import io.pq2.statistics.StatisticsTrust;
import io.pq2.write.DataPageVersion;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads files whose offset index gives pages other first rows than they have. */
class ShiftedOffsetIndexTest {

    private static final int ROWS = 200;
    private static final int PAGE_ROWS = 25;

    private static final List<String> COLUMNS =
            List.of("flat", "optional", "l.list.element", "n.list.element.list.element");

    private static final String SCHEMA = """
            message m {
              required int32 id;
              required int32 mark;
              required int32 flat;
              optional int32 optional;
              optional group l (LIST) { repeated group list { optional int32 element; } }
              optional group n (LIST) {
                repeated group list {
                  optional group element (LIST) { repeated group list { optional int32 element; } }
                }
              }
            }
            """;

    private static Stream<Arguments> columnsAndVersions() {
        return COLUMNS.stream()
                .flatMap(column ->
                        Arrays.stream(DataPageVersion.values()).map(version -> Arguments.of(column, version)));
    }

    private static byte[] file(DataPageVersion version) {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            List<Object> elements = new ArrayList<>();
            for (int k = 0; k < i % 4; k++) {
                elements.add(k == 2 ? null : 10 * i + k);
            }
            rows.add(Arrays.asList(
                    i,
                    i == 61 || i == 138 ? 1 : i % 2 * 2,
                    i,
                    i % 5 == 0 ? null : i,
                    i % 7 == 0 ? null : elements,
                    i % 11 == 0 ? List.of() : Arrays.asList(elements, null, List.of(i))));
        }
        WriteOptions options = WriteOptions.builder()
                .pageRows(PAGE_ROWS)
                .dataPageVersion(version)
                .build();
        return TestRows.write(SchemaText.parse(SCHEMA), rows, options, ROWS).bytes();
    }

    /** Adds one to the {@code first_row_index} of the pages from {@code from} to {@code to} (exclusive) of a column. */
    private static byte[] shifted(byte[] file, String column, int from, int to) throws IOException {
        OffsetIndex index;
        try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("file", file))) {
            index = opened.offsetIndex(0, column(opened, column));
        }
        List<PageLocation> pages = new ArrayList<>();
        for (PageLocation page : index.pageLocations()) {
            int shift = pages.size() >= from && pages.size() < to ? 1 : 0;
            pages.add(new PageLocation(page.offset(), page.compressedPageSize(), page.firstRowIndex() + shift));
        }
        CompactWriter out = new CompactWriter();
        PageIndexWriter.write(new OffsetIndex(pages, null), out);
        byte[] written = out.toByteArray();
        return LyingStatisticsTest.append(
                file,
                written,
                (chunk, offset) ->
                        String.join(".", chunk.metadata().pathInSchema()).equals(column)
                                ? TestFooters.withOffsetIndex(chunk, offset, written.length)
                                : chunk);
    }

    private static Column column(ParquetFile file, String dottedPath) {
        return file.schema().columns().stream()
                .filter(column -> column.dottedPath().equals(dottedPath))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the rows of a column that match a filter on other columns, as text. */
    private static List<String> rows(byte[] file, ReadOptions options, String column, String filter)
            throws IOException {
        List<String> rows = new ArrayList<>();
        try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("shifted", file), options);
                RowReader reader = new RowReader(opened.scan()
                        .columns(column)
                        .filter(PredicateText.parse(filter), RowFiltering.ALWAYS)
                        .open())) {
            while (reader.next()) {
                rows.add(reader.row().toString());
            }
        }
        return rows;
    }

    private static void assertRefused(byte[] file, ReadOptions options, String column, String filter, String reason) {
        assertThatThrownBy(() -> rows(file, options, column, filter))
                .isInstanceOfSatisfying(CorruptFileException.class, error -> {
                    assertThat(error.location().file()).isEqualTo("shifted");
                    assertThat(error.location().rowGroup()).isZero();
                    assertThat(error.location().column()).isEqualTo(column);
                })
                .hasMessageContaining("first_row_index of the offset index gives " + reason)
                .hasMessageContaining("parquet.filter.columnindex.enabled");
    }

    @ParameterizedTest
    @MethodSource("columnsAndVersions")
    void pagesWithOtherNumbersOfRowsAreRefused(String column, DataPageVersion version) throws IOException {
        byte[] file = file(version);
        byte[] shifted = shifted(file, column, 4, 5);

        assertRefused(
                shifted,
                ReadOptions.DEFAULT,
                column,
                "id >= 76 AND id < 80",
                "page 3 of the column chunk 26 rows, but it has 25");
        assertRefused(
                shifted,
                ReadOptions.builder().lateMaterializationMinBytes(1).build(),
                column,
                "id = 110",
                "page 4 of the column chunk 24 rows, but it has 25");
        for (String filter : List.of("id = 30", "id >= 126 AND id < 160")) {
            List<String> expected = rows(file, ReadOptions.DEFAULT, column, filter);
            assertThat(rows(shifted, ReadOptions.DEFAULT, column, filter)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("columnsAndVersions")
    void rowsAreRightWithoutTheIndex(String column, DataPageVersion version) throws IOException {
        byte[] file = file(version);
        byte[] shifted = shifted(file, column, 2, 8);
        List<ReadOptions> unbelieving = List.of(
                ReadOptions.builder()
                        .pageIndexes(false)
                        .lateMaterializationMinBytes(1)
                        .build(),
                ReadOptions.builder()
                        .statisticsTrust(StatisticsTrust.NONE)
                        .lateMaterializationMinBytes(1)
                        .build());

        for (ReadOptions options : unbelieving) {
            assertThat(rows(shifted, options, column, "id = 80"))
                    .isEqualTo(rows(file, ReadOptions.DEFAULT, column, "id = 80"))
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("columnsAndVersions")
    void pagesWithoutSelectedRowsAreCompared(String column, DataPageVersion version) throws IOException {
        byte[] shifted = shifted(file(version), column, 4, 5);
        ReadOptions options = ReadOptions.builder()
                .lateMaterializationMinBytes(Long.MAX_VALUE)
                .build();

        // The pages 2 to 5 are read: mark is 0 to 2 in all of them. The rows of the pages 3 and 4 are skipped.
        String filter = "id >= 60 AND id < 140 AND mark = 1";
        assertRefused(shifted, options, column, filter, "page 3 of the column chunk 26 rows, but it has 25");
    }

    @ParameterizedTest
    @MethodSource("columnsAndVersions")
    void theCheckOfFiltersFindsPagesWhoseRowsAreShifted(String column, DataPageVersion version) throws IOException {
        byte[] file = file(version);
        // Scans cannot see it: all rows before page 2 and after it are in pages with the right number of rows.
        byte[] shifted = shifted(file, column, 2, 8);

        assertThat(FilterCheck.run(new MemoryInputFile("file", file), 7).wrongAnswers())
                .isEmpty();
        FilterCheckResult result = FilterCheck.run(new MemoryInputFile("shifted", shifted), 7);
        assertThat(result.wrongAnswers()).isNotEmpty().allSatisfy(answer -> {
            assertThat(answer.location().column()).isEqualTo(column);
            assertThat(answer.step()).isEqualTo(SkipReason.COLUMN_INDEX);
        });
    }

    @Test
    void aPageThatTheIndexDoesNotListIsRefused() throws IOException {
        byte[] file = file(DataPageVersion.V1);
        OffsetIndex index;
        try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("file", file))) {
            index = opened.offsetIndex(0, column(opened, "flat"));
        }
        List<PageLocation> pages = new ArrayList<>(index.pageLocations());
        PageLocation fifth = pages.remove(5);
        PageLocation fourth = pages.get(4);
        pages.set(
                4,
                new PageLocation(
                        fourth.offset(),
                        fourth.compressedPageSize() + fifth.compressedPageSize(),
                        fourth.firstRowIndex()));
        CompactWriter out = new CompactWriter();
        PageIndexWriter.write(new OffsetIndex(pages, null), out);
        byte[] written = out.toByteArray();
        byte[] shorter = LyingStatisticsTest.append(
                file,
                written,
                (chunk, offset) -> chunk.metadata().pathInSchema().equals(List.of("flat"))
                        ? TestFooters.withOffsetIndex(chunk, offset, written.length)
                        : chunk);

        assertThatThrownBy(() -> rows(shorter, ReadOptions.DEFAULT, "flat", "id = 110"))
                .isInstanceOf(ParquetException.class)
                .hasMessageContaining("page 4 of the column chunk 50 rows, but it has 25");
    }
}
