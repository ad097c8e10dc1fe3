package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.metadata.BoundaryOrder;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageLocation;
import io.pq2.metadata.PageType;
import io.pq2.metadata.RowGroup;
import io.pq2.schema.GroupField;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.junit.jupiter.api.Test;

/** Checks where pages and row groups end, their encodings, and their metadata. */
class PagesAndRowGroupsTest {

    private static final Schema LONGS = schema(PhysicalType.INT64, Repetition.REQUIRED);

    @Test
    void rowGroupEndsAtMaxRows() {
        TestRows.Written written =
                write(LONGS, 1050, row -> (long) row, options().rowGroupRows(500));
        assertThat(written.metadata().rowGroups()).extracting(RowGroup::numRows).containsExactly(500L, 500L, 50L);
        assertThat(written.metadata().rowGroups())
                .extracting(RowGroup::ordinal)
                .containsExactly((short) 0, (short) 1, (short) 2);
    }

    @Test
    void rowGroupEndsAtMaxBytes() {
        TestRows.Written written = write(
                LONGS, 100_000, row -> row * 0x9E3779B97F4A7C15L, options().rowGroupBytes(200_000));
        assertThat(written.metadata().rowGroups().size()).isBetween(3, 5);
        assertThat(written.metadata().rowGroups().get(0).totalCompressedSize()).isBetween(190_000L, 260_000L);
    }

    @Test
    void rowGroupCanEndInsideBatch() {
        List<List<Object>> rows = new ArrayList<>();
        for (long row = 0; row < 10_000; row++) {
            rows.add(List.of(row * 0x9E3779B97F4A7C15L));
        }
        TestRows.Written written =
                TestRows.write(LONGS, rows, options().rowGroupBytes(4096).build(), 10_000);
        assertThat(written.metadata().rowGroups())
                .hasSizeBetween(18, 21)
                .extracting(RowGroup::numRows)
                .allSatisfy(count -> assertThat(count).isBetween(200L, 540L));
        assertThat(ParquetJavaRows.read(written.bytes(), LONGS)).isEqualTo(rows);
    }

    @Test
    void rowGroupHasAtLeastOneRow() {
        TestRows.Written written =
                write(LONGS, 100, row -> (long) row, options().rowGroupBytes(1));
        assertThat(written.metadata().rowGroups())
                .hasSize(100)
                .extracting(RowGroup::numRows)
                .containsOnly(1L);
    }

    @Test
    void rowGroupSizeCountsEncodedBytes() {
        TestRows.Written written = write(
                LONGS, 100_000, row -> (long) row % 4, WriteOptions.builder().rowGroupBytes(200_000));
        assertThat(written.metadata().rowGroups()).hasSize(1);
    }

    @Test
    void pageEndsAtMaxRows() {
        TestRows.Written written =
                write(LONGS, 1000, row -> (long) row, options().pageRows(300));
        assertThat(offsetIndex(written, 0).pageLocations())
                .extracting(PageLocation::firstRowIndex)
                .containsExactly(0L, 300L, 600L, 900L);
    }

    @Test
    void pageEndsAtMaxBytes() {
        TestRows.Written written =
                write(LONGS, 1000, row -> (long) row, options().pageBytes(1600));
        assertThat(offsetIndex(written, 0).pageLocations())
                .extracting(PageLocation::firstRowIndex)
                .containsExactly(0L, 200L, 400L, 600L, 800L);
    }

    @Test
    void pageContainsWholeRows() {
        Schema schema = new Schema(
                "test", List.of(GroupField.list("x", Repetition.REQUIRED, leaf("element", PhysicalType.INT64))));
        TestRows.Written written = write(
                schema,
                10,
                row -> Collections.nCopies(1000, (long) row),
                options().pageBytes(100));
        assertThat(offsetIndex(written, 0).pageLocations()).hasSize(10);
    }

    @Test
    void defaultPagesHave20000Rows() {
        TestRows.Written written = write(LONGS, 50_000, row -> (long) row % 10, WriteOptions.builder());
        assertThat(offsetIndex(written, 0).pageLocations())
                .extracting(PageLocation::firstRowIndex)
                .containsExactly(0L, 20_000L, 40_000L);
    }

    @Test
    void encodesRepeatedValuesWithDictionary() {
        ColumnMetaData column = column(write(LONGS, 50_000, row -> (long) row % 10, WriteOptions.builder()));
        assertThat(column.encodings()).containsExactly(Encoding.PLAIN, Encoding.RLE, Encoding.RLE_DICTIONARY);
        assertThat(column.encodingStats())
                .containsExactly(
                        new PageEncodingStats(PageType.DICTIONARY_PAGE, Encoding.PLAIN, 1),
                        new PageEncodingStats(PageType.DATA_PAGE, Encoding.RLE_DICTIONARY, 3));
        assertThat(column.dictionaryPageOffset()).isEqualTo(4);
        assertThat(column.dataPageOffset()).isGreaterThan(4);
    }

    @Test
    void encodesDistinctValuesWithoutDictionary() {
        ColumnMetaData column = column(write(LONGS, 50_000, row -> row * 31L, plain()));
        assertThat(column.encodings()).containsExactly(Encoding.PLAIN, Encoding.RLE);
        assertThat(column.dictionaryPageOffset()).isNull();
    }

    @Test
    void encodesFewDistinctValuesWithoutDictionary() {
        ColumnMetaData column = column(write(LONGS, 10, row -> (long) row, WriteOptions.builder()));
        assertThat(column.encodings()).containsExactly(Encoding.PLAIN, Encoding.RLE);
    }

    @Test
    void keepsDictionaryThatSavesBytesLater() {
        Random random = new Random(1);
        ColumnMetaData column = column(write(LONGS, 400_000, row -> (long) random.nextInt(50_000), plain()));
        assertThat(column.encodings()).containsExactly(Encoding.PLAIN, Encoding.RLE, Encoding.RLE_DICTIONARY);
        assertThat(column.encodingStats()).hasSize(2);
    }

    @Test
    void encodesPagesAfterFullDictionaryPlain() {
        ColumnMetaData column =
                column(write(LONGS, 60_000, row -> row < 30_000 ? row % 10L : row, plain().dictionaryBytes(1000)));
        assertThat(column.encodingStats())
                .containsExactlyInAnyOrder(
                        new PageEncodingStats(PageType.DICTIONARY_PAGE, Encoding.PLAIN, 1),
                        new PageEncodingStats(PageType.DATA_PAGE, Encoding.PLAIN, 2),
                        new PageEncodingStats(PageType.DATA_PAGE, Encoding.RLE_DICTIONARY, 2));
    }

    @Test
    void dictionaryStaysWithinLimit() {
        TestRows.Written written = write(
                LONGS,
                60_000,
                row -> row < 30_000 ? row % 10L : row,
                options().dictionary(true).dictionaryBytes(1000));
        ColumnMetaData column = column(written);
        assertThat(column.dataPageOffset() - column.dictionaryPageOffset()).isLessThan(1000 + 40);
    }

    @Test
    void columnIndexHasMinMaxAndNullCountOfPages() {
        Schema schema = schema(PhysicalType.INT32, Repetition.OPTIONAL);
        ColumnIndex index = columnIndex(
                write(
                        schema,
                        40,
                        row -> row < 10 ? null : (Object) row,
                        options().pageRows(10)),
                0);
        assertThat(index.nullPages()).containsExactly(true, false, false, false);
        assertThat(index.nullCounts()).containsExactly(10L, 0L, 0L, 0L);
        assertThat(index.minValues()).containsExactly(new byte[0], bytes(10), bytes(20), bytes(30));
        assertThat(index.maxValues()).containsExactly(new byte[0], bytes(19), bytes(29), bytes(39));
        assertThat(index.boundaryOrder()).isEqualTo(BoundaryOrder.ASCENDING);
        assertThat(index.nanCounts()).isNull();
    }

    @Test
    void columnIndexHasBoundaryOrder() {
        Schema schema = schema(PhysicalType.INT32, Repetition.REQUIRED);
        assertThat(columnIndex(write(schema, 40, row -> -row, options().pageRows(10)), 0)
                        .boundaryOrder())
                .isEqualTo(BoundaryOrder.DESCENDING);
        assertThat(columnIndex(
                                write(
                                        schema,
                                        40,
                                        row -> (row - 20) * (row - 20),
                                        options().pageRows(10)),
                                0)
                        .boundaryOrder())
                .isEqualTo(BoundaryOrder.UNORDERED);
    }

    @Test
    void pageOfNansPreventsColumnIndex() {
        Schema schema = schema(PhysicalType.DOUBLE, Repetition.REQUIRED);
        TestRows.Written written =
                write(schema, 40, row -> row < 10 ? Double.NaN : 1.0, options().pageRows(10));
        assertThat(chunk(written, 0).columnIndexOffset()).isNull();
        assertThat(chunk(written, 0).offsetIndexOffset()).isNotNull();
    }

    @Test
    void parquetJavaFindsRowsByPageIndexes() {
        Schema schema = new Schema("test", List.of(leaf("x", PhysicalType.INT32), leaf("y", PhysicalType.BYTE_ARRAY)));
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < 10_000; row++) {
            rows.add(List.of(row, java.nio.ByteBuffer.wrap(new byte[row % 50])));
        }
        TestRows.Written written = TestRows.write(
                schema,
                rows,
                WriteOptions.builder().pageRows(100).pageBytes(1000).build(),
                700);
        FilterCompat.Filter filter = FilterCompat.get(FilterApi.and(
                FilterApi.gtEq(FilterApi.intColumn("x"), 4321), FilterApi.lt(FilterApi.intColumn("x"), 4567)));
        assertThat(ParquetJavaRows.read(written.bytes(), schema, filter)).isEqualTo(rows.subList(4321, 4567));
    }

    @Test
    void sameRowsGiveSameBytes() {
        RandomRows random = new RandomRows(7);
        Schema schema = random.schema(3);
        List<List<Object>> rows = random.rows(schema, 500);
        byte[] once = TestRows.write(schema, rows, WriteOptions.DEFAULT, 100).bytes();
        assertThat(TestRows.write(schema, rows, WriteOptions.DEFAULT, 100).bytes())
                .isEqualTo(once);
    }

    @Test
    void writesSchemaWithoutRows() {
        TestRows.Written written = TestRows.write(LONGS, List.of(), WriteOptions.DEFAULT, 1);
        assertThat(written.metadata().rowGroups()).isEmpty();
        assertThat(ParquetJavaRows.read(written.bytes(), LONGS)).isEmpty();
    }

    @Test
    void footerHasWriterVersionAndKeyValueMetadata() {
        WriteOptions options = WriteOptions.builder()
                .keyValueMetadata("b", "1")
                .keyValueMetadata("a", null)
                .build();
        TestRows.Written written = TestRows.write(LONGS, List.of(), options, 1);
        assertThat(written.metadata().createdBy()).matches("pq2 version \\d+\\.\\S+ \\(build \\S+\\)");
        assertThat(written.metadata().keyValueMetadata())
                .extracting(keyValue -> keyValue.key() + "=" + keyValue.value())
                .containsExactly("b=1", "a=null");
        assertThat(written.metadata().columnOrders()).hasSize(1);
    }

    private static byte[] bytes(int value) {
        return new byte[] {(byte) value, 0, 0, 0};
    }

    /** Returns options without dictionary, encoding and compression. */
    private static WriteOptions.Builder options() {
        return plain().dictionary(false).codec(CompressionCodec.UNCOMPRESSED);
    }

    /** Returns options with PLAIN as the encoding without dictionary. */
    private static WriteOptions.Builder plain() {
        return WriteOptions.builder().encoding(Encoding.PLAIN);
    }

    private static Schema schema(PhysicalType type, Repetition repetition) {
        return new Schema("test", List.of(new PrimitiveField("x", repetition, type)));
    }

    private static PrimitiveField leaf(String name, PhysicalType type) {
        return new PrimitiveField(name, Repetition.REQUIRED, type);
    }

    private static TestRows.Written write(
            Schema schema, int rowCount, IntFunction<Object> value, WriteOptions.Builder options) {
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < rowCount; row++) {
            rows.add(Collections.singletonList(value.apply(row)));
        }
        return TestRows.write(schema, rows, options.build(), 5000);
    }

    private static ColumnMetaData column(TestRows.Written written) {
        return chunk(written, 0).metadata();
    }

    private static ColumnChunk chunk(TestRows.Written written, int column) {
        return written.metadata().rowGroups().get(0).columns().get(column);
    }

    private static OffsetIndex offsetIndex(TestRows.Written written, int column) {
        return WrittenIndexes.offsetIndex(written.bytes(), chunk(written, column));
    }

    private static ColumnIndex columnIndex(TestRows.Written written, int column) {
        return WrittenIndexes.columnIndex(written.bytes(), chunk(written, column));
    }
}
