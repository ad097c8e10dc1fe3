package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.SharedFiles;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.read.aggregate.PresentGroups;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.statistics.ValueOrder;
import io.pq2.io.CountingInputFile;
import io.pq2.io.InputFile;
import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.Statistics;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.vector.Batch;
import io.pq2.write.RandomRows;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Compares aggregates with those of scanned values, and checks that only what the footer cannot answer is read. */
class AggregateTest {

    private static final String PARQUET_MR = "parquet-mr version 1.17.0 (build x)";

    @Property(tries = 200)
    void equalAggregatesOfScannedValues(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 800) int rowCount,
            @ForAll @IntRange(min = 0, max = 2) int depth)
            throws IOException {
        RandomRows rows = new RandomRows(seed);
        Schema schema = rows.schema(depth);
        Random random = new Random(seed + 1);
        WriteOptions.Builder options = WriteOptions.builder()
                .rowGroupRows(1 + random.nextInt(300))
                .dictionary(random.nextBoolean())
                .statisticsBoundBytes(1 + random.nextInt(20))
                .sizeStatistics(random.nextBoolean())
                .totalOrder(random.nextInt(4) == 0);
        schema.columns().forEach(column -> options.statistics(column.dottedPath(), random.nextInt(8) > 0));
        byte[] written = TestRows.write(schema, rows.rows(schema, rowCount), options.build(), 100)
                .bytes();
        byte[] bytes = TestFooters.change(written, chunk -> withoutSomeStatistics(chunk, random));
        ReadOptions reading =
                ReadOptions.builder().statistics(random.nextInt(8) > 0).build();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("file", bytes), reading)) {
            check(file, random);
        }
    }

    /** Drops random parts of the statistics. The rest stays true. */
    private static ColumnChunk withoutSomeStatistics(ColumnChunk chunk, Random random) {
        Statistics all = chunk.metadata().statistics();
        if (all == null || random.nextBoolean()) {
            return chunk;
        }
        return withStatistics(
                chunk,
                random.nextInt(4) == 0
                        ? null
                        : new Statistics(
                                null,
                                null,
                                random.nextInt(4) == 0 ? null : all.nullCount(),
                                null,
                                random.nextInt(4) == 0 ? null : all.maxValue(),
                                random.nextInt(4) == 0 ? null : all.minValue(),
                                random.nextInt(2) == 0 ? null : all.isMaxValueExact(),
                                random.nextInt(2) == 0 ? null : all.isMinValueExact(),
                                random.nextInt(4) == 0 ? null : all.nanCount()));
    }

    private static ColumnChunk withStatistics(ColumnChunk chunk, Statistics statistics) {
        ColumnMetaData all = chunk.metadata();
        return new ColumnChunk(
                chunk.filePath(),
                chunk.fileOffset(),
                ColumnMetaDataBuilder.of(all).statistics(statistics).build(),
                chunk.offsetIndexOffset(),
                chunk.offsetIndexLength(),
                chunk.columnIndexOffset(),
                chunk.columnIndexLength(),
                null,
                null);
    }

    @TestFactory
    Stream<DynamicTest> equalAggregatesOfScannedValuesInFilesOfOtherWriters() {
        Set<String> unreadable = Set.of(
                "datapage_v1-corrupt-checksum.parquet",
                "rle-dict-uncompressed-corrupt-checksum.parquet",
                "large_string_map.brotli.parquet");
        return SharedFiles.parquetFiles("data").stream()
                .filter(path -> SharedFiles.plaintextFooter(path) != null)
                .filter(path -> !unreadable.contains(path.getFileName().toString()))
                .filter(path -> !path.toString().contains("encrypt"))
                .map(path -> DynamicTest.dynamicTest(path.getFileName().toString(), () -> {
                    try (ParquetFile file = ParquetFile.open(new LocalInputFile(path))) {
                        for (int i = 0; i < 5; i++) {
                            check(file, new Random(i));
                        }
                    }
                }));
    }

    /** Compares random aggregates of random row groups with aggregates of the scanned values. */
    private static void check(ParquetFile file, Random random) throws IOException {
        List<Column> flat = file.schema().columns().stream()
                .filter(column -> column.maxRepetitionLevel() == 0)
                .toList();
        Set<Integer> groups = new HashSet<>();
        for (int i = 0; i < file.metadata().rowGroups().size(); i++) {
            if (random.nextInt(4) > 0) {
                groups.add(i);
            }
        }
        List<Aggregate> requested = new ArrayList<>();
        for (Column column : flat) {
            for (Aggregate.Kind kind : Aggregate.Kind.values()) {
                boolean hasOrder = MinMaxOrder.of(column.field()) != MinMaxOrder.UNDEFINED;
                if (random.nextBoolean() && (hasOrder || kind == Aggregate.Kind.COUNT)) {
                    requested.add(new Aggregate(kind, column));
                }
            }
        }
        List<Aggregate> counted = groups(file.schema(), random);
        AggregateBuilder builder = file.aggregate().rowGroups(groups::contains);
        requested.forEach(builder::add);
        counted.forEach(builder::add);
        Aggregates found = builder.run();

        FlatColumnValues rows = FlatColumnValues.of(file, groups::contains, flat);
        assertThat(found.rowCount()).isEqualTo(rows.rows());
        requested.forEach(aggregate -> check(found, aggregate, rows));
        for (Aggregate group : counted) {
            assertThat(found.count(group)).as("%s", group).isEqualTo(present(file, groups::contains, group));
        }
    }

    /** Returns counts of random groups that are not below a repeated field. */
    private static List<Aggregate> groups(Schema schema, Random random) {
        List<Aggregate> groups = new ArrayList<>();
        for (Column column : schema.columns()) {
            for (int level = 0; level <= column.maxDefinitionLevel(); level++) {
                if (PresentGroups.shape(column, level, schema.shape()) != null && random.nextBoolean()) {
                    groups.add(new Aggregate(Aggregate.Kind.COUNT, column, level));
                }
            }
        }
        return groups;
    }

    /** Returns the number of rows in which a group is present, from the levels of the rows. */
    private static long present(ParquetFile file, IntPredicate rowGroups, Aggregate group) throws IOException {
        long present = 0;
        try (BatchReader reader =
                file.scan().rowGroups(rowGroups).columns(group.column()::equals).open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                present += ColumnEntries.column(batch, reader.shape(), group.column()).stream()
                        .filter(entry -> entry.repetitionLevel() == 0 && entry.definitionLevel() >= group.level())
                        .count();
            }
        }
        return present;
    }

    @Test
    void countsGroupsFromFooter() throws IOException {
        Schema schema = SchemaText.parse("""
            message m {
              optional group s {
                optional int32 number;
                optional group list (LIST) { repeated group list { optional int64 element; } }
              }
            }""");
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            rows.add(Arrays.asList(i % 5 == 0 ? (Object) null : Arrays.asList(i % 2 == 0 ? null : i, List.of(1L, 2L))));
        }
        CountingInputFile input = new CountingInputFile(
                TestRows.write(schema, rows, WriteOptions.DEFAULT, 100).bytes());
        try (ParquetFile file = open(input)) {
            input.reset();
            for (Column column : file.schema().columns()) {
                Aggregate group = new Aggregate(Aggregate.Kind.COUNT, column, 1);
                assertThat(file.aggregate().add(group).run().count(group)).isEqualTo(800);
            }
            assertThat(input.bytes()).isZero();
            Column element = file.schema().columns().get(1);
            Aggregate list = new Aggregate(Aggregate.Kind.COUNT, element, 2);
            assertThat(file.aggregate().add(list).run().count(list)).isEqualTo(800);
            assertThatThrownBy(() -> file.aggregate().add(new Aggregate(Aggregate.Kind.COUNT, element, 4)))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("below a repeated field");
            assertThatThrownBy(() -> new Aggregate(Aggregate.Kind.MIN, element, 1))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static void check(Aggregates found, Aggregate aggregate, FlatColumnValues rows) {
        Column column = aggregate.column();
        String path = column.dottedPath();
        switch (aggregate.kind()) {
            case COUNT -> assertThat(found.count(path)).as("%s", aggregate).isEqualTo(rows.count(column));
            case MIN -> check(found.min(path), rows.minOrMax(column, 1), aggregate);
            case MAX -> check(found.max(path), rows.minOrMax(column, -1), aggregate);
        }
    }

    private static void check(Literal found, Comparable<?> expected, Aggregate aggregate) {
        if (expected == null) {
            assertThat(found).as("%s", aggregate).isNull();
        } else {
            assertThat(found).as("%s", aggregate).isNotNull();
            assertThat(ValueOrder.compare(value(found), expected))
                    .as("%s: found %s, expected %s", aggregate, found, expected)
                    .isZero();
        }
    }

    /** Returns the value of a literal. Literals treat all zeros and all NaNs as equal; values do not. */
    private static Comparable<?> value(Literal literal) {
        if (literal instanceof Literal.DoubleLiteral number) {
            return number.number();
        } else if (literal instanceof Literal.FloatLiteral number) {
            return (double) number.number();
        }
        return literal.value();
    }

    private static final Schema NUMBERED = SchemaText.parse("""
            message m {
              required int64 id;
              optional int32 number;
              optional binary text (STRING);
              optional double real;
            }""");

    private static byte[] numbered(int rows, WriteOptions.Builder options) {
        List<List<Object>> values = IntStream.range(0, rows)
                .mapToObj(i -> Arrays.<Object>asList(
                        (long) i,
                        i % 3 == 0 ? null : i * 7 % 100,
                        ByteBuffer.wrap(("text " + i % 50 * 31).getBytes(StandardCharsets.UTF_8)),
                        i % 10 == 9 ? Double.NaN : i + 0.5))
                .toList();
        return TestRows.write(
                        NUMBERED,
                        values,
                        options.codec(CompressionCodec.UNCOMPRESSED)
                                .dictionary(false)
                                .build(),
                        100)
                .bytes();
    }

    private static ParquetFile open(InputFile file) throws IOException {
        return ParquetFile.open(
                file, ReadOptions.builder().tailBytes(8).coalesceGap(0).build());
    }

    @Test
    void readsNothingOfRowGroupsAnsweredByFooter() throws IOException {
        CountingInputFile input =
                new CountingInputFile(numbered(10_000, WriteOptions.builder().rowGroupRows(1_000)));
        try (ParquetFile file = open(input)) {
            input.reset();
            ScanMetrics metrics = new ScanMetrics();
            Aggregates found = file.aggregate()
                    .metrics(metrics)
                    .count("id", "number", "text", "real")
                    .min("id", "number", "text")
                    .max("id", "number", "text", "real")
                    .run();
            assertThat(input.bytes()).isZero();
            assertThat(found.rowGroupsAnswered()).isEqualTo(10);
            assertThat(metrics.rowGroupsAnswered()).isEqualTo(10);
            assertThat(found.rowGroupsScanned()).isZero();
            assertThat(found.rowCount()).isEqualTo(10_000);
            assertThat(found.count("number")).isEqualTo(6_666);
            assertThat(found.min("id")).isEqualTo(new Literal.IntegerLiteral(0));
            assertThat(found.max("id")).isEqualTo(new Literal.IntegerLiteral(9_999));
            assertThat(found.max("text")).isEqualTo(Literal.BinaryLiteral.of("text 992"));
            assertThat(found.max("real")).isEqualTo(new Literal.DoubleLiteral(Double.NaN));
        }
    }

    @Test
    void readsOnlyChunksWithoutStatistics() throws IOException {
        byte[] written = numbered(10_000, WriteOptions.builder().rowGroupRows(1_000));
        List<ColumnChunk> chunks = new ArrayList<>();
        byte[] bytes = TestFooters.change(written, chunk -> {
            boolean dropped = chunks.size() == 3 * 4 + 1;
            chunks.add(chunk);
            return dropped ? withStatistics(chunk, null) : chunk;
        });
        CountingInputFile input = new CountingInputFile(bytes);
        try (ParquetFile file = open(input)) {
            input.reset();
            ScanMetrics metrics = new ScanMetrics();
            Aggregates found = file.aggregate()
                    .min("id", "number", "text")
                    .metrics(metrics)
                    .run();
            assertThat(found.min("number")).isEqualTo(new Literal.IntegerLiteral(0));
            assertThat(found.min("id")).isEqualTo(new Literal.IntegerLiteral(0));
            assertThat(found.rowGroupsAnswered()).isEqualTo(9);
            assertThat(found.rowGroupsScanned()).isEqualTo(1);
            assertThat(found.rowCount()).isEqualTo(10_000);
            assertThat(input.bytes())
                    .isEqualTo(chunks.get(3 * 4 + 1).metadata().totalCompressedSize())
                    .isEqualTo(metrics.bytesRead());
        }
    }

    @Test
    void answersFromFooterWhereAllRowsMatchFilter() throws IOException {
        CountingInputFile input =
                new CountingInputFile(numbered(10_000, WriteOptions.builder().rowGroupRows(1_000)));
        try (ParquetFile file = open(input)) {
            input.reset();
            Predicate fromTheThird = compare("id", Operator.GE, 3_000);
            Aggregates answered = file.aggregate()
                    .filter(fromTheThird)
                    .count("number")
                    .min("id")
                    .run();
            assertThat(input.bytes()).isZero();
            assertThat(answered.rowCount()).isEqualTo(7_000);
            assertThat(answered.count("number")).isEqualTo(4_666);
            assertThat(answered.min("id")).isEqualTo(new Literal.IntegerLiteral(3_000));
            assertThat(answered.rowGroupsSkipped()).isEqualTo(3);

            Predicate inTheMiddle =
                    Predicate.And.of(compare("id", Operator.GE, 2_500), compare("number", Operator.LT, 50));
            Aggregates partly =
                    file.aggregate().filter(inTheMiddle).count("text").max("id").run();
            long expected = IntStream.range(2_500, 10_000)
                    .filter(i -> i % 3 != 0 && i * 7 % 100 < 50)
                    .count();
            assertThat(partly.rowCount()).isEqualTo(expected);
            assertThat(partly.count("text")).isEqualTo(expected);
            assertThat(partly.rowGroupsSkipped()).isEqualTo(2);
            assertThat(partly.rowGroupsScanned()).isEqualTo(8);
        }
    }

    private static Predicate compare(String column, Operator operator, long value) {
        return new Predicate.Comparison(List.of(column), operator, new Literal.IntegerLiteral(value));
    }

    @Test
    void countsEachRowGroupInOneSplit() throws IOException {
        byte[] bytes = numbered(5_000, WriteOptions.builder().rowGroupRows(400));
        try (ParquetFile file = open(new MemoryInputFile("file", bytes))) {
            long rows = 0;
            long step = bytes.length / 7 + 1L;
            for (long start = 0; start < bytes.length; start += step) {
                rows += file.aggregate().split(start, step).run().rowCount();
            }
            assertThat(rows).isEqualTo(5_000);
        }
    }

    @Test
    void scansColumnsWhoseMinMaxTheCallerRejects() throws IOException {
        byte[] bytes = numbered(3_000, WriteOptions.builder().rowGroupRows(1_000));
        try (ParquetFile file = open(new MemoryInputFile("file", bytes))) {
            Aggregates found = file.aggregate()
                    .minMaxFromFooter(column -> !column.dottedPath().equals("id"))
                    .min("id", "number")
                    .run();
            assertThat(found.rowGroupsScanned()).isEqualTo(3);
            assertThat(found.min("id")).isEqualTo(new Literal.IntegerLiteral(0));
            assertThat(file.aggregate()
                            .minMaxFromFooter(column -> false)
                            .count("number")
                            .run()
                            .rowGroupsScanned())
                    .isZero();
        }
    }

    /**
     * Returns min and max of a DOUBLE column with one value per row group, so that all min/max statistics are exact.
     */
    private static Aggregates reals(boolean totalOrder, String writer, Double... values) throws IOException {
        Schema schema = new Schema("m", List.of(new PrimitiveField("real", Repetition.OPTIONAL, PhysicalType.DOUBLE)));
        List<List<Object>> rows =
                Arrays.stream(values).map(value -> Arrays.<Object>asList(value)).toList();
        byte[] bytes = TestRows.write(
                        schema,
                        rows,
                        WriteOptions.builder().totalOrder(totalOrder).build(),
                        10)
                .bytes();
        if (writer != null) {
            bytes = TestFooters.change(bytes, chunk -> {
                Statistics all = chunk.metadata().statistics();
                return withStatistics(
                        chunk,
                        new Statistics(
                                null, null, all.nullCount(), null, all.maxValue(), all.minValue(), null, null, null));
            });
            bytes = withWriter(bytes, writer);
        }
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("file", bytes))) {
            return file.aggregate().min("real").max("real").run();
        }
    }

    private static byte[] withWriter(byte[] file, String writer) {
        FileMetaData all = TestFooters.read(file);
        int footer =
                ByteBuffer.wrap(file).order(java.nio.ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
        return TestFooters.file(
                Arrays.copyOfRange(file, 4, file.length - 8 - footer),
                new FileMetaData(
                        all.version(),
                        all.schema(),
                        all.numRows(),
                        all.rowGroups(),
                        all.keyValueMetadata(),
                        writer,
                        all.columnOrders(),
                        null,
                        null));
    }

    @Test
    void distinguishesZerosNansAndNulls() throws IOException {
        assertThat(reals(false, null, 1.5, 2.5).rowGroupsScanned()).isZero();

        Aggregates positive = reals(false, null, 0.0, 2.5);
        assertThat(positive.min("real"))
                .as("0, although min in the footer is -0")
                .isEqualTo(new Literal.DoubleLiteral(0.0));
        assertThat(positive.rowGroupsScanned()).isEqualTo(1);
        assertThat(reals(false, null, -0.0, 0.0).min("real")).isEqualTo(new Literal.DoubleLiteral(-0.0));
        assertThat(reals(false, null, -0.0, 0.0).max("real")).isEqualTo(new Literal.DoubleLiteral(0.0));

        Aggregates nan = reals(true, null, 1.5, Double.NaN, 2.5);
        assertThat(nan.min("real")).isEqualTo(new Literal.DoubleLiteral(1.5));
        assertThat(nan.max("real")).isEqualTo(new Literal.DoubleLiteral(Double.NaN));
        assertThat(nan.rowGroupsScanned()).isZero();

        Aggregates onlyNans = reals(false, null, null, Double.NaN);
        assertThat(onlyNans.min("real")).isEqualTo(new Literal.DoubleLiteral(Double.NaN));
        assertThat(onlyNans.rowGroupsScanned()).isZero();

        Aggregates nothing = reals(false, null, null, null);
        assertThat(nothing.min("real")).isNull();
        assertThat(nothing.max("real")).isNull();
        assertThat(nothing.rowGroupsScanned()).isZero();
    }

    @Test
    void trustsMinMaxWithoutNanCountByWriter() throws IOException {
        assertThat(reals(false, "unknown writer", 1.5, 2.5).rowGroupsScanned()).isEqualTo(1);
        assertThat(reals(false, "parquet-mr version 1.9.0 (build x)", 1.5, 2.5).rowGroupsScanned())
                .isEqualTo(1);
        assertThat(reals(false, PARQUET_MR, 1.5, 2.5).rowGroupsScanned()).isZero();
    }

    @Test
    void scansColumnsWithTruncatedMinMax(@TempDir Path folder) throws IOException {
        String schema = "message m { required binary text (STRING); optional int32 number; required double real; }";
        String prefix = "0123456789".repeat(3);
        Path path = ParquetJavaFile.write(
                folder.resolve("f.parquet"),
                schema,
                100,
                options -> options.withStatisticsTruncateLength(20),
                (group, row) -> group.append("text", prefix + row)
                        .append("number", row - 50)
                        .append("real", row == 7 ? Double.NaN : row));
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path))) {
            Aggregates numbers =
                    file.aggregate().count("number").min("number").max("number").run();
            assertThat(numbers.rowGroupsScanned()).isZero();
            assertThat(numbers.min("number")).isEqualTo(new Literal.IntegerLiteral(-50));
            Aggregates texts = file.aggregate().min("text").max("text").run();
            assertThat(texts.rowGroupsScanned()).isEqualTo(1);
            assertThat(texts.max("text")).isEqualTo(Literal.BinaryLiteral.of(prefix + 99));
            Aggregates reals = file.aggregate().min("real").max("real").run();
            assertThat(reals.rowGroupsScanned()).isEqualTo(1);
            assertThat(reals.max("real")).isEqualTo(new Literal.DoubleLiteral(Double.NaN));
            assertThat(reals.min("real")).isEqualTo(new Literal.DoubleLiteral(0.0));
        }
    }

    @Test
    void rejectsRepeatedColumnsAndColumnsWithoutOrder() throws IOException {
        Schema schema = SchemaText.parse(
                "message m { optional int96 old; repeated int32 many; optional group g { optional int32 inner; } }");
        byte[] bytes = TestRows.write(
                        schema,
                        List.of(
                                Arrays.asList(null, List.of(1, 2), Arrays.asList(5)),
                                Arrays.asList(null, List.of(), null)),
                        WriteOptions.builder().build(),
                        10)
                .bytes();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("file", bytes))) {
            assertThatThrownBy(() -> file.aggregate().min("old"))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("no order");
            assertThatThrownBy(() -> file.aggregate().count("many"))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("repeated");
            assertThatThrownBy(() -> file.aggregate().count("nothing")).isInstanceOf(InvalidDataException.class);
            Predicate unclear = new Predicate.IsNull(List.of("many"));
            assertThatThrownBy(() -> file.aggregate().filter(unclear))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("many");
            Aggregates found =
                    file.aggregate().count("old", "g.inner").max("g.inner").run();
            assertThat(found.count("old")).isZero();
            assertThat(found.count("g.inner")).isEqualTo(1);
            assertThat(found.max("g.inner")).isEqualTo(new Literal.IntegerLiteral(5));
            assertThatThrownBy(() -> found.min("g.inner")).isInstanceOf(InvalidDataException.class);
        }
    }

    @Test
    void ignoresNullCountsThatContradictLevelHistograms() throws IOException {
        Schema schema = SchemaText.parse("message m { optional group g { optional int32 inner; } }");
        List<List<Object>> rows = IntStream.range(0, 100)
                .mapToObj(i -> Arrays.<Object>asList(i % 4 == 0 ? null : Arrays.<Object>asList(i % 3 == 0 ? null : i)))
                .toList();
        byte[] bytes =
                TestRows.write(schema, rows, WriteOptions.builder().build(), 10).bytes();
        byte[] withoutCount = TestFooters.change(bytes, chunk -> withStatistics(chunk, null));
        byte[] wrong = TestFooters.change(
                bytes,
                chunk -> withStatistics(chunk, new Statistics(null, null, 7L, null, null, null, null, null, null)));
        assertThat(countInner(bytes, 0)).isEqualTo(50);
        assertThat(countInner(withoutCount, 0)).as("from the level histograms").isEqualTo(50);
        assertThat(countInner(wrong, 1)).isEqualTo(50);
    }

    private static long countInner(byte[] bytes, int scanned) throws IOException {
        try (ParquetFile file = open(new MemoryInputFile("file", bytes))) {
            Aggregates found = file.aggregate().count("g.inner").run();
            assertThat(found.rowGroupsScanned()).isEqualTo(scanned);
            return found.count("g.inner");
        }
    }
}
