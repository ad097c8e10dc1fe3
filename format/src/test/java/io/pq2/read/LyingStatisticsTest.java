package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.check.FilterCheck;
import io.pq2.check.FilterCheckResult;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.internal.thrift.PageIndexWriter;
import io.pq2.internal.writer.FaultyWriters;
import io.pq2.internal.writer.WriterFault;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.BoundaryOrder;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.SizeStatistics;
import io.pq2.metadata.Statistics;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.PredicateText;
import io.pq2.predicate.SkipReason;
import io.pq2.rewrite.FileRewriter;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.statistics.StatisticsTrust;
import io.pq2.vector.Batch;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reads files with wrong statistics. There is a test for each row of {@link FaultyWriters} that pruning uses, and there
 * are tests of statistics that contradict each other.
 */
class LyingStatisticsTest {

    private static final String UNSUSPECTED = "impala version 4.0.0";

    private interface Question {
        Object answer(byte[] file, StatisticsTrust trust) throws IOException;
    }

    /**
     * A file with a lie.
     *
     * @param file the file, written by {@link #UNSUSPECTED}
     * @param question a question that gets a wrong answer if the lie is believed
     * @param expected the right answer
     */
    private record Lie(byte[] file, Question question, Object expected) {

        /** A filter that finds too few rows if the lie is believed. */
        Lie(byte[] file, String filter, long rows) {
            this(file, (asked, trust) -> count(asked, filter, trust), rows);
        }
    }

    /** Returns a small file with a fault of statistics that pruning uses. */
    private static Lie lie(WriterFault fault) throws IOException {
        String longText = "1123456789abcdefghij";
        return switch (fault) {
            case DEPRECATED_BINARY_MIN_MAX ->
                new Lie(withStatistics(texts("a", "b", "c"), deprecated("c", "c")), "s = 'a'", 1);
            case MIN_MAX -> numbers("required int32 x", "x = 7", 7, 1);
            case NESTED_MIN_MAX ->
                new Lie(
                        withStatistics(
                                write("required group g { required int32 x; }", List.of(List.of(List.of(7)))),
                                minMax(int32(1), int32(1))),
                        "g.x = 7",
                        1);
            case BINARY_MIN_MAX -> new Lie(withStatistics(texts("a", "b"), minMax(utf8("a"), utf8("a"))), "s = 'b'", 1);
            case LENGTH_IN_BINARY_MIN_MAX ->
                new Lie(
                        withStatistics(
                                write("required binary b", List.of(List.of(text("A")))),
                                minMax(array(1, 0, 0, 0, 'A'), array(1, 0, 0, 0, 'A'))),
                        "b = 'A'",
                        1);
            case BINARY_DECIMAL_MIN_MAX ->
                new Lie(
                        withStatistics(decimals("required binary d (DECIMAL(9,2))"), minMax(array(1), array(2))),
                        "d < 0",
                        2);
            case FIXED_DECIMAL_MIN_MAX ->
                new Lie(
                        withStatistics(
                                decimals("required fixed_len_byte_array(1) d (DECIMAL(2,2))"),
                                minMax(array(1), array(2))),
                        "d < 0",
                        2);
            case INTEGER_DECIMAL_MIN_MAX -> numbers("required int32 x (DECIMAL(9,2))", "x = 0.07", 7, 1);
            case UNSIGNED_MIN_MAX -> numbers("required int32 x (INTEGER(32,false))", "x = 7", 7, 1);
            case FLOATING_MIN_MAX ->
                new Lie(
                        withStatistics(
                                write("required double x", List.of(List.of(1.0), List.of(Double.NaN), List.of(7.0))),
                                minMax(float64(1), float64(1))),
                        "x = 7E0",
                        1);
            case FLOAT16_MIN_MAX ->
                new Lie(
                        withStatistics(
                                write(
                                        "required fixed_len_byte_array(2) h (FLOAT16)",
                                        List.of(List.of(bytes(0, 0xC0)), List.of(bytes(0, 0)))),
                                minMax(array(0, 0), array(0, 0x40))),
                        "h < -1E0",
                        1);
            case UUID_MIN_MAX -> {
                byte[] uuid = array(0x8e, 0xe5, 0x66, 0x73, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1);
                byte[] other = array(0x73, 0x66, 0xe5, 0x8e, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1);
                yield new Lie(
                        withStatistics(
                                write(
                                        "required fixed_len_byte_array(16) u (UUID)",
                                        List.of(List.of(ByteBuffer.wrap(uuid)))),
                                minMax(other, other)),
                        "u = UUID '8ee56673-0000-0000-0000-000000000001'",
                        1);
            }
            case TIMESTAMP_MIN_MAX ->
                new Lie(
                        withStatistics(
                                write("required int64 t (TIMESTAMP(MICROS,true))", List.of(List.of(1_000_000L))),
                                minMax(int64(1), int64(1))),
                        "t = TIMESTAMP '1970-01-01T00:00:01Z'",
                        1);
            case ROUNDED_ZERO ->
                new Lie(
                        withStatistics(
                                write("required double x", List.of(List.of(-1e-20), List.of(1.0))),
                                minMax(float64(0), float64(1))),
                        "x < 0E0",
                        1);
            case UTF16_ORDER -> {
                String last = new String(Character.toChars(0x1F600));
                yield new Lie(
                        withStatistics(texts("a", last, "\uFFFD"), minMax(utf8("a"), utf8("\uFFFD"))),
                        "s = '" + last + "'",
                        1);
            }
            case CUT_MAX ->
                new Lie(
                        withStatistics(texts("0", longText), minMax(utf8("0"), utf8(longText.substring(0, 16)))),
                        "s = '" + longText + "'",
                        1);
            case CUT_INDEX_MAX ->
                new Lie(
                        withIndexBounds(texts("0", longText), utf8("0"), utf8(longText.substring(0, 16))),
                        "s = '" + longText + "'",
                        1);
            case EMPTY_INDEX_MAX -> new Lie(withIndexBounds(texts("a", "b"), utf8(""), utf8("")), "s = 'b'", 1);
            case MIN_WITHOUT_EMPTY_VALUES ->
                new Lie(withStatistics(texts("", "b"), minMax(utf8("b"), utf8("b"))), "s = ''", 1);
            case BINARY_MIN_MAX_OF_PAGES -> {
                byte[] pages = texts(repeated("app", "apple"));
                yield new Lie(withStatistics(pages, minMax(utf8("app"), utf8("app"))), "s = 'apple'", 25);
            }
            case DICTIONARY_STATISTICS ->
                new Lie(withStatistics(texts(repeated("a", "b")), minMax(utf8("a"), utf8("a"))), "s = 'b'", 25);
            case NULL_COUNT_OF_PAGES ->
                new Lie(withStatistics(texts(repeated("a", null)), nullCount(50L)), "s = 'a'", 25);
            case ZERO_NULL_COUNT -> new Lie(withStatistics(texts(repeated("a", null)), nullCount(0L)), "s IS NULL", 25);
            case INEXACT_BINARY -> {
                byte[] file = withStatistics(
                        texts("a", "a"), new Statistics(null, null, 0L, null, utf8("c"), utf8("a"), true, true, null));
                yield new Lie(file, (asked, trust) -> max(asked, trust, "s"), ByteString.of("a"));
            }
            case INEXACT_BOOLEAN -> {
                byte[] file = withStatistics(
                        write("required boolean b", List.of(List.of(true), List.of(true))), minMax(array(0), array(1)));
                yield new Lie(file, (asked, trust) -> min(asked, trust, "b"), true);
            }
            case LEVEL_HISTOGRAMS ->
                new Lie(
                        changed(
                                write("optional int32 i", List.of(List.of(1), Collections.singletonList(null))),
                                nullCount(null),
                                List.of(0L, 2L)),
                        "i IS NULL",
                        1);
            case NULL_PAGES -> {
                String schema = "optional group l (LIST) { repeated group list { optional binary element (STRING); } }";
                byte[] file = withStatistics(
                        write(
                                schema,
                                List.of(
                                        List.of(Arrays.asList(text("a"), null)),
                                        List.of(Arrays.asList(text("b"), null)))),
                        null);
                yield new Lie(
                        withColumnIndex(
                                file,
                                old -> index(List.of(true), List.of(new byte[0]), List.of(new byte[0]), List.of(2L))),
                        "any(l.list.element = 'b')",
                        2);
            }
            case BLOOM_FILTER -> {
                WriteOptions options = WriteOptions.builder()
                        .bloomFilter("s", BloomFilterOptions.ON)
                        .build();
                byte[] file = TestRows.write(
                                schema("required binary s (STRING)"), List.of(List.of(text("a"))), options, 1)
                        .bytes();
                ColumnMetaData metadata = TestFooters.read(file)
                        .rowGroups()
                        .get(0)
                        .columns()
                        .get(0)
                        .metadata();
                int end = (int) (metadata.bloomFilterOffset() + metadata.bloomFilterLength());
                int bits = metadata.bloomFilterLength() / 32 * 32;
                Arrays.fill(file, end - bits, end, (byte) 0);
                yield new Lie(withStatistics(writtenBy(file, UNSUSPECTED), null), "s = 'a'", 1);
            }
            // KnownFaultsTest has these.
            case PAGE_INDEX,
                    OFFSET_INDEX,
                    MISSING_REPETITION,
                    PAGES_WITHIN_ROWS,
                    SIZE_WITHOUT_DICTIONARY_HEADER,
                    DELTA_ACROSS_PAGES,
                    HIDDEN_COMPRESSION,
                    ZERO_CHECKSUM,
                    NULL_COUNT_WITHOUT_EMPTY_LISTS,
                    STRUCT_NULL_COUNT_WITHOUT_EMPTY_LISTS,
                    NESTED_NULL_COUNT,
                    NEGATIVE_NULL_COUNT,
                    NUM_NULLS,
                    NUM_ROWS_OF_PAGES,
                    UNENCODED_BYTES,
                    DATA_PAGE_OFFSET,
                    ZERO_DISTINCT_COUNT,
                    ALL_INFINITE_MIN_MAX,
                    CATEGORY_MIN_MAX,
                    NULL_PAGES_WITH_MIN_MAX,
                    DICTIONARY_PAGE_OFFSET,
                    FILE_OFFSET -> throw new IllegalArgumentException("pruning does not use " + fault);
        };
    }

    private static Lie numbers(String field, String filter, int value, int minMax) {
        return new Lie(
                withStatistics(write(field, List.of(List.of(value))), minMax(int32(minMax), int32(minMax))), filter, 1);
    }

    /** Returns two texts, each 25 times, which are two pages. */
    private static String[] repeated(String first, @Nullable String second) {
        String[] values = new String[50];
        Arrays.fill(values, 0, 25, first);
        Arrays.fill(values, 25, 50, second);
        return values;
    }

    private static Stream<FaultyWriters.Row> rowsAboutStatistics() {
        return FaultyWriters.rows().stream().filter(row -> row.fault().use() == WriterFault.Use.PRUNING);
    }

    @ParameterizedTest
    @MethodSource("rowsAboutStatistics")
    void believesNoKnownFault(FaultyWriters.Row row) throws IOException {
        Lie lie = lie(row.fault());
        byte[] file = writtenBy(lie.file(), createdBy(row));

        assertThat(lie.question().answer(file, StatisticsTrust.KNOWN)).isEqualTo(lie.expected());
        assertThat(lie.question().answer(file, StatisticsTrust.NONE)).isEqualTo(lie.expected());
        assertThat(lie.question().answer(file, StatisticsTrust.ALL)).isNotEqualTo(lie.expected());
        assertThat(lie.question().answer(rewritten(file), StatisticsTrust.ALL)).isEqualTo(lie.expected());
    }

    @ParameterizedTest
    @MethodSource("rowsAboutStatistics")
    void theCheckOfFiltersFindsTheFaultIfItIsBelieved(FaultyWriters.Row row) throws IOException {
        byte[] file = writtenBy(lie(row.fault()).file(), createdBy(row));
        SkipReason step = switch (row.fault()) {
            case CUT_INDEX_MAX, EMPTY_INDEX_MAX, NULL_PAGES -> SkipReason.COLUMN_INDEX;
            case LEVEL_HISTOGRAMS -> SkipReason.LEVEL_HISTOGRAM;
            case BLOOM_FILTER -> SkipReason.BLOOM_FILTER;
            default -> SkipReason.STATISTICS;
        };

        assertThat(checkOfFilters(file, StatisticsTrust.ALL).wrongAnswers()).anySatisfy(answer -> {
            assertThat(answer.step()).isEqualTo(step);
            assertThat(answer.createdBy()).isEqualTo(createdBy(row));
            assertThat(answer.location().rowGroup()).isZero();
        });
        assertThat(checkOfFilters(file, StatisticsTrust.KNOWN).wrongAnswers()).isEmpty();
    }

    private static FilterCheckResult checkOfFilters(byte[] file, StatisticsTrust trust) throws IOException {
        return FilterCheck.run(
                new MemoryInputFile("lie", file),
                ReadOptions.builder().statisticsTrust(trust).build(),
                null,
                0,
                FilterCheck.DEFAULT_VALUES);
    }

    @ParameterizedTest
    @MethodSource("rowsAboutStatistics")
    void believesVersionsWithoutTheFault(FaultyWriters.Row row) throws IOException {
        Lie lie = lie(row.fault());
        byte[] others = writtenBy(lie.file(), UNSUSPECTED);
        assertThat(lie.question().answer(others, StatisticsTrust.KNOWN)).isNotEqualTo(lie.expected());
        if (row.until() != null) {
            WriterVersion mended = WriterVersion.parse(row.application() + " version " + row.until());
            assertThat(FaultyWriters.of(mended)).doesNotContain(row);
        }
        if (row.from().major() >= 0) {
            assertThat(FaultyWriters.of(WriterVersion.parse(row.application()))).doesNotContain(row);
        }
    }

    @ParameterizedTest
    @MethodSource("rowsAboutStatistics")
    void aCheckNamesTheFault(FaultyWriters.Row row) throws IOException {
        KnownFaultsTest.assertNamed(lie(row.fault()).file(), row);
    }

    /** Returns {@code created_by} of the first version of a row. */
    static @Nullable String createdBy(FaultyWriters.Row row) {
        if (row.application().isEmpty()) {
            return null;
        }
        if (row.application().equals("*")) {
            return "an application that nobody knows";
        }
        return row.from().major() < 0 ? row.application() : row.application() + " version " + row.from();
    }

    @Test
    void everyFaultHasARow() {
        for (WriterFault fault : WriterFault.values()) {
            assertThat(FaultyWriters.rows()).as("%s", fault).anyMatch(row -> row.fault() == fault);
        }
    }

    @Test
    void believesNeitherNullCountNorLevelsThatContradictIt() throws IOException {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            rows.add(i % 3 == 0 ? Collections.singletonList(null) : List.of(i));
        }
        byte[] file = write("optional int32 i", rows);
        byte[] wrongCount = changed(file, nullCount(0L), List.of(4L, 6L));
        byte[] wrongLevels = changed(file, nullCount(4L), List.of(0L, 10L));

        for (byte[] lying : List.of(wrongCount, wrongLevels)) {
            assertThat(count(lying, "i IS NULL", StatisticsTrust.ALL)).isEqualTo(4);
            assertThat(count(lying, "i IS NOT NULL", StatisticsTrust.ALL)).isEqualTo(6);
            assertThat(presentByFooter(lying)).isEqualTo(6);
            assertThat(explanation(lying, "i IS NULL"))
                    .containsPattern("not believed +row group 0, column i: null_count is ., but the definition levels");
            byte[] copy = rewritten(lying);
            assertThat(count(copy, "i IS NULL", StatisticsTrust.ALL)).isEqualTo(4);
            assertThat(TestFooters.read(copy)
                            .rowGroups()
                            .get(0)
                            .columns()
                            .get(0)
                            .metadata()
                            .statistics())
                    .isNull();
        }
    }

    @Test
    void believesNoMinOfOnlyNulls() throws IOException {
        List<List<Object>> rows = List.of(List.of(1), List.of(2), List.of(3));
        byte[] file = changed(
                write("optional int32 i", rows),
                new Statistics(null, null, 3L, null, int32(3), int32(1), null, null, null),
                null);

        assertThat(count(file, "i = 2", StatisticsTrust.ALL)).isEqualTo(1);
        assertThat(count(file, "i IS NULL", StatisticsTrust.ALL)).isZero();
        assertThat(presentByFooter(file)).isEqualTo(3);
    }

    @Test
    void believesNeitherPageIndexNorStatisticsThatContradictIt() throws IOException {
        byte[] file = write("required int32 i; required int32 j", numbers(100));
        // The filter's first condition is true for all rows by the statistics, so that its column is not planned.
        String filter = "j >= 0 AND i = 50";
        byte[] disjoint = withColumnIndex(
                withStatistics(file, minMax(int32(0), int32(99))),
                old -> index(
                        old.nullPages(),
                        Collections.nCopies(old.nullPages().size(), int32(200)),
                        Collections.nCopies(old.nullPages().size(), int32(300)),
                        old.nullCounts()));
        byte[] nulls = withColumnIndex(
                file,
                old -> index(
                        Collections.nCopies(old.nullPages().size(), true), old.minValues(), old.maxValues(), null));

        for (byte[] lying : List.of(disjoint, nulls)) {
            assertThat(count(lying, filter, StatisticsTrust.ALL)).isEqualTo(1);
            assertThat(explanation(lying, filter)).contains("not believed");
            assertThat(count(rewritten(lying), filter, StatisticsTrust.ALL)).isEqualTo(1);
            ScanMetrics metrics = new ScanMetrics();
            count(lying, filter, StatisticsTrust.ALL, null, metrics);
            assertThat(metrics.contradictions()).isPositive();
        }
    }

    @Test
    void usesNoColumnIndexWithAnotherNumberOfPagesThanTheOffsetIndex() throws IOException {
        byte[] file = write("required int32 i; required int32 j", numbers(100));
        byte[] longer = withColumnIndex(
                file,
                old -> index(repeated(old.nullPages()), repeated(old.minValues()), repeated(old.maxValues()), null));
        assertThat(count(longer, "j >= 0 AND i = 50", StatisticsTrust.ALL)).isEqualTo(1);
    }

    private static <T> List<T> repeated(List<T> list) {
        List<T> twice = new ArrayList<>(list);
        twice.addAll(list);
        return twice;
    }

    @Test
    void believesNoStatisticsThatContradictTheDictionary() throws IOException {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            rows.add(List.of(i % 4));
        }
        WriteOptions options = WriteOptions.builder().pageIndexes(false).build();
        byte[] file = withStatistics(
                TestRows.write(schema("required int32 i"), rows, options, 100).bytes(), minMax(int32(10), int32(20)));
        // By min and max, all values are above 5; by the dictionary, 2 is one of them.
        String filter = "i > 5 AND i IN (2, 15)";

        assertThat(count(file, filter, StatisticsTrust.ALL)).isZero();
        assertThat(explanation(file, filter)).contains("column i: no value of the dictionary is between min and max");
    }

    @Test
    void trustsNothingOnRequest() throws IOException {
        byte[] file = write("required int32 i; required int32 j", numbers(1_000));
        ScanMetrics metrics = new ScanMetrics();

        assertThat(count(file, "i = 77", StatisticsTrust.NONE, null, metrics)).isEqualTo(1);
        assertThat(metrics.rowGroupsRead()).isEqualTo(1);
        assertThat(metrics.pagesSkipped()).isZero();
        assertThat(metrics.pruningBytes()).isZero();
        assertThat(count(file, "i = 5000", StatisticsTrust.NONE, null, metrics)).isZero();
        assertThat(metrics.rowGroupsSkipped()).isZero();
        try (ParquetFile opened = open(file, StatisticsTrust.NONE)) {
            Aggregates found = opened.aggregate().max("i").run();
            assertThat(found.rowGroupsAnswered()).isZero();
        }
    }

    private static ParquetFile open(byte[] file, StatisticsTrust trust) throws IOException {
        return ParquetFile.open(
                new MemoryInputFile("lie", file),
                ReadOptions.builder()
                        .statisticsTrust(trust)
                        .dictionaryMinBytes(0)
                        .build());
    }

    static long count(byte[] file, String filter, StatisticsTrust trust) throws IOException {
        return count(file, filter, trust, null, new ScanMetrics());
    }

    private static long count(
            byte[] file,
            String filter,
            StatisticsTrust trust,
            @Nullable ScanExplanation explanation,
            ScanMetrics metrics)
            throws IOException {
        try (ParquetFile opened = open(file, trust)) {
            // Conditions on elements only exclude row groups and pages.
            RowFiltering filtering = filter.startsWith("any") ? RowFiltering.NONE : RowFiltering.ALWAYS;
            ScanBuilder scan =
                    opened.scan().filter(PredicateText.parse(filter), filtering).metrics(metrics);
            if (explanation != null) {
                scan = scan.explanation(explanation);
            }
            try (BatchReader reader = scan.open()) {
                long rows = 0;
                for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                    rows += batch.rowCount();
                }
                return rows;
            }
        }
    }

    private static String explanation(byte[] file, String filter) throws IOException {
        ScanExplanation explanation = new ScanExplanation();
        count(file, filter, StatisticsTrust.ALL, explanation, new ScanMetrics());
        return explanation.text();
    }

    /** Returns the number of values of the first column that are not null, as an aggregate. */
    private static long presentByFooter(byte[] file) throws IOException {
        try (ParquetFile opened = open(file, StatisticsTrust.ALL)) {
            String column = opened.schema().columns().get(0).dottedPath();
            return opened.aggregate().count(column).run().count(column);
        }
    }

    private static Object min(byte[] file, StatisticsTrust trust, String column) throws IOException {
        try (ParquetFile opened = open(file, trust)) {
            return opened.aggregate().min(column).run().min(column).value();
        }
    }

    private static Object max(byte[] file, StatisticsTrust trust, String column) throws IOException {
        try (ParquetFile opened = open(file, trust)) {
            return opened.aggregate().max(column).run().max(column).value();
        }
    }

    private static byte[] rewritten(byte[] file) throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("copy");
        FileRewriter.rewrite(List.of(new MemoryInputFile("lie", file)), output, RewriteOptions.DEFAULT);
        return output.bytes();
    }

    private static Schema schema(String fields) {
        return SchemaText.parse("message m { " + fields + (fields.endsWith("}") ? " }" : "; }"));
    }

    static byte[] write(String fields, List<List<Object>> rows) {
        return write(fields, rows, WriteOptions.builder());
    }

    static byte[] write(String fields, List<List<Object>> rows, WriteOptions.Builder options) {
        return writtenBy(
                TestRows.write(schema(fields), rows, options.pageRows(25).build(), rows.size())
                        .bytes(),
                UNSUSPECTED);
    }

    static byte[] texts(String... values) {
        List<List<Object>> rows = new ArrayList<>();
        for (String value : values) {
            rows.add(Collections.singletonList(value == null ? null : text(value)));
        }
        boolean nulls = Arrays.asList(values).contains(null);
        return write((nulls ? "optional" : "required") + " binary s (STRING)", rows);
    }

    private static byte[] decimals(String field) {
        return write(field, List.of(List.of(bytes(1)), List.of(bytes(-2)), List.of(bytes(2)), List.of(bytes(-1))));
    }

    private static List<List<Object>> numbers(int count) {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(List.of(i, i));
        }
        return rows;
    }

    static ByteBuffer text(String value) {
        return ByteBuffer.wrap(utf8(value));
    }

    static byte[] utf8(String value) {
        return value.getBytes(StandardCharsets.UTF_8);
    }

    private static ByteBuffer bytes(int... values) {
        return ByteBuffer.wrap(array(values));
    }

    private static byte[] array(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    static byte[] int64(long value) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
    }

    static byte[] float64(double value) {
        return int64(Double.doubleToRawLongBits(value));
    }

    static byte[] int32(int value) {
        return array(value, value >> 8, value >> 16, value >> 24);
    }

    static Statistics minMax(byte[] min, byte[] max) {
        return new Statistics(null, null, 0L, null, max, min, null, null, null);
    }

    private static Statistics deprecated(String min, String max) {
        return new Statistics(utf8(max), utf8(min), 0L, null, null, null, null, null, null);
    }

    static Statistics nullCount(@Nullable Long nulls) {
        return new Statistics(null, null, nulls, null, null, null, null, null, null);
    }

    static ColumnIndex index(
            List<Boolean> nullPages, List<byte[]> min, List<byte[]> max, @Nullable List<Long> nullCounts) {
        return new ColumnIndex(nullPages, min, max, BoundaryOrder.UNORDERED, nullCounts, null, null, null);
    }

    static byte[] writtenBy(byte[] file, @Nullable String createdBy) {
        FileMetaData old = TestFooters.read(file);
        return TestFooters.withFooter(
                file,
                new FileMetaData(
                        old.version(),
                        old.schema(),
                        old.numRows(),
                        old.rowGroups(),
                        old.keyValueMetadata(),
                        createdBy,
                        old.columnOrders(),
                        null,
                        null));
    }

    /** Replaces the statistics of all column chunks, and removes their level histograms. */
    static byte[] withStatistics(byte[] file, @Nullable Statistics statistics) {
        return TestFooters.change(
                file,
                chunk -> chunk.withMetadata(ColumnMetaDataBuilder.of(chunk.metadata())
                        .statistics(statistics)
                        .sizeStatistics(null)
                        .build()));
    }

    /** Replaces the statistics and the level histograms of all column chunks, and removes their page indexes. */
    private static byte[] changed(byte[] file, @Nullable Statistics statistics, @Nullable List<Long> definitionLevels) {
        SizeStatistics sizes = definitionLevels == null ? null : new SizeStatistics(null, null, definitionLevels);
        return TestFooters.change(file, chunk -> {
            ColumnChunk withoutIndex =
                    new ColumnChunk(null, chunk.fileOffset(), chunk.metadata(), null, null, null, null, null, null);
            return withoutIndex.withMetadata(ColumnMetaDataBuilder.of(chunk.metadata())
                    .statistics(statistics)
                    .sizeStatistics(sizes)
                    .build());
        });
    }

    /** Removes the statistics, and replaces min and max of the only page. */
    private static byte[] withIndexBounds(byte[] file, byte[] min, byte[] max) throws IOException {
        return withColumnIndex(
                withStatistics(file, null),
                old -> index(old.nullPages(), List.of(min), List.of(max), old.nullCounts()));
    }

    /** Replaces the column index of the first column of the only row group. */
    static byte[] withColumnIndex(byte[] file, UnaryOperator<ColumnIndex> change) throws IOException {
        ColumnIndex old;
        try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("index", file))) {
            old = opened.columnIndex(0, opened.schema().columns().get(0));
        }
        CompactWriter index = new CompactWriter();
        PageIndexWriter.write(change.apply(old), index);
        byte[] written = index.toByteArray();
        List<ColumnChunk> chunks = TestFooters.read(file).rowGroups().get(0).columns();
        long first = chunks.get(0).metadata().dataPageOffset();
        return append(
                file,
                written,
                (chunk, offset) -> chunk.metadata().dataPageOffset() == first
                        ? new ColumnChunk(
                                null,
                                chunk.fileOffset(),
                                chunk.metadata(),
                                chunk.offsetIndexOffset(),
                                chunk.offsetIndexLength(),
                                offset,
                                written.length,
                                null,
                                null)
                        : chunk);
    }

    /**
     * Writes bytes between the pages and the footer.
     *
     * @param change changes a column chunk of the only row group, by the offset of the bytes
     */
    static byte[] append(byte[] file, byte[] written, BiFunction<ColumnChunk, Long, ColumnChunk> change) {
        FileMetaData footer = TestFooters.read(file);
        int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
        int dataEnd = file.length - 8 - length;
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(Arrays.copyOfRange(file, 4, dataEnd));
        content.writeBytes(written);
        FileMetaData changed = TestFooters.withRowGroups(
                footer,
                List.of(TestFooters.withColumns(
                        footer.rowGroups().get(0), chunk -> change.apply(chunk, (long) dataEnd))));
        return TestFooters.file(content.toByteArray(), changed);
    }
}
