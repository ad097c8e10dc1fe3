package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.bloomfilter.BloomFilter;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.PageType;
import io.pq2.metadata.RowGroup;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.compat.RowGroupFilter;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;

/** Checks that written bloom filters contain every value of their chunks, for pq2 and parquet-java. */
class WrittenBloomFiltersTest {

    @Property(tries = 150)
    void filtersContainAllValues(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 1500) int rowCount,
            @ForAll @IntRange(min = 1, max = 400) int batchSize,
            @ForAll @IntRange(min = 0, max = 2) int depth) {
        RandomRows random = new RandomRows(seed);
        Schema schema = random.schema(depth);
        List<List<Object>> rows = random.rows(schema, rowCount);
        Random choice = new Random(seed);
        BloomFilterOptions filters = BloomFilterOptions.ON
                .withDistinctValues(choice.nextInt(3) == 0 ? 1 + choice.nextInt(1000) : 0)
                .withFalsePositiveProbability(new double[] {0.3, 0.01, 0.0001}[choice.nextInt(3)])
                .withMaxBytes(32 + choice.nextInt(4) * choice.nextInt(3000))
                .withEvenWithDictionary(choice.nextBoolean());
        WriteOptions options = WriteOptions.builder()
                .bloomFilter(filters)
                .dictionary(choice.nextInt(4) > 0)
                .dictionaryBytes(1 + choice.nextInt(5000))
                .pageRows(1 + choice.nextInt(300))
                .rowGroupRows(700)
                .build();
        TestRows.Written written =
                TestRows.write(schema, rows, options, batchSize, new RandomDictionaries(seed)::rewrite);
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("test", written.bytes()));
                ParquetFileReader peer = ParquetFileReader.open(
                        ParquetJavaRows.inputFile(written.bytes()),
                        ParquetReadOptions.builder().build())) {
            int from = 0;
            for (int group = 0; group < file.metadata().rowGroups().size(); group++) {
                int to = from + (int) file.metadata().rowGroups().get(group).numRows();
                for (Column column : file.schema().columns()) {
                    List<Object> values = new ArrayList<>();
                    ReferenceEntries.entries(schema, column, rows.subList(from, to)).stream()
                            .map(ReferenceEntries.Entry::value)
                            .filter(value -> value != null)
                            .forEach(values::add);
                    ColumnMetaData chunk = file.metadata()
                            .rowGroups()
                            .get(group)
                            .columns()
                            .get(column.index())
                            .metadata();
                    BloomFilter filter = file.bloomFilter(group, column);
                    assertThat(filter != null)
                            .as(column.dottedPath())
                            .isEqualTo(column.field().physicalType() != PhysicalType.BOOLEAN
                                    && !values.isEmpty()
                                    && (filters.evenWithDictionary() || !isFullyDictionaryEncoded(chunk)));
                    if (filter != null) {
                        assertThat(filter.bitsetBytes()).isLessThanOrEqualTo(filters.maxBytes());
                        ColumnChunkMetaData peersChunk =
                                peer.getRowGroups().get(group).getColumns().get(column.index());
                        checkAll(values, filter, column, peer.readBloomFilter(peersChunk));
                    }
                }
                from = to;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isFullyDictionaryEncoded(ColumnMetaData chunk) {
        return chunk.encodingStats().stream()
                .filter(stats -> stats.pageType() != PageType.DICTIONARY_PAGE)
                .allMatch(stats -> stats.encoding() == Encoding.RLE_DICTIONARY);
    }

    private static void checkAll(
            List<Object> values,
            BloomFilter filter,
            Column column,
            org.apache.parquet.column.values.bloomfilter.BloomFilter peer) {
        for (Object value : values) {
            boolean found = switch (column.field().physicalType()) {
                case INT32 -> filter.mightContain((int) value) && peer.findHash(peer.hash((int) value));
                case INT64 -> filter.mightContain((long) value) && peer.findHash(peer.hash((long) value));
                case FLOAT -> filter.mightContain((float) value) && peer.findHash(peer.hash((float) value));
                case DOUBLE -> filter.mightContain((double) value) && peer.findHash(peer.hash((double) value));
                case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> {
                    byte[] bytes = ((ByteBuffer) value).array();
                    yield filter.mightContain(bytes) && peer.findHash(peer.hash(Binary.fromConstantByteArray(bytes)));
                }
                case BOOLEAN -> throw new AssertionError("BOOLEAN");
            };
            assertThat(found).as("%s in %s", value, column).isTrue();
        }
    }

    private static final Schema LONGS =
            new Schema("test", List.of(new PrimitiveField("x", Repetition.OPTIONAL, PhysicalType.INT64, null)));

    private static List<List<Object>> longs(int count, long step) {
        List<List<Object>> rows = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            rows.add(List.of(i * step));
        }
        return rows;
    }

    @Test
    void filterSizeFollowsNumberOfValues() {
        WriteOptions options = WriteOptions.builder()
                .bloomFilter("x", BloomFilterOptions.ON)
                .rowGroupRows(10_000)
                .build();
        TestRows.Written written = TestRows.write(LONGS, longs(11_000, 7), options, 1_000);
        ColumnMetaData many = chunk(written, 0);
        ColumnMetaData few = chunk(written, 1);
        assertThat(many.bloomFilterLength()).isBetween(16_384, 16_384 + 20);
        assertThat(few.bloomFilterLength()).isBetween(2_048, 2_048 + 20);
        // After the pages of its row group.
        assertThat(many.bloomFilterOffset()).isEqualTo(many.dataPageOffset() + many.totalCompressedSize());
        assertThat(few.dataPageOffset()).isEqualTo(many.bloomFilterOffset() + many.bloomFilterLength());
    }

    private static ColumnMetaData chunk(TestRows.Written written, int rowGroup) {
        RowGroup group = written.metadata().rowGroups().get(rowGroup);
        return group.columns().get(0).metadata();
    }

    @Test
    void writesFiltersOnlyIfEnabled() {
        assertThat(chunk(TestRows.write(LONGS, longs(1_000, 7), WriteOptions.DEFAULT, 1_000), 0)
                        .bloomFilterOffset())
                .isNull();
        WriteOptions others = WriteOptions.builder()
                .bloomFilter(BloomFilterOptions.ON)
                .bloomFilter("x", BloomFilterOptions.OFF)
                .build();
        assertThat(chunk(TestRows.write(LONGS, longs(1_000, 7), others, 1_000), 0)
                        .bloomFilterOffset())
                .isNull();
    }

    @Test
    void memoryIncludesFilters() throws IOException {
        WriteOptions options = WriteOptions.builder().dictionary(false).build();
        long without = memory(options, 100_000);
        long with =
                memory(options.toBuilder().bloomFilter(BloomFilterOptions.ON).build(), 100_000);
        assertThat(with - without).isBetween(100_000L * 8, 2L << 20);
    }

    private static long memory(WriteOptions options, int rows) throws IOException {
        io.pq2.io.MemoryOutputFile file = new io.pq2.io.MemoryOutputFile("test");
        try (ParquetWriter writer = ParquetWriter.create(file, LONGS, options)) {
            io.pq2.record.BatchBuilder batch = new io.pq2.record.BatchBuilder(LONGS);
            for (List<Object> row : longs(rows, 3)) {
                TestRows.append(batch, LONGS, row);
            }
            writer.write(batch.build());
            return writer.memoryBytes();
        }
    }

    /** Each row group has every fifth number, so that min/max statistics exclude almost nothing. */
    @Test
    void parquetJavaSkipsRowGroupsByFilters() throws IOException {
        List<List<Object>> rows = new ArrayList<>();
        for (long group = 0; group < 5; group++) {
            for (long i = 0; i < 2_000; i++) {
                rows.add(List.of(i * 5 + group));
            }
        }
        WriteOptions options = WriteOptions.builder()
                .bloomFilter(BloomFilterOptions.ON.withFalsePositiveProbability(0.0001))
                .dictionary(false)
                .rowGroupRows(2_000)
                .build();
        byte[] file = TestRows.write(LONGS, rows, options, 500).bytes();
        try (ParquetFileReader reader = ParquetFileReader.open(
                ParquetJavaRows.inputFile(file), ParquetReadOptions.builder().build())) {
            for (long value = 100; value < 120; value++) {
                FilterCompat.Filter filter = FilterCompat.get(FilterApi.eq(FilterApi.longColumn("x"), value));
                assertThat(RowGroupFilter.filterRowGroups(
                                List.of(RowGroupFilter.FilterLevel.BLOOMFILTER), filter, reader.getRowGroups(), reader))
                        .hasSize(1);
                assertThat(ParquetJavaRows.read(file, LONGS, filter)).containsExactly(List.of(value));
            }
        }
    }

    @Test
    void rejectsOptionsOutOfRange() {
        BloomFilterOptions on = BloomFilterOptions.ON;
        assertThatThrownBy(() -> on.withFalsePositiveProbability(0)).hasMessageContaining("falsePositiveProbability");
        assertThatThrownBy(() -> on.withFalsePositiveProbability(1)).hasMessageContaining("falsePositiveProbability");
        assertThatThrownBy(() -> on.withFalsePositiveProbability(Double.NaN))
                .hasMessageContaining("falsePositiveProbability");
        assertThatThrownBy(() -> on.withDistinctValues(-1)).hasMessageContaining("distinctValues");
        assertThatThrownBy(() -> on.withMaxBytes(31)).hasMessageContaining("maxBytes");
        assertThatThrownBy(() -> on.withMaxBytes((1 << 27) + 1)).hasMessageContaining("maxBytes");
    }
}
