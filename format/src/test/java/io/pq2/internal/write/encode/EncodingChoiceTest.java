package io.pq2.internal.write.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageType;
import io.pq2.metadata.RowGroup;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.DataPageVersion;
import io.pq2.write.ParquetJavaRows;
import io.pq2.write.ParquetJavaSizes;
import io.pq2.write.Profile;
import io.pq2.write.TestRows;
import io.pq2.write.ValueDistributions;
import io.pq2.write.VectorRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Writers choose the allowed encoding that makes a column smallest. */
class EncodingChoiceTest {

    private static final int ROWS = 60_000;

    private static final Map<CompressionCodec, CompressionCodecName> CODECS = Map.of(
            CompressionCodec.UNCOMPRESSED, CompressionCodecName.UNCOMPRESSED,
            CompressionCodec.SNAPPY, CompressionCodecName.SNAPPY,
            CompressionCodec.ZSTD, CompressionCodecName.ZSTD);

    @ParameterizedTest
    @EnumSource
    void columnsAreNotLargerThanThoseOfParquetJava(ValueDistributions shape) throws IOException {
        List<List<Object>> rows = rows(shape, ROWS);
        for (Map.Entry<CompressionCodec, CompressionCodecName> codec : CODECS.entrySet()) {
            WriteOptions options = WriteOptions.builder().codec(codec.getKey()).build();
            ColumnMetaData column = column(shape, rows, options);
            long peerSize = ParquetJavaSizes.of(shape.field(), ROWS, shape::fill, codec.getValue());
            // A page header may be larger than that of parquet-java, which is noticeable in tiny columns.
            assertThat(column.totalCompressedSize())
                    .as("%s of %s", codec.getKey(), column.encodings())
                    .isLessThan(peerSize + peerSize * allowedPercent(shape, codec.getKey()) / 100 + 20);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SORTED_KEYS, DELTA_BINARY_PACKED",
        "RANDOM_LONGS, PLAIN",
        "FEW_LONGS, RLE_DICTIONARY",
        "COUNTERS, DELTA_BINARY_PACKED",
        "RANDOM_INTS, PLAIN",
        "SMALL_RANGE, RLE_DICTIONARY",
        "RANDOM_DOUBLES, PLAIN",
        "FEW_DOUBLES, RLE_DICTIONARY",
        "SMOOTH_FLOATS, PLAIN",
        "COMMENTS, DELTA_LENGTH_BYTE_ARRAY",
        "FEW_TEXTS, RLE_DICTIONARY",
        "DECIMALS, PLAIN",
        "RANDOM_FLAGS, PLAIN",
        "FLAGS_IN_RUNS, RLE",
    })
    void choosesTheBestEncodingForEachShapeOfValues(ValueDistributions shape, Encoding encoding) {
        List<List<Object>> rows = rows(shape, 40_000);
        for (DataPageVersion version : DataPageVersion.values()) {
            WriteOptions options =
                    WriteOptions.builder().dataPageVersion(version).build();
            TestRows.Written written = TestRows.write(schema(shape), rows, options, 4096);
            assertThat(dataPageEncodings(column(written))).containsExactly(encoding);
            assertThat(ParquetJavaRows.read(written.bytes(), schema(shape))).isEqualTo(rows);
        }
    }

    /** Spark's vectorized reader is the reason, see AllowedEncodings. */
    @Test
    void choosesDeltaByteArrayForTextOnlyInCompressedPages() {
        WriteOptions.Builder options = WriteOptions.builder();
        assertThat(chosen(ValueDistributions.SORTED_URLS, options)).containsExactly(Encoding.DELTA_BYTE_ARRAY);
        options.dataPageVersion(DataPageVersion.V2);
        assertThat(chosen(ValueDistributions.SORTED_URLS, options)).containsExactly(Encoding.DELTA_BYTE_ARRAY);
        options.codec(CompressionCodec.UNCOMPRESSED);
        assertThat(chosen(ValueDistributions.SORTED_URLS, options)).doesNotContain(Encoding.DELTA_BYTE_ARRAY);
        options.profile(Profile.MODERN);
        assertThat(chosen(ValueDistributions.SORTED_URLS, options)).containsExactly(Encoding.DELTA_BYTE_ARRAY);
    }

    /** DuckDB is the reason, see AllowedEncodings. */
    @Test
    void doesNotChooseDeltaLengthByteArrayForDecimals() {
        Random random = new Random(7);
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 40_000; i++) {
            rows.add(List.of(
                    ByteBuffer.wrap(BigInteger.valueOf(random.nextLong() >> 8).toByteArray())));
        }
        for (LogicalType type : new LogicalType[] {null, new LogicalType.DecimalType(25, 2)}) {
            Schema schema = new Schema(
                    "m", List.of(new PrimitiveField("x", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, 0, type, null)));
            TestRows.Written written = TestRows.write(schema, rows, WriteOptions.DEFAULT, 4096);
            assertThat(dataPageEncodings(column(written)).contains(Encoding.DELTA_LENGTH_BYTE_ARRAY))
                    .isEqualTo(type == null);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SMOOTH_DOUBLES, BYTE_STREAM_SPLIT",
        "SMOOTH_FLOATS, BYTE_STREAM_SPLIT",
        "DECIMALS, DELTA_BYTE_ARRAY",
        "UUIDS, PLAIN",
        "SORTED_KEYS, DELTA_BINARY_PACKED",
    })
    void choosesFromMoreEncodingsInTheModernProfile(ValueDistributions shape, Encoding encoding) {
        WriteOptions options = WriteOptions.builder().profile(Profile.MODERN).build();
        List<List<Object>> rows = rows(shape, 40_000);
        TestRows.Written written = TestRows.write(schema(shape), rows, options, 4096);
        assertThat(dataPageEncodings(column(written))).containsExactly(encoding);
        assertThat(VectorRows.read(written.bytes(), 4096)).isEqualTo(rows);
    }

    @ParameterizedTest
    @EnumSource
    void choosesOnlyDictionariesAndPlainInThePortableProfile(ValueDistributions shape) throws IOException {
        for (CompressionCodec codec : CODECS.keySet()) {
            WriteOptions options = WriteOptions.builder()
                    .profile(Profile.PORTABLE)
                    .codec(codec)
                    .build();
            List<List<Object>> rows = rows(shape, 40_000);
            TestRows.Written written = TestRows.write(schema(shape), rows, options, 4096);
            assertThat(column(written).encodingStats())
                    .extracting(PageEncodingStats::pageType)
                    .isSubsetOf(PageType.DICTIONARY_PAGE, PageType.DATA_PAGE);
            assertThat(dataPageEncodings(column(written))).isSubsetOf(Encoding.PLAIN, Encoding.RLE_DICTIONARY);
            assertThat(ParquetJavaRows.read(written.bytes(), schema(shape))).isEqualTo(rows);
        }
    }

    @Test
    void thePortableProfileExcludesPagesOfVersion2() {
        WriteOptions.Builder options =
                WriteOptions.builder().profile(Profile.PORTABLE).dataPageVersion(DataPageVersion.V2);
        assertThatThrownBy(options::build)
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("PORTABLE")
                .hasMessageContaining("V2");
    }

    @Test
    void doesNotChooseForbiddenEncodings() {
        WriteOptions.Builder options = WriteOptions.builder().forbidEncoding(Encoding.DELTA_BYTE_ARRAY);
        assertThat(chosen(ValueDistributions.SORTED_URLS, options)).containsExactly(Encoding.PLAIN);
        assertThat(chosen(ValueDistributions.COMMENTS, options)).containsExactly(Encoding.DELTA_LENGTH_BYTE_ARRAY);
        options.forbidEncoding("x", Encoding.DELTA_LENGTH_BYTE_ARRAY);
        assertThat(chosen(ValueDistributions.COMMENTS, options)).containsExactly(Encoding.PLAIN);
        options.forbidEncoding(Encoding.RLE_DICTIONARY);
        assertThat(chosen(ValueDistributions.FEW_TEXTS, options)).containsExactly(Encoding.PLAIN);
        options.forbidEncoding(Encoding.PLAIN);
        assertThat(chosen(ValueDistributions.RANDOM_LONGS, options)).containsExactly(Encoding.DELTA_BINARY_PACKED);
        assertThatThrownBy(() -> chosen(ValueDistributions.FEW_TEXTS, options))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("column x")
                .hasMessageContaining("BYTE_ARRAY")
                .hasMessageContaining("COMPATIBLE");
    }

    @Test
    void usesConfiguredEncodings() {
        WriteOptions.Builder options = WriteOptions.builder()
                .encoding(Encoding.BYTE_STREAM_SPLIT)
                .encoding(PhysicalType.INT32, Encoding.DELTA_BINARY_PACKED);
        assertThat(chosen(ValueDistributions.RANDOM_DOUBLES, options)).containsExactly(Encoding.BYTE_STREAM_SPLIT);
        assertThat(chosen(ValueDistributions.RANDOM_LONGS, options)).containsExactly(Encoding.BYTE_STREAM_SPLIT);
        assertThat(chosen(ValueDistributions.RANDOM_INTS, options)).containsExactly(Encoding.DELTA_BINARY_PACKED);
        // BYTE_STREAM_SPLIT does not apply to BYTE_ARRAY.
        assertThat(chosen(ValueDistributions.SORTED_URLS, options)).containsExactly(Encoding.DELTA_BYTE_ARRAY);
        assertThat(chosen(ValueDistributions.FEW_DOUBLES, options)).containsExactly(Encoding.RLE_DICTIONARY);
        options.forbidEncoding(Encoding.BYTE_STREAM_SPLIT);
        assertThat(chosen(ValueDistributions.RANDOM_DOUBLES, options)).containsExactly(Encoding.PLAIN);
        options.encoding("x", Encoding.BYTE_STREAM_SPLIT);
        assertThat(chosen(ValueDistributions.RANDOM_DOUBLES, options)).containsExactly(Encoding.BYTE_STREAM_SPLIT);
        assertThat(chosen(ValueDistributions.FEW_DOUBLES, options.dictionary(false)))
                .containsExactly(Encoding.BYTE_STREAM_SPLIT);
    }

    @Test
    void adaptsTheEncodingToLaterRowGroups() {
        Schema schema = schema(ValueDistributions.RANDOM_LONGS);
        List<List<Object>> rows = new ArrayList<>(rows(ValueDistributions.RANDOM_LONGS, 20_000));
        rows.addAll(rows(ValueDistributions.SORTED_KEYS, 1_200_000));
        WriteOptions options = WriteOptions.builder()
                .rowGroupRows(20_000)
                .pageRows(2_000)
                .dictionary(false)
                .build();
        TestRows.Written written = TestRows.write(schema, rows, options, 4096);
        List<RowGroup> rowGroups = written.metadata().rowGroups();
        assertThat(dataPageEncodings(rowGroups.get(0).columns().get(0).metadata()))
                .containsExactly(Encoding.PLAIN);
        assertThat(dataPageEncodings(
                        rowGroups.get(rowGroups.size() - 1).columns().get(0).metadata()))
                .containsExactly(Encoding.DELTA_BINARY_PACKED);
    }

    @Test
    void writesTheSameBytesForTheSameRows() {
        for (ValueDistributions shape : ValueDistributions.values()) {
            List<List<Object>> rows = rows(shape, 10_000);
            WriteOptions options = WriteOptions.builder().pageRows(1000).build();
            byte[] once = TestRows.write(schema(shape), rows, options, 4096).bytes();
            assertThat(TestRows.write(schema(shape), rows, options, 4096).bytes())
                    .isEqualTo(once);
        }
    }

    @Test
    void refusesOptionsForUnknownColumns() {
        Schema schema = new Schema(
                "m",
                List.of(
                        new PrimitiveField("customer", Repetition.REQUIRED, PhysicalType.INT64),
                        new PrimitiveField("price", Repetition.REQUIRED, PhysicalType.INT64)));
        List<WriteOptions.Builder> wrong = List.of(
                WriteOptions.builder().dictionary("costumer", false),
                WriteOptions.builder().encoding("costumer", Encoding.PLAIN),
                WriteOptions.builder().forbidEncoding("costumer", Encoding.PLAIN),
                WriteOptions.builder().statistics("costumer", false),
                WriteOptions.builder().sizeStatistics("costumer", false),
                WriteOptions.builder().bloomFilter("costumer", BloomFilterOptions.OFF),
                WriteOptions.builder().keyValueMetadata("costumer", "key", "value"));
        for (WriteOptions.Builder options : wrong) {
            assertThatThrownBy(() -> TestRows.write(schema, List.of(), options.build(), 1))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("column costumer")
                    .hasMessageContaining("[customer, price]");
            TestRows.write(schema, List.of(), options.checkColumns(false).build(), 1);
        }
    }

    private static Set<Encoding> chosen(ValueDistributions shape, WriteOptions.Builder options) {
        return dataPageEncodings(column(shape, rows(shape, 20_000), options.build()));
    }

    /** Returns the encodings of the chunk's data pages. */
    private static Set<Encoding> dataPageEncodings(ColumnMetaData column) {
        return column.encodingStats().stream()
                .filter(stats -> stats.pageType() != PageType.DICTIONARY_PAGE)
                .map(PageEncodingStats::encoding)
                .collect(Collectors.toSet());
    }

    /**
     * Returns how much larger a column may be than the column of parquet-java, in percent. Fast codecs find distant
     * repetitions of dictionary ids only at some run boundaries, so the sizes of cyclic texts vary.
     */
    private static int allowedPercent(ValueDistributions shape, CompressionCodec codec) {
        boolean sizeVaries = shape == ValueDistributions.CYCLIC_TEXTS
                && (codec == CompressionCodec.SNAPPY || codec == CompressionCodec.ZSTD);
        return sizeVaries ? 15 : 1;
    }

    private static ColumnMetaData column(ValueDistributions shape, List<List<Object>> rows, WriteOptions options) {
        return column(TestRows.write(schema(shape), rows, options, 4096));
    }

    private static ColumnMetaData column(TestRows.Written written) {
        return written.metadata().rowGroups().get(0).columns().get(0).metadata();
    }

    private static Schema schema(ValueDistributions shape) {
        int length = shape.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY ? ValueDistributions.FIXED_LENGTH : 0;
        return new Schema("m", List.of(new PrimitiveField("x", Repetition.REQUIRED, shape.type(), length, null, null)));
    }

    private static List<List<Object>> rows(ValueDistributions shape, int count) {
        List<List<Object>> rows = new ArrayList<>(count);
        for (int row = 0; row < count; row++) {
            rows.add(List.of(shape.at(row)));
        }
        return rows;
    }
}
