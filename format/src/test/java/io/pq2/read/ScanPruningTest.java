package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageType;
import io.pq2.metadata.Statistics;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.Literal;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.predicate.SkipReason;
import io.pq2.record.BatchBuilder;
import io.pq2.record.ListValue;
import io.pq2.record.RecordValue;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.vector.Batch;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.ParquetWriter;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Checks which bytes each pruning step avoids requesting, alone and combined with others. */
class ScanPruningTest {

    private static final Schema SCHEMA = SchemaText.parse("""
            message m {
              required int64 id;
              required int64 key;
              required binary city (STRING);
              optional group g { optional int32 rare; }
              required binary payload;
              optional group list (LIST) { repeated group list { required int32 element; } }
            }""");

    static final int GROUPS = 6;
    static final int GROUP_ROWS = 2_000;
    private static final int PAGE_ROWS = 200;

    /** Row groups have the same min and max of {@code key} and {@code city} but different values. */
    static final byte[] BYTES = write(true, null);

    static ReadOptions.Builder withoutPruning() {
        return ReadOptions.builder()
                .tailBytes(100)
                .coalesceGap(0)
                .statistics(false)
                .bloomFilters(false)
                .dictionaries(false)
                .pageIndexes(false)
                .filterRows(false)
                .dictionaryMinBytes(1_000);
    }

    /** Writes the test rows, encrypted if {@code encryption} is not null. */
    static byte[] write(boolean pageIndexes, FileEncryptionProperties encryption) {
        MemoryOutputFile output = new MemoryOutputFile("pruning");
        WriteOptions options = WriteOptions.builder()
                .rowGroupRows(GROUP_ROWS)
                .pageRows(PAGE_ROWS)
                .codec(CompressionCodec.UNCOMPRESSED)
                .dictionary(false)
                .dictionary("city", true)
                .bloomFilter("key", BloomFilterOptions.ON)
                .pageIndexes(pageIndexes)
                .encryption(encryption)
                .build();
        try (ParquetWriter writer = ParquetWriter.create(output, SCHEMA, options)) {
            BatchBuilder batch = new BatchBuilder(SCHEMA);
            RecordValue row = new RecordValue(SCHEMA);
            for (int i = 0; i < GROUPS * GROUP_ROWS; i++) {
                row.clear();
                row.setLong("id", i).setLong("key", key(i)).setString("city", city(i));
                row.setBinary("payload", new byte[20]);
                if (i / GROUP_ROWS != 2) {
                    row.struct(row.indexOf("g")).setInt("rare", i % 10);
                }
                if (i / GROUP_ROWS != 4) {
                    ListValue list = row.list(row.indexOf("list"));
                    for (int element = i / GROUP_ROWS == 3 ? 0 : i % 3; element > 0; element--) {
                        list.addInt(element);
                    }
                }
                batch.append(row);
            }
            writer.write(batch.build());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return output.bytes();
    }

    static long key(int row) {
        return row * 0x9E3779B97F4A7C15L;
    }

    private static String city(int row) {
        return switch (row % 4) {
            case 0 -> "Aachen";
            case 1 -> "Zwickau";
            default -> "M" + row / GROUP_ROWS;
        };
    }

    static Predicate.Leaf equal(String column, long value) {
        return compare(column, Operator.EQ, value);
    }

    private static Predicate.Leaf compare(String column, Operator operator, long value) {
        return new Predicate.Comparison(List.of(column), operator, new Literal.IntegerLiteral(value));
    }

    static Predicate.Leaf isCity(String name) {
        return new Predicate.Comparison(List.of("city"), Operator.EQ, Literal.BinaryLiteral.of(name));
    }

    /** The result of a scan. */
    private record Scan(RequestedRanges file, ScanMetrics metrics, List<Long> ids, FileMetaData metadata) {

        /** Returns the number of requested bytes of a column chunk. */
        long requested(int rowGroup, String column) {
            ColumnMetaData chunk = chunk(rowGroup, column);
            long start = ChunkRanges.start(chunk);
            return file.requested(start, start + chunk.totalCompressedSize());
        }

        /** Returns the number of requested bytes of a row group's chunks. */
        long requested(int rowGroup) {
            return SCHEMA.columns().stream()
                    .mapToLong(column -> requested(rowGroup, column.dottedPath()))
                    .sum();
        }

        ColumnMetaData chunk(int rowGroup, String column) {
            int index = SCHEMA.column(List.of(column.split("\\."))).index();
            return metadata.rowGroups().get(rowGroup).columns().get(index).metadata();
        }

        void hasRequestedOnly(int... rowGroups) {
            for (int i = 0; i < GROUPS; i++) {
                int group = i;
                boolean expected = java.util.Arrays.stream(rowGroups).anyMatch(ordinal -> ordinal == group);
                assertThat(requested(i) > 0).as("row group %s", i).isEqualTo(expected);
            }
        }
    }

    private static Scan scan(byte[] bytes, ReadOptions options, UnaryOperator<ScanBuilder> settings)
            throws IOException {
        RequestedRanges requested = new RequestedRanges(bytes);
        ScanMetrics metrics = new ScanMetrics();
        List<Long> ids = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(requested, options)) {
            requested.forget();
            BatchReader batches = settings.apply(file.scan().metrics(metrics)).open();
            try (RowReader reader = new RowReader(batches)) {
                while (reader.next()) {
                    ids.add(reader.rowIndex());
                }
            }
            return new Scan(requested, metrics, ids, file.metadata());
        }
    }

    private static Scan scan(ReadOptions options, Predicate predicate, String... columns) throws IOException {
        return scan(BYTES, options, predicate, columns);
    }

    private static Scan scan(byte[] bytes, ReadOptions options, Predicate predicate, String... columns)
            throws IOException {
        return scan(bytes, options, scan -> {
            ScanBuilder filtered =
                    scan.filter(predicate, FilterSemantics.of(MissingColumns.UNKNOWN), RowFiltering.ADAPTIVE);
            return columns.length == 0 ? filtered : filtered.columns(columns);
        });
    }

    static List<Long> rows(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @Test
    void readsEverythingWithoutPruning() throws IOException {
        Scan scan = scan(withoutPruning().build(), Predicate.And.of(equal("key", key(4_321)), isCity("M2")));
        assertThat(scan.ids()).hasSize(GROUPS * GROUP_ROWS);
        scan.hasRequestedOnly(0, 1, 2, 3, 4, 5);
        assertThat(scan.metrics().pruningRequests()).isZero();
    }

    @Test
    void statisticsAloneSkip() throws IOException {
        Scan scan = scan(withoutPruning().statistics(true).build(), compare("id", Operator.LT, 2_500));
        scan.hasRequestedOnly(0, 1);
        assertThat(scan.metrics().rowGroupsSkipped(SkipReason.STATISTICS)).isEqualTo(4);
        assertThat(scan.metrics().rowGroupsMatching()).isEqualTo(1);
        assertThat(scan.metrics().pruningRequests()).isZero();
    }

    @Test
    void levelHistogramsAloneSkip() throws IOException {
        byte[] bytes = TestFooters.change(BYTES, chunk -> withStatistics(chunk, null));
        ReadOptions options = withoutPruning().statistics(true).build();
        Scan nulls = scan(bytes, options, new Predicate.IsNull(List.of("g", "rare")));
        nulls.hasRequestedOnly(2);
        assertThat(nulls.metrics().rowGroupsSkipped(SkipReason.LEVEL_HISTOGRAM)).isEqualTo(5);
        assertThat(nulls.ids()).isEqualTo(rows(4_000, 6_000));
        Scan others = scan(bytes, options, new Predicate.IsNotNull(List.of("g", "rare")));
        others.hasRequestedOnly(0, 1, 3, 4, 5);
        assertThat(others.metrics().rowGroupsSkipped(SkipReason.LEVEL_HISTOGRAM))
                .isEqualTo(1);
        Scan without = scan(bytes, withoutPruning().build(), new Predicate.IsNull(List.of("g", "rare")));
        without.hasRequestedOnly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void levelHistogramsAloneSkipByNullGroups() throws IOException {
        ReadOptions options = withoutPruning().statistics(true).build();
        Scan nulls = scan(options, new Predicate.IsNull(List.of("list")));
        nulls.hasRequestedOnly(4);
        assertThat(nulls.ids()).isEqualTo(rows(8_000, 10_000));
        assertThat(nulls.metrics().rowGroupsSkipped(SkipReason.LEVEL_HISTOGRAM)).isEqualTo(5);
        Scan others = scan(options, new Predicate.IsNotNull(List.of("list")), "id");
        others.hasRequestedOnly(0, 1, 2, 3, 5);
        assertThat(others.metrics().rowGroupsMatching()).isEqualTo(5);
        Scan structs = scan(options, new Predicate.IsNull(List.of("g")));
        structs.hasRequestedOnly(2);
    }

    @Test
    void bloomFiltersAloneSkipAndOnlyNeededBlocksAreRequested() throws IOException {
        Scan scan = scan(withoutPruning().bloomFilters(true).build(), equal("key", key(4_321)));
        scan.hasRequestedOnly(2);
        assertThat(scan.ids()).isEqualTo(rows(4_000, 6_000));
        assertThat(scan.metrics().rowGroupsSkipped(SkipReason.BLOOM_FILTER)).isEqualTo(5);
        for (int i = 0; i < GROUPS; i++) {
            long offset = scan.chunk(i, "key").bloomFilterOffset();
            long length = scan.chunk(i, "key").bloomFilterLength();
            assertThat(length).isGreaterThan(1_000);
            assertThat(scan.file().requested(offset, offset + length)).isBetween(47L, 96L);
        }
        assertThat(scan.metrics().pruningBytes()).isLessThan(100L * GROUPS);
    }

    @Test
    void bloomFiltersTreatZerosAsEqual() throws IOException {
        Schema schema =
                SchemaText.parse("message m { required int32 row; required double real; required float single; }");
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            double zero = i < 100 ? -0.0 : 0.0;
            rows.add(List.of(i, i < 200 ? zero : i, i < 200 ? (float) zero : i));
        }
        WriteOptions options = WriteOptions.builder()
                .rowGroupRows(100)
                .dictionary(false)
                .bloomFilter(BloomFilterOptions.ON)
                .build();
        byte[] bytes = TestRows.write(schema, rows, options, 100).bytes();
        for (String column : List.of("real", "single")) {
            for (double zero : new double[] {0.0, -0.0}) {
                ScanMetrics metrics = new ScanMetrics();
                try (ParquetFile file = ParquetFile.open(
                                new MemoryInputFile("zeros", bytes),
                                withoutPruning().bloomFilters(true).build());
                        BatchReader reader = file.scan()
                                .filter(
                                        new Predicate.Comparison(
                                                List.of(column), Operator.EQ, new Literal.DoubleLiteral(zero)),
                                        RowFiltering.NONE)
                                .metrics(metrics)
                                .open()) {
                    for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                        assertThat(batch.rowCount()).isEqualTo(100);
                    }
                }
                assertThat(metrics.rowsRead()).isEqualTo(200);
                assertThat(metrics.rowGroupsSkipped(SkipReason.BLOOM_FILTER)).isEqualTo(1);
            }
        }
    }

    @Test
    void bloomFiltersWithoutLengthSkip() throws IOException {
        byte[] bytes = TestFooters.change(
                BYTES,
                chunk -> chunk.metadata().bloomFilterOffset() == null
                        ? chunk
                        : with(
                                chunk,
                                metadata(chunk.metadata(), chunk.metadata().encodingStats(), null)));
        Scan scan = scan(bytes, withoutPruning().bloomFilters(true).build(), equal("key", key(4_321)));
        scan.hasRequestedOnly(2);
        assertThat(scan.metrics().rowGroupsSkipped(SkipReason.BLOOM_FILTER)).isEqualTo(5);
    }

    @Test
    void bloomFiltersAreCombinedForSeveralValuesAndConditions() throws IOException {
        Predicate.Leaf in = new Predicate.In(
                List.of("key"),
                List.of(new Literal.IntegerLiteral(key(1)), new Literal.IntegerLiteral(key(9_999))),
                true);
        Scan one = scan(withoutPruning().bloomFilters(true).build(), in);
        one.hasRequestedOnly(0, 4);
        Scan either = scan(
                withoutPruning().bloomFilters(true).build(),
                Predicate.Or.of(
                        in, new Predicate.EqualNullSafe(List.of("key"), new Literal.IntegerLiteral(key(2_000)))));
        either.hasRequestedOnly(0, 1, 4);
        Scan futile = scan(
                withoutPruning().bloomFilters(true).build(),
                Predicate.Or.of(equal("key", key(1)), compare("id", Operator.GE, 0)));
        futile.hasRequestedOnly(0, 1, 2, 3, 4, 5);
        assertThat(futile.metrics().pruningRequests())
                .as("no bloom filter can exclude a row group")
                .isZero();
        Scan negated = scan(withoutPruning().bloomFilters(true).build(), new Predicate.Not(equal("key", key(1))));
        assertThat(negated.metrics().pruningRequests()).isZero();
        assertThat(negated.ids()).hasSize(GROUPS * GROUP_ROWS);
    }

    @Test
    void dictionariesAloneSkipAndAreRequestedOnce() throws IOException {
        Scan scan = scan(withoutPruning().dictionaries(true).build(), isCity("M3"));
        assertThat(scan.ids()).isEqualTo(rows(6_000, 8_000));
        assertThat(scan.metrics().rowGroupsSkipped(SkipReason.DICTIONARY)).isEqualTo(5);
        for (int i = 0; i < GROUPS; i++) {
            ColumnMetaData city = scan.chunk(i, "city");
            long dictionary = city.dataPageOffset() - city.dictionaryPageOffset();
            assertThat(scan.requested(i, "city")).isEqualTo(i == 3 ? city.totalCompressedSize() : dictionary);
            assertThat(scan.requested(i, "payload") > 0).isEqualTo(i == 3);
        }
    }

    @Test
    void dictionariesDecideSubstringConditions() throws IOException {
        ReadOptions options = withoutPruning().dictionaries(true).build();
        Scan ends = scan(options, new Predicate.EndsWith(List.of("city"), ByteString.of("3")));
        assertThat(ends.ids()).isEqualTo(rows(6_000, 8_000));
        Scan contains = scan(options, new Predicate.Contains(List.of("city"), ByteString.of("achen")));
        assertThat(contains.ids()).hasSize(GROUPS * GROUP_ROWS);
        Scan none = scan(options, Predicate.And.of(isCity("M3"), isCity("M4")));
        assertThat(none.ids()).isEmpty();
    }

    @Test
    void dictionariesAreRequestedOnlyForLargeSavings() throws IOException {
        Scan scan = scan(
                withoutPruning().dictionaries(true).dictionaryMinBytes(1 << 20).build(), isCity("M3"));
        scan.hasRequestedOnly(0, 1, 2, 3, 4, 5);
        assertThat(scan.metrics().pruningRequests()).isZero();
        Scan inMemory = scan(
                withoutPruning()
                        .dictionaries(true)
                        .tailBytes(BYTES.length)
                        .dictionaryMinBytes(1 << 20)
                        .build(),
                isCity("M3"));
        assertThat(inMemory.ids()).as("dictionaries in memory").isEqualTo(rows(6_000, 8_000));
    }

    @Test
    void ignoresDictionariesThatMayLackValues() throws IOException {
        ReadOptions options = withoutPruning().dictionaries(true).build();
        PageEncodingStats dictionary = new PageEncodingStats(PageType.DICTIONARY_PAGE, Encoding.PLAIN, 1);
        PageEncodingStats encoded = new PageEncodingStats(PageType.DATA_PAGE, Encoding.RLE_DICTIONARY, 9);
        List<List<PageEncodingStats>> incomplete = new ArrayList<>();
        incomplete.add(null);
        incomplete.add(List.of());
        incomplete.add(List.of(dictionary));
        incomplete.add(List.of(dictionary, encoded, new PageEncodingStats(PageType.DATA_PAGE, Encoding.PLAIN, 1)));
        incomplete.add(List.of(dictionary, encoded, new PageEncodingStats(PageType.DATA_PAGE_V2, Encoding.PLAIN, 0)));
        incomplete.add(List.of(dictionary, new PageEncodingStats(PageType.DATA_PAGE, Encoding.RLE_DICTIONARY, 0)));
        for (List<PageEncodingStats> stats : incomplete) {
            byte[] bytes = TestFooters.change(BYTES, chunk -> withEncodings(chunk, stats, null));
            Scan scan = scan(bytes, options, isCity("M3"));
            assertThat(scan.metrics().pruningRequests()).as("%s", stats).isZero();
            assertThat(scan.ids()).as("%s", stats).hasSize(GROUPS * GROUP_ROWS);
        }
    }

    @Test
    void ignoresDictionariesIfEncodingsContradictTheirStatistics() throws IOException {
        ReadOptions options = withoutPruning().dictionaries(true).build();
        PageEncodingStats old = new PageEncodingStats(PageType.DICTIONARY_PAGE, Encoding.PLAIN_DICTIONARY, 1);
        PageEncodingStats encoded = new PageEncodingStats(PageType.DATA_PAGE, Encoding.PLAIN_DICTIONARY, 10);
        byte[] alsoPlain = TestFooters.change(
                BYTES,
                chunk -> withEncodings(
                        chunk,
                        List.of(old, encoded),
                        List.of(Encoding.PLAIN_DICTIONARY, Encoding.RLE, Encoding.PLAIN)));
        assertThat(scan(alsoPlain, options, isCity("M3")).metrics().pruningRequests())
                .isZero();
        byte[] consistent = TestFooters.change(
                BYTES,
                chunk -> withEncodings(chunk, List.of(old, encoded), List.of(Encoding.PLAIN_DICTIONARY, Encoding.RLE)));
        assertThat(scan(consistent, options, isCity("M3")).ids()).hasSize(GROUP_ROWS);
        PageEncodingStats tooFew = new PageEncodingStats(PageType.DATA_PAGE, Encoding.PLAIN_DICTIONARY, 9);
        byte[] pageMissing = TestFooters.change(
                BYTES,
                chunk -> withEncodings(chunk, List.of(old, tooFew), List.of(Encoding.PLAIN_DICTIONARY, Encoding.RLE)));
        Scan scan = scan(
                pageMissing,
                withoutPruning().dictionaries(true).pageIndexes(true).build(),
                isCity("M3"));
        assertThat(scan.ids()).as("the offset index has more pages").hasSize(GROUPS * GROUP_ROWS);
    }

    @Test
    void columnIndexesAloneSkipPages() throws IOException {
        Scan scan = scan(
                withoutPruning().pageIndexes(true).build(),
                Predicate.And.of(compare("id", Operator.GE, 4_450), compare("id", Operator.LT, 4_460)));
        scan.hasRequestedOnly(2);
        assertThat(scan.ids()).isEqualTo(rows(4_400, 4_600));
        assertThat(scan.requested(2, "payload"))
                .isLessThan(scan.chunk(2, "payload").totalCompressedSize() / 9);
        assertThat(scan.metrics().rowGroupsSkipped(SkipReason.COLUMN_INDEX)).isEqualTo(5);
    }

    @Test
    void lateMaterializationRequestsOnlyPagesOfMatchingRows() throws IOException {
        ReadOptions options = withoutPruning()
                .pageIndexes(true)
                .filterRows(true)
                .lateMaterializationMinBytes(1_000)
                .build();
        Scan scan = scan(options, equal("key", key(4_321)), "id", "city", "payload");
        assertThat(scan.ids()).containsExactly(4_321L);
        for (int i = 0; i < GROUPS; i++) {
            assertThat(scan.requested(i, "key")).isEqualTo(scan.chunk(i, "key").totalCompressedSize());
            assertThat(scan.requested(i, "payload") > 0).isEqualTo(i == 2);
            assertThat(scan.requested(i, "id") > 0).isEqualTo(i == 2);
        }
        assertThat(scan.requested(2, "payload"))
                .isLessThan(scan.chunk(2, "payload").totalCompressedSize() / 9);
        ColumnMetaData city = scan.chunk(2, "city");
        assertThat(scan.requested(2, "city"))
                .as("dictionary and one page")
                .isBetween(city.dataPageOffset() - city.dictionaryPageOffset(), city.totalCompressedSize() / 2);
        assertThat(scan.metrics().bytesSkipped(SkipReason.ROW_FILTER)).isGreaterThan(200_000);
        assertThat(scan.metrics().rowsFiltered()).isEqualTo(GROUPS * GROUP_ROWS - 1);
    }

    @Test
    void lateMaterializationCombinesRowsOfSeveralPages() throws IOException {
        ReadOptions options = withoutPruning()
                .pageIndexes(true)
                .filterRows(true)
                .lateMaterializationMinBytes(1_000)
                .build();
        Predicate.Leaf in = new Predicate.In(
                List.of("key"),
                LongStream.of(10, 11, 150, 390, 1_000, 1_999, 7_000)
                        .<Literal>mapToObj(row -> new Literal.IntegerLiteral(key((int) row)))
                        .toList(),
                false);
        Scan scan = scan(options, in, "id", "payload");
        assertThat(scan.ids()).containsExactly(10L, 11L, 150L, 390L, 1_000L, 1_999L, 7_000L);
        assertThat(scan.requested(0, "payload"))
                .isBetween(
                        scan.chunk(0, "payload").totalCompressedSize() * 3 / 10,
                        scan.chunk(0, "payload").totalCompressedSize() / 2);
        assertThat(scan.requested(3, "payload"))
                .isLessThan(scan.chunk(3, "payload").totalCompressedSize() / 9);
    }

    @Test
    void noLateMaterializationForSmallSavings() throws IOException {
        ReadOptions large = withoutPruning()
                .filterRows(true)
                .lateMaterializationMinBytes(1 << 20)
                .build();
        Scan scan = scan(large, equal("key", key(4_321)), "id", "payload");
        assertThat(scan.ids()).containsExactly(4_321L);
        scan.hasRequestedOnly(0, 1, 2, 3, 4, 5);
        assertThat(scan.metrics().bytesSkipped()).isZero();
        ReadOptions small = withoutPruning()
                .filterRows(true)
                .lateMaterializationMinBytes(1_000)
                .build();
        Scan everywhere = scan(small, isCity("Aachen"), "id", "payload");
        assertThat(everywhere.ids().size()).isGreaterThanOrEqualTo(GROUPS * GROUP_ROWS / 4);
        assertThat(everywhere.metrics().bytesSkipped()).isZero();
        Scan range = scan(small, compare("id", Operator.LT, 10), "payload");
        assertThat(range.requested(0, "payload"))
                .as("before the selectivity is known")
                .isEqualTo(range.chunk(0, "payload").totalCompressedSize());
        assertThat(range.requested(5, "payload"))
                .as("after the selectivity is known")
                .isZero();
    }

    @Test
    void columnsOfDecidedConditionsAreNotRequested() throws IOException {
        Predicate both =
                Predicate.And.of(compare("id", Operator.GE, 3_000), new Predicate.IsNull(List.of("g", "rare")));
        Scan scan = scan(withoutPruning().statistics(true).filterRows(true).build(), both, "payload");
        assertThat(scan.ids()).isEqualTo(rows(4_000, 6_000));
        scan.hasRequestedOnly(2);
        assertThat(scan.requested(2, "id")).isZero();
        assertThat(scan.requested(2, "g.rare")).isZero();
        assertThat(scan.metrics().rowGroupsMatching()).isEqualTo(1);
    }

    @Test
    void onlyRestOfFilterIsEvaluated() throws IOException {
        Predicate both = Predicate.And.of(compare("id", Operator.GE, 4_000), equal("key", key(4_321)));
        Scan scan = scan(
                withoutPruning()
                        .statistics(true)
                        .bloomFilters(true)
                        .filterRows(true)
                        .build(),
                both,
                "payload");
        assertThat(scan.ids()).containsExactly(4_321L);
        scan.hasRequestedOnly(2);
        assertThat(scan.requested(2, "id")).isZero();
        assertThat(scan.requested(2, "key")).isPositive();
        Scan undecided = scan(
                withoutPruning()
                        .statistics(true)
                        .bloomFilters(true)
                        .filterRows(true)
                        .build(),
                Predicate.And.of(compare("id", Operator.GE, 4_001), equal("key", key(4_321))),
                "payload");
        assertThat(undecided.ids()).containsExactly(4_321L);
        assertThat(undecided.requested(2, "id")).isPositive();
    }

    @Test
    void dictionariesDetectThatAllRowsMatch() throws IOException {
        Predicate either = Predicate.Or.of(isCity("M3"), Predicate.Or.of(isCity("Aachen"), isCity("Zwickau")));
        Predicate.Leaf in = new Predicate.In(
                List.of("city"),
                List.of(
                        Literal.BinaryLiteral.of("M3"),
                        Literal.BinaryLiteral.of("Aachen"),
                        Literal.BinaryLiteral.of("Zwickau")),
                false);
        for (Predicate predicate : List.of(either, in)) {
            Scan scan = scan(
                    withoutPruning().dictionaries(true).filterRows(true).build(),
                    Predicate.And.of(predicate, isCity("M3")),
                    "id");
            assertThat(scan.ids()).hasSize(GROUP_ROWS / 2);
        }
        Scan all = scan(withoutPruning().dictionaries(true).filterRows(true).build(), in, "id");
        assertThat(all.metrics().rowGroupsMatching()).isEqualTo(1);
        ColumnMetaData city = all.chunk(3, "city");
        assertThat(all.requested(3, "city")).isEqualTo(city.dataPageOffset() - city.dictionaryPageOffset());
    }

    @Test
    void adjacentPruningReadsAreOneRequest() throws IOException {
        Scan scan = scan(
                withoutPruning()
                        .bloomFilters(true)
                        .pageIndexes(true)
                        .coalesceGap(64 << 10)
                        .build(),
                all -> all.filter(equal("key", key(11_999)), RowFiltering.NONE).rowGroups(ordinal -> ordinal == 5));
        assertThat(scan.metrics().pruningRequests())
                .as("the last bloom filter directly precedes the page indexes")
                .isEqualTo(1);
    }

    /** Returns the number of calls that request ranges, of a scan that skips all row groups. */
    private static int callsToSkipAll(int requestBytes, ReadOptions options, Predicate predicate) throws IOException {
        RequestedRanges requested = new RequestedRanges(BYTES);
        requested.requestBytes(requestBytes);
        try (ParquetFile file = ParquetFile.open(requested, options)) {
            requested.forget();
            try (BatchReader batches =
                    file.scan().filter(predicate, RowFiltering.ADAPTIVE).open()) {
                assertThat(batches.next()).isNull();
            }
        }
        return requested.calls();
    }

    @Test
    void allRowGroupsOfARemoteFileArePrunedTogether() throws IOException {
        ReadOptions.Builder options = withoutPruning().bloomFilters(true).dictionaries(true);
        Predicate byDictionary = isCity("nowhere");
        assertThat(callsToSkipAll(4 << 20, options.build(), byDictionary))
                .as("the dictionaries")
                .isEqualTo(1);
        Predicate byBoth = Predicate.Or.of(equal("key", 7), byDictionary);
        assertThat(callsToSkipAll(4 << 20, options.build(), byBoth))
                .as("bloom filters, then dictionaries")
                .isEqualTo(2);
        assertThat(callsToSkipAll(Integer.MAX_VALUE, options.build(), byBoth))
                .as("in a local file, requests are cheap")
                .isGreaterThan(2);
    }

    private static Scan scan(ReadOptions options, UnaryOperator<ScanBuilder> settings) throws IOException {
        return scan(BYTES, options, settings);
    }

    @Test
    void decodingDoesNotWaitForPrefetch() throws IOException {
        RequestedRanges requested = new RequestedRanges(BYTES);
        ReadOptions options = withoutPruning()
                .bloomFilters(true)
                .dictionaries(true)
                .prefetchBytes(1 << 20)
                .build();
        Predicate.Leaf in = new Predicate.In(
                List.of("key"),
                List.of(new Literal.IntegerLiteral(key(1)), new Literal.IntegerLiteral(key(6_001))),
                false);
        Predicate predicate = Predicate.And.of(in, new Predicate.Not(isCity("nowhere")));
        try (ParquetFile file = ParquetFile.open(requested, options)) {
            ColumnChunk second = file.metadata().rowGroups().get(1).columns().get(0);
            ColumnChunk fourth = file.metadata().rowGroups().get(3).columns().get(0);
            long start = fourth.metadata().dataPageOffset();
            requested.delayFrom(second.metadata().dataPageOffset());
            try (BatchReader reader = file.scan()
                    .filter(predicate, RowFiltering.NONE)
                    .batchSize(100)
                    .open()) {
                for (int i = 0; i < 10; i++) {
                    assertThat(reader.next().rowCount()).isEqualTo(100);
                }
                assertThat(requested.release())
                        .as("headers and blocks of four bloom filters")
                        .isBetween(8, 12);
                reader.next();
                assertThat(requested.requested(start, start + 1)).isZero();
                assertThat(requested.release())
                        .as("the dictionary of the remaining row group")
                        .isEqualTo(1);
                assertThat(requested.requested(start, start + 1)).isZero();
                reader.next();
                assertThat(requested.requested(start, start + 1)).isEqualTo(1);
                for (int i = 12; i < 20; i++) {
                    reader.next();
                    assertThat(reader.firstRow()).isEqualTo(100L * i);
                }
                assertThat(requested.release()).as("the data of that row group").isPositive();
                reader.next();
                assertThat(reader.firstRow()).isEqualTo(6_000);
            }
        }
    }

    static ColumnChunk with(ColumnChunk chunk, ColumnMetaData metadata) {
        return new ColumnChunk(
                chunk.filePath(),
                chunk.fileOffset(),
                metadata,
                chunk.offsetIndexOffset(),
                chunk.offsetIndexLength(),
                chunk.columnIndexOffset(),
                chunk.columnIndexLength(),
                null,
                null);
    }

    private static ColumnMetaData metadata(
            ColumnMetaData old, List<PageEncodingStats> encodingStats, Integer bloomFilterLength) {
        return metadata(old, old.encodings(), old.statistics(), encodingStats, bloomFilterLength);
    }

    private static ColumnMetaData metadata(
            ColumnMetaData old,
            List<Encoding> encodings,
            Statistics statistics,
            List<PageEncodingStats> encodingStats,
            Integer bloomFilterLength) {
        return ColumnMetaDataBuilder.of(old)
                .encodings(encodings)
                .statistics(statistics)
                .encodingStats(encodingStats)
                .bloomFilter(old.bloomFilterOffset(), bloomFilterLength)
                .build();
    }

    private static ColumnChunk withStatistics(ColumnChunk chunk, Statistics statistics) {
        ColumnMetaData old = chunk.metadata();
        return with(chunk, metadata(old, old.encodings(), statistics, old.encodingStats(), old.bloomFilterLength()));
    }

    static ColumnChunk withEncodings(ColumnChunk chunk, List<PageEncodingStats> stats, List<Encoding> encodings) {
        ColumnMetaData old = chunk.metadata();
        return old.dictionaryPageOffset() == null
                ? chunk
                : with(
                        chunk,
                        metadata(
                                old,
                                encodings == null ? old.encodings() : encodings,
                                old.statistics(),
                                stats,
                                old.bloomFilterLength()));
    }
}
