package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.LimitExceededException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.Statistics;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.PredicateText;
import io.pq2.predicate.SkipReason;
import io.pq2.read.AggregatePlan.ColumnAnswer;
import io.pq2.rewrite.FileRewriter;
import io.pq2.rewrite.FileSalvage;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.rewrite.SalvageOptions;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads files whose schema claims a long {@code type_length}. What needs no value allocates no memory for one. */
@Timeout(60)
class ClaimedLengthsTest {

    private static final int ROWS = 3;

    private static final ReadOptions ONLY_BLOOM_FILTERS = ReadOptions.builder()
            .statistics(false)
            .dictionaries(false)
            .pageIndexes(false)
            .build();

    /** Returns a file of a footer alone. */
    private static byte[] footerOf(String fields, int rowGroups, Statistics statistics) {
        Schema schema = SchemaText.parse("message m { " + fields + " }");
        List<ColumnChunk> chunks = new ArrayList<>();
        for (Column column : schema.columns()) {
            chunks.add(new ColumnChunk(
                    null,
                    0,
                    ColumnMetaDataBuilder.of(column.field().physicalType(), column.path())
                            .values(ROWS)
                            .bytes(10)
                            .dataPageOffset(4)
                            .statistics(statistics)
                            .build(),
                    null,
                    null,
                    null,
                    null,
                    null,
                    null));
        }
        RowGroup group = new RowGroup(chunks, 0, ROWS, null, null, null, null);
        FileMetaData metadata = new FileMetaData(
                1,
                SchemaElements.fromSchema(schema),
                (long) ROWS * rowGroups,
                Collections.nCopies(rowGroups, group),
                null,
                null,
                Collections.nCopies(chunks.size(), ColumnOrder.TYPE_ORDER),
                null,
                null);
        return TestFooters.onlyFooter(metadata);
    }

    private static Statistics statistics(long nulls, byte[] min, byte[] max) {
        return new Statistics(null, null, nulls, null, max, min, true, true, null);
    }

    private static ParquetFile open(byte[] file) throws IOException {
        return ParquetFile.open(new MemoryInputFile("claims", file));
    }

    @ParameterizedTest
    @ValueSource(ints = {1 << 26, Integer.MAX_VALUE})
    void aggregatesOfTheFooterAllocateNoNulls(int length) throws IOException {
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            fields.append("optional fixed_len_byte_array(")
                    .append(length)
                    .append(") c")
                    .append(i)
                    .append("; ");
        }
        byte[] bytes = footerOf(fields.toString(), 10, statistics(ROWS, null, null));
        long before = AllocatedBytes.soFar();
        try (ParquetFile file = open(bytes)) {
            AggregateBuilder builder = file.aggregate().count("c0", "c1").min("c1", "c2");
            builder.max("c3");
            Aggregates found = builder.run();
            assertThat(found.count("c0")).isZero();
            assertThat(found.min("c2")).isNull();
            assertThat(found.max("c3")).isNull();
            assertThat(builder.plan().answeredRowGroups()).isEqualTo(10);
        }
        assertThat(AllocatedBytes.soFar() - before).isLessThan(32L << 20);
    }

    @Test
    void aMinWithoutAMaxIsTheOnlyEntryOfADictionary() throws IOException {
        byte[] min = {1, 2, 3};
        byte[] max = {1, 2, 4};
        byte[] bytes = footerOf("optional fixed_len_byte_array(3) c;", 1, statistics(1, min, max));
        try (ParquetFile file = open(bytes)) {
            DictionaryVector onlyMin =
                    (DictionaryVector) minMax(file.aggregate().min("c"));
            assertThat(onlyMin.isNull(0)).isFalse();
            assertThat(onlyMin.isNull(1)).isTrue();
            assertThat(((FixedBinaryVector) onlyMin.dictionary()).bytes()).isEqualTo(min);
            DictionaryVector onlyMax =
                    (DictionaryVector) minMax(file.aggregate().max("c"));
            assertThat(onlyMax.isNull(0)).isTrue();
            assertThat(onlyMax.isNull(1)).isFalse();
            assertThat(onlyMax.ids()[1]).isZero();
            assertThat(((FixedBinaryVector) onlyMax.dictionary()).bytes()).isEqualTo(max);
            FixedBinaryVector both =
                    (FixedBinaryVector) minMax(file.aggregate().min("c").max("c"));
            assertThat(both.bytes()).startsWith(1, 2, 3, 1, 2, 4);
            Aggregates found = file.aggregate().count("c").min("c").max("c").run();
            assertThat(found.count("c")).isEqualTo(ROWS - 1);
            assertThat(found.min("c")).isEqualTo(Literal.BinaryLiteral.of(min));
            assertThat(found.max("c")).isEqualTo(Literal.BinaryLiteral.of(max));
        }
    }

    private static Vector minMax(AggregateBuilder aggregate) {
        List<ColumnAnswer> answers = aggregate.plan().rowGroups().get(0).columns();
        assertThat(answers).hasSize(1);
        return answers.get(0).minMax();
    }

    @Test
    void literalsAreNotHashedInALengthThatAFileClaims() throws IOException {
        int rowGroups = 40;
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < rowGroups; i++) {
            rows.add(List.of(ByteBuffer.wrap(new byte[] {0, 0, 0, (byte) i})));
        }
        Schema schema = SchemaText.parse("message m { required fixed_len_byte_array(4) d (DECIMAL(9,0)); }");
        WriteOptions options = WriteOptions.builder()
                .bloomFilter(BloomFilterOptions.ON.withEvenWithDictionary(true))
                .rowGroupRows(1)
                .build();
        byte[] written = TestRows.write(schema, rows, options, 10).bytes();
        assertThat(skippedByBloomFilters(written)).isEqualTo(rowGroups);
        FileMetaData footer = TestFooters.read(written);
        Schema claimed = SchemaText.parse("message m { required fixed_len_byte_array(67108864) d (DECIMAL(9,0)); }");
        byte[] file = TestFooters.withFooter(
                written,
                new FileMetaData(
                        footer.version(),
                        SchemaElements.fromSchema(claimed),
                        footer.numRows(),
                        footer.rowGroups(),
                        null,
                        footer.createdBy(),
                        footer.columnOrders(),
                        null,
                        null));
        long before = AllocatedBytes.soFar();
        assertThatThrownBy(() -> skippedByBloomFilters(file))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("row group 0, column d");
        assertThat(AllocatedBytes.soFar() - before).isLessThan(32L << 20);
    }

    private static long skippedByBloomFilters(byte[] bytes) throws IOException {
        ScanMetrics metrics = new ScanMetrics();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("claims", bytes), ONLY_BLOOM_FILTERS);
                BatchReader reader = file.scan()
                        .filter(PredicateText.parse("d in (100, 101, 102)"))
                        .metrics(metrics)
                        .open()) {
            assertThat(reader.next()).isNull();
        }
        return metrics.rowGroupsSkipped(SkipReason.BLOOM_FILTER);
    }

    @Test
    void literalsAreHashedOnceForAllRowGroups() throws IOException {
        int rowGroups = 50;
        Schema schema = SchemaText.parse("message m { required binary d (STRING); }");
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < rowGroups; i++) {
            rows.add(List.of(ByteBuffer.wrap(new byte[] {(byte) i})));
        }
        WriteOptions options = WriteOptions.builder()
                .bloomFilter(BloomFilterOptions.ON.withEvenWithDictionary(true))
                .rowGroupRows(1)
                .build();
        byte[] written = TestRows.write(schema, rows, options, 10).bytes();
        Predicate longText = new Predicate.Comparison(
                List.of("d"), Predicate.Operator.EQ, Literal.BinaryLiteral.of(new byte[4 << 20]));
        ScanMetrics metrics = new ScanMetrics();
        long before = AllocatedBytes.soFar();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("claims", written), ONLY_BLOOM_FILTERS);
                BatchReader reader =
                        file.scan().filter(longText).metrics(metrics).open()) {
            assertThat(reader.next()).isNull();
        }
        assertThat(metrics.rowGroupsSkipped(SkipReason.BLOOM_FILTER)).isEqualTo(rowGroups);
        assertThat(AllocatedBytes.soFar() - before).isLessThan(64L << 20);
    }

    @Test
    void copiedPagesMayClaimNearly2GiB() throws IOException {
        byte[] file = new CraftedFile("required int32 i;")
                .codec(CompressionCodec.ZSTD)
                .claimedPage(Integer.MAX_VALUE)
                .v1(Encoding.PLAIN, 1, PageFileBuilder.compress(CompressionCodec.ZSTD, new byte[4]))
                .chunk(1)
                .rowGroup(1)
                .bytes();
        MemoryOutputFile output = new MemoryOutputFile("copy");
        FileRewriter.rewrite(List.of(new MemoryInputFile("claims", file)), output, RewriteOptions.DEFAULT);
        FileMetaData footer = TestFooters.read(output.bytes());
        assertThat(footer.rowGroups().get(0).columns().get(0).metadata().totalUncompressedSize())
                .isGreaterThan(Integer.MAX_VALUE);
    }

    /** Salvage decodes each page once for each column and codec that it may belong to. */
    @Test
    void salvageDecodesNoMoreValuesThanTheSizeOfAFileAllows() {
        int values = 1 << 30;
        CraftedFile file = new CraftedFile("optional int32 i;");
        for (int i = 0; i < 3; i++) {
            file.v1(Encoding.PLAIN, values, CraftedFile.runV1(0, values));
        }
        byte[] bytes = file.chunk(values).rowGroup(values).bytes();
        Schema schema = SchemaText.parse("message m { optional int32 i; }");
        MemoryOutputFile output = new MemoryOutputFile("salvaged");
        assertThatThrownBy(() ->
                        FileSalvage.salvage(new MemoryInputFile("claims", bytes), output, SalvageOptions.of(schema)))
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContaining("file claims")
                .hasMessageContaining("pq2.read.maxValuesPerByte");
        assertThat(output.exists()).isFalse();
    }

    @Test
    void idsOfLongEntriesAreNotWrittenAsMoreBytesThanAnArrayHas() throws IOException {
        int values = 3_000;
        byte[] repetition = PageFileBuilder.concat(CraftedFile.run(0, 1), CraftedFile.run(1, values - 1));
        byte[] ids = PageFileBuilder.concat(new byte[] {1}, CraftedFile.run(0, values));
        byte[] bytes = new CraftedFile("repeated fixed_len_byte_array(1048576) f;")
                .dictionary(1, new byte[1 << 20])
                .v2(Encoding.RLE_DICTIONARY, values, 1, repetition, CraftedFile.run(1, values), ids)
                .chunk(values)
                .rowGroup(1)
                .bytes();
        RewriteOptions options = RewriteOptions.builder().decodeAll(true).build();
        assertThatThrownBy(() -> copy(bytes, options))
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContaining("file claims, row group 0")
                .hasMessageContaining("pq2.read.maxDecodingBytes");

        ReadOptions trusting = ReadOptions.builder().maxDecodingBytes(1L << 40).build();
        assertThatThrownBy(() ->
                        copy(bytes, options.toBuilder().readOptions(trusting).build()))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("file claims, row group 0")
                .hasMessageContaining("3000 values of 1048576 bytes in a batch");
    }

    private static void copy(byte[] file, RewriteOptions options) throws IOException {
        FileRewriter.rewrite(List.of(new MemoryInputFile("claims", file)), new MemoryOutputFile("copy"), options);
    }
}
