package io.pq2.read;

import static io.pq2.read.PageFileBuilder.ids;
import static io.pq2.read.PageFileBuilder.levels;
import static io.pq2.read.PageFileBuilder.levelsV1;
import static io.pq2.read.PageFileBuilder.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.check.FileCheck;
import io.pq2.check.Finding;
import io.pq2.check.KnownFault;
import io.pq2.check.Severity;
import io.pq2.exception.CorruptFileException;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.internal.thrift.PageIndexWriter;
import io.pq2.internal.writer.FaultyWriters;
import io.pq2.internal.writer.WriterFault;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageLocation;
import io.pq2.metadata.SchemaElement;
import io.pq2.metadata.SizeStatistics;
import io.pq2.metadata.Statistics;
import io.pq2.statistics.StatisticsTrust;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a check finds in files with the faults that {@link FaultyWriters} has, apart from those of
 * {@link LyingStatisticsTest}: a known fault if the writer has it, and an error or less if not.
 */
class KnownFaultsTest {

    private static final String LIST = "optional group l (LIST) { repeated group list { optional int32 element; } }";
    private static final String STRUCTS =
            "optional group l (LIST) { repeated group list { optional group element { optional int32 x; } } }";

    /** Four lists: two numbers, a null list, an empty list, and a number with two nulls. */
    private static final List<List<Object>> LISTS = Arrays.asList(
            List.of(List.of(1, 2)),
            Collections.singletonList(null),
            List.of(List.of()),
            List.of(Arrays.asList(3, null, null)));

    /** The same lists with structs of one field. */
    private static final List<List<Object>> LISTS_OF_STRUCTS = Arrays.asList(
            List.of(List.of(List.of(1), List.of(2))),
            Collections.singletonList(null),
            List.of(List.of()),
            List.of(Arrays.asList(List.of(3), null, null)));

    private static final byte[] NONE = {};

    /** Returns a small file with a fault. */
    private static byte[] file(WriterFault fault) throws IOException {
        return switch (fault) {
            case PAGE_INDEX -> withSwappedColumnIndexes();
            case PAGES_WITHIN_ROWS -> {
                PageFileBuilder builder = new PageFileBuilder("repeated int32 a;");
                int first = builder.position();
                builder.v1(Encoding.PLAIN, 2, levelsV1(1, 0, 1), levelsV1(1, 1, 1), plain(1, 2));
                int second = builder.position();
                builder.v1(Encoding.PLAIN, 1, levelsV1(1, 1), levelsV1(1, 1), plain(3));
                int end = builder.position();
                byte[] pages = builder.endRowGroup(1).bytes();
                yield withOffsetIndex(
                        pages,
                        new OffsetIndex(
                                List.of(
                                        new PageLocation(first, second - first, 0),
                                        new PageLocation(second, end - second, 0)),
                                null));
            }
            case OFFSET_INDEX -> {
                PageFileBuilder builder = new PageFileBuilder("required int32 a;");
                int page = builder.position();
                byte[] values = plain(1, 2);
                byte[] pages =
                        builder.v1(Encoding.PLAIN, 2, values).endRowGroup(2).bytes();
                yield withOffsetIndex(pages, new OffsetIndex(List.of(new PageLocation(page, values.length, 0)), null));
            }
            case MISSING_REPETITION ->
                withoutRepetition(LyingStatisticsTest.write("required int32 a", List.of(List.of(1))));
            case NUM_ROWS_OF_PAGES ->
                new PageFileBuilder("repeated int32 a;")
                        .v2(Encoding.PLAIN, 3, 3, levels(1, 0, 1, 0), levels(1, 1, 1, 1), plain(1, 2, 3))
                        .endRowGroup(2)
                        .bytes();
            case UNENCODED_BYTES ->
                TestFooters.change(
                        LyingStatisticsTest.write(
                                "required binary s (STRING)",
                                List.of(
                                        List.of(LyingStatisticsTest.text("ab")),
                                        List.of(LyingStatisticsTest.text("ab"))),
                                WriteOptions.builder().dictionary(false).encoding(Encoding.DELTA_BYTE_ARRAY)),
                        chunk -> chunk.withMetadata(ColumnMetaDataBuilder.of(chunk.metadata())
                                .sizeStatistics(new SizeStatistics(2L, null, null))
                                .build()));
            case DATA_PAGE_OFFSET -> {
                int header = dictionaryHeader();
                yield dictionary(new PageFileBuilder("optional int32 a;"))
                        .endRowGroup(2, chunk -> chunk.dataPageOffset -= header)
                        .bytes();
            }
            case SIZE_WITHOUT_DICTIONARY_HEADER -> {
                int header = dictionaryHeader();
                yield dictionary(new PageFileBuilder("optional int32 a;"))
                        .endRowGroup(2, chunk -> chunk.totalCompressedSize -= header)
                        .bytes();
            }
            case DELTA_ACROSS_PAGES ->
                WriterDefectsTest.deltas(WriterDefectsTest.TEXT, "parquet-mr version 1.6.0", WriterDefectsTest.WORDS);
            case HIDDEN_COMPRESSION -> {
                int[] values = new int[100];
                byte[] compressed = PageFileBuilder.compress(CompressionCodec.SNAPPY, plain(values));
                yield new PageFileBuilder("required int32 a;")
                        .codec(CompressionCodec.SNAPPY)
                        .v2(Encoding.PLAIN, 100, 100, NONE, NONE, compressed, 400, false)
                        .endRowGroup(100)
                        .bytes();
            }
            case ZERO_CHECKSUM ->
                dictionary(new PageFileBuilder("optional int32 a;").fixedCrc(0))
                        .endRowGroup(2)
                        .bytes();
            case NULL_COUNT_WITHOUT_EMPTY_LISTS ->
                LyingStatisticsTest.withStatistics(
                        LyingStatisticsTest.write(LIST, LISTS), LyingStatisticsTest.nullCount(2L));
            case STRUCT_NULL_COUNT_WITHOUT_EMPTY_LISTS ->
                LyingStatisticsTest.withStatistics(
                        LyingStatisticsTest.write(STRUCTS, LISTS_OF_STRUCTS), LyingStatisticsTest.nullCount(2L));
            case NESTED_NULL_COUNT ->
                LyingStatisticsTest.withStatistics(
                        LyingStatisticsTest.write(LIST, LISTS), LyingStatisticsTest.nullCount(5L));
            case NEGATIVE_NULL_COUNT ->
                LyingStatisticsTest.withStatistics(
                        LyingStatisticsTest.texts("a", "b"), LyingStatisticsTest.nullCount(-2L));
            case NUM_NULLS ->
                new PageFileBuilder("optional int32 a;")
                        .v2(Encoding.PLAIN, 3, 3, NONE, levels(1, 1, 0, 1), plain(1, 2))
                        .endRowGroup(3)
                        .bytes();
            case ZERO_DISTINCT_COUNT ->
                LyingStatisticsTest.withStatistics(
                        LyingStatisticsTest.write("required double x", List.of(List.of(1.0), List.of(2.0))),
                        new Statistics(null, null, 0L, 0L, null, null, null, null, null));
            case ALL_INFINITE_MIN_MAX -> {
                byte[] infinity = LyingStatisticsTest.float64(Double.POSITIVE_INFINITY);
                yield LyingStatisticsTest.withStatistics(
                        LyingStatisticsTest.write("required double x", List.of(List.of(Double.POSITIVE_INFINITY))),
                        LyingStatisticsTest.minMax(LyingStatisticsTest.float64(Double.MAX_VALUE), infinity));
            }
            case CATEGORY_MIN_MAX ->
                LyingStatisticsTest.withStatistics(
                        LyingStatisticsTest.texts("b", "b"),
                        LyingStatisticsTest.minMax(LyingStatisticsTest.utf8("b"), LyingStatisticsTest.utf8("c")));
            case NULL_PAGES_WITH_MIN_MAX ->
                LyingStatisticsTest.withColumnIndex(
                        LyingStatisticsTest.texts(null, null),
                        old -> LyingStatisticsTest.index(
                                List.of(false), old.minValues(), old.maxValues(), old.nullCounts()));
            case DICTIONARY_PAGE_OFFSET ->
                dictionary(new PageFileBuilder("optional int32 a;"))
                        .endRowGroup(2, chunk -> {
                            chunk.dataPageOffset = 4;
                            chunk.dictionaryPageOffset = 0L;
                        })
                        .bytes();
            case FILE_OFFSET ->
                dictionary(new PageFileBuilder("optional int32 a;"))
                        .endRowGroup(2, chunk -> chunk.groupFileOffset = 5L)
                        .bytes();
            case DEPRECATED_BINARY_MIN_MAX,
                    MIN_MAX,
                    NESTED_MIN_MAX,
                    BINARY_MIN_MAX,
                    LENGTH_IN_BINARY_MIN_MAX,
                    BINARY_DECIMAL_MIN_MAX,
                    FIXED_DECIMAL_MIN_MAX,
                    INTEGER_DECIMAL_MIN_MAX,
                    UNSIGNED_MIN_MAX,
                    FLOATING_MIN_MAX,
                    FLOAT16_MIN_MAX,
                    UUID_MIN_MAX,
                    TIMESTAMP_MIN_MAX,
                    ROUNDED_ZERO,
                    UTF16_ORDER,
                    CUT_MAX,
                    CUT_INDEX_MAX,
                    EMPTY_INDEX_MAX,
                    MIN_WITHOUT_EMPTY_VALUES,
                    BINARY_MIN_MAX_OF_PAGES,
                    NULL_COUNT_OF_PAGES,
                    ZERO_NULL_COUNT,
                    DICTIONARY_STATISTICS,
                    INEXACT_BINARY,
                    INEXACT_BOOLEAN,
                    LEVEL_HISTOGRAMS,
                    NULL_PAGES,
                    BLOOM_FILTER -> throw new IllegalArgumentException("LyingStatisticsTest has " + fault);
        };
    }

    private static Stream<FaultyWriters.Row> otherRows() {
        return FaultyWriters.rows().stream().filter(row -> row.fault().use() != WriterFault.Use.PRUNING);
    }

    @ParameterizedTest
    @MethodSource("otherRows")
    void aCheckNamesTheFault(FaultyWriters.Row row) throws IOException {
        assertNamed(file(row.fault()), row);
    }

    /** Asserts that a check names a fault in a file, if its writer has the fault and is known. */
    static void assertNamed(byte[] file, FaultyWriters.Row row) throws IOException {
        List<Finding> unsuspected = check(LyingStatisticsTest.writtenBy(file, "impala version 4.0.0"));
        assertThat(unsuspected).noneMatch(finding -> finding.severity() == Severity.FAULT);
        // Min and max of byte arrays need not be values.
        assertThat(unsuspected.isEmpty()).isEqualTo(row.fault() == WriterFault.CATEGORY_MIN_MAX);
        List<Finding> found = check(LyingStatisticsTest.writtenBy(file, LyingStatisticsTest.createdBy(row)));
        if (row.application().equals("*")) {
            assertThat(found).anyMatch(finding -> finding.severity() == Severity.ERROR);
            assertThat(found).noneMatch(finding -> finding.severity() == Severity.FAULT);
            return;
        }
        assertThat(found).noneMatch(finding -> finding.severity() == Severity.ERROR);
        assertThat(found).anySatisfy(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.FAULT);
            KnownFault fault = finding.fault();
            assertThat(fault.name()).isEqualTo(row.fault().name());
            assertThat(fault.text()).isEqualTo(row.fault().text());
            assertThat(fault.writer()).contains(row.application().isEmpty() ? "created_by" : row.application());
            assertThat(fault.report()).isEqualTo(row.reportText());
            assertThat(fault.mendedIn())
                    .isEqualTo(row.until() == null ? null : row.until().toString());
            assertThat(finding.toString()).contains(fault.consequence());
        });
    }

    @Test
    void aFaultExplainsOnlyWhatItLeadsTo() throws IOException {
        byte[] lists = LyingStatisticsTest.write(LIST, LISTS);
        String arrow = "parquet-cpp-arrow version 5.0.0";

        // More nulls than there are, and fewer than null and empty lists explain.
        assertErrors(lists, LyingStatisticsTest.nullCount(5L), arrow);
        assertErrors(lists, LyingStatisticsTest.nullCount(1L), arrow);
        // Since 6.0.0, only structs in lists have the fault.
        assertErrors(lists, LyingStatisticsTest.nullCount(2L), "parquet-cpp-arrow version 25.0.1");
        // The min of numbers is no infinity.
        byte[] numbers = LyingStatisticsTest.write("required double x", List.of(List.of(1.0)));
        byte[] greatest = LyingStatisticsTest.float64(Double.MAX_VALUE);
        assertErrors(numbers, LyingStatisticsTest.minMax(greatest, greatest), "parquet-cpp-arrow version 24.0.0");
        // FLOATING_MIN_MAX needs a NaN.
        byte[] one = LyingStatisticsTest.float64(1);
        byte[] two = LyingStatisticsTest.float64(2);
        assertErrors(numbers, LyingStatisticsTest.minMax(two, two), "parquet-rs version 4.0.0");
        assertThat(check(LyingStatisticsTest.writtenBy(
                        LyingStatisticsTest.withStatistics(numbers, LyingStatisticsTest.minMax(one, one)),
                        "parquet-rs version 4.0.0")))
                .isEmpty();
    }

    private static void assertErrors(byte[] file, Statistics statistics, String createdBy) throws IOException {
        byte[] lying = LyingStatisticsTest.withStatistics(file, statistics);
        List<Finding> found = check(LyingStatisticsTest.writtenBy(lying, createdBy));
        assertThat(found).anyMatch(finding -> finding.severity() == Severity.ERROR);
        assertThat(found).noneMatch(finding -> finding.severity() == Severity.FAULT);
    }

    @Test
    void readsNoPagesByAnOffsetIndexThatOmitsPageHeaders() throws IOException {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rows.add(List.of(i));
        }
        byte[] file = LyingStatisticsTest.write("required int32 i", rows);
        OffsetIndex index;
        try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("file", file))) {
            index = opened.offsetIndex(0, opened.schema().columns().get(0));
        }
        byte[] shorter = withOffsetIndex(
                file,
                new OffsetIndex(
                        index.pageLocations().stream()
                                .map(page -> new PageLocation(
                                        page.offset(), page.compressedPageSize() - 20, page.firstRowIndex()))
                                .toList(),
                        null));
        for (String writer :
                Arrays.asList("parquet-go version latest", "github.com/hangxie/parquet-go v2 latest", null)) {
            assertThat(LyingStatisticsTest.count(
                            LyingStatisticsTest.writtenBy(shorter, writer), "i = 50", StatisticsTrust.ALL))
                    .as(writer)
                    .isEqualTo(1);
        }
        assertThatThrownBy(() -> LyingStatisticsTest.count(shorter, "i = 50", StatisticsTrust.KNOWN))
                .isInstanceOf(CorruptFileException.class);
    }

    @Test
    void faultsDoNotHideErrors() throws IOException {
        int rows = 2_000;
        PageFileBuilder builder = new PageFileBuilder("optional int32 a;").createdBy("parquet-cpp version 1.5.1");
        for (int i = 0; i < rows - 1; i++) {
            builder.v2(Encoding.PLAIN, 1, 1, NONE, levels(1, 0), NONE);
        }
        builder.v2(Encoding.PLAIN, 1, 7, NONE, levels(1, 1), plain(1)).endRowGroup(rows);

        List<Finding> found = check(builder.bytes());
        assertThat(found).hasSizeLessThan(rows);
        assertThat(found)
                .filteredOn(finding -> finding.severity() == Severity.ERROR)
                .hasSize(1);
    }

    private static List<Finding> check(byte[] file) throws IOException {
        return FileCheck.run(new MemoryInputFile("file", file)).stream()
                .filter(finding -> !finding.message().startsWith("created_by is missing"))
                .toList();
    }

    /** Returns the length of the header of the dictionary page that {@link #dictionary} adds. */
    private static int dictionaryHeader() {
        PageFileBuilder builder = new PageFileBuilder("optional int32 a;");
        int start = builder.position();
        return builder.dictionary(10, 20).position() - start - 2 * Integer.BYTES;
    }

    /** Adds the pages of a column chunk with a dictionary. */
    private static PageFileBuilder dictionary(PageFileBuilder builder) {
        return builder.dictionary(10, 20).v1(Encoding.RLE_DICTIONARY, 2, levelsV1(1, 1, 1), ids(1, 1, 0));
    }

    /** Returns a file with two columns whose column indexes are those of each other. */
    private static byte[] withSwappedColumnIndexes() {
        byte[] file = LyingStatisticsTest.write(
                "required int32 a; required int32 b", List.of(List.of(1, 100), List.of(2, 200)));
        List<ColumnChunk> chunks = TestFooters.read(file).rowGroups().get(0).columns();
        return TestFooters.change(file, chunk -> {
            ColumnChunk other =
                    chunk.columnIndexOffset().equals(chunks.get(0).columnIndexOffset()) ? chunks.get(1) : chunks.get(0);
            return new ColumnChunk(
                    null,
                    chunk.fileOffset(),
                    chunk.metadata(),
                    chunk.offsetIndexOffset(),
                    chunk.offsetIndexLength(),
                    other.columnIndexOffset(),
                    other.columnIndexLength(),
                    null,
                    null);
        });
    }

    private static byte[] withoutRepetition(byte[] file) {
        FileMetaData footer = TestFooters.read(file);
        List<SchemaElement> elements = footer.schema().stream()
                .map(element -> new SchemaElement(
                        element.type(),
                        null,
                        null,
                        element.name(),
                        element.numChildren(),
                        null,
                        null,
                        null,
                        null,
                        null))
                .toList();
        return TestFooters.withFooter(
                file,
                new FileMetaData(
                        footer.version(),
                        elements,
                        footer.numRows(),
                        footer.rowGroups(),
                        footer.keyValueMetadata(),
                        footer.createdBy(),
                        footer.columnOrders(),
                        null,
                        null));
    }

    private static byte[] withOffsetIndex(byte[] file, OffsetIndex index) {
        CompactWriter out = new CompactWriter();
        PageIndexWriter.write(index, out);
        byte[] written = out.toByteArray();
        return LyingStatisticsTest.append(
                file, written, (chunk, offset) -> TestFooters.withOffsetIndex(chunk, offset, written.length));
    }
}
