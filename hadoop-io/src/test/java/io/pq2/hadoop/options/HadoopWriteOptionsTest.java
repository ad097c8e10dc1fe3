package io.pq2.hadoop.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.schema.PhysicalType;
import io.pq2.variant.VariantShredding;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.DataPageVersion;
import io.pq2.write.GeoParquetCovering;
import io.pq2.write.GeoParquetVersion;
import io.pq2.write.MemoryBudget;
import io.pq2.write.Profile;
import io.pq2.write.WriteOptions;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HadoopWriteOptionsTest {

    private final Configuration configuration = new Configuration(false);

    private WriteOptions options() {
        return HadoopWriteOptions.from(configuration);
    }

    @Test
    void withoutSettingsTheOptionsAreTheDefaults() {
        assertThat(options())
                .usingRecursiveComparison()
                .ignoringFieldsMatchingRegexes(".*memoryBudget", ".*sharedMemory")
                .isEqualTo(WriteOptions.builder().checkColumns(false).build());
    }

    @Test
    void equalConfigurationsShareAMemoryBudget() {
        long heap = Runtime.getRuntime().maxMemory();
        MemoryBudget budget = options().memoryBudget();
        assertThat(budget.bytes()).isEqualTo(heap / 4);
        assertThat(options().memoryBudget()).isSameAs(budget);
        configuration.set("parquet.memory.pool.ratio", "0.5");
        assertThat(options().memoryBudget().bytes()).isEqualTo(heap / 2);
        configuration.set("pq2.write.memoryBytes", "64m");
        assertThat(options().memoryBudget().bytes()).isEqualTo(64 << 20);
        assertThat(options().memoryBudget())
                .isSameAs(HadoopWriteOptions.from(new Configuration(configuration))
                        .memoryBudget());
        configuration.set("pq2.write.memoryBytes", "0");
        assertThat(options().memoryBudget()).isNull();
    }

    @Test
    void readsSizesAndLimits() {
        configuration.set("parquet.block.size", "64m");
        configuration.set("parquet.block.row.count.limit", "1000");
        configuration.set("parquet.writer.max-padding", "1m");
        configuration.set("parquet.page.size", "8192");
        configuration.set("parquet.page.row.count.limit", "50");
        configuration.set("parquet.dictionary.page.size", " 2k ");
        assertThat(options().rowGroupBytes()).isEqualTo(64 << 20);
        assertThat(options().rowGroupRows()).isEqualTo(1000);
        assertThat(options().maxPaddingBytes()).isEqualTo(1 << 20);
        assertThat(options().pageBytes()).isEqualTo(8192);
        assertThat(options().pageRows()).isEqualTo(50);
        assertThat(options().dictionaryBytes()).isEqualTo(2048);
    }

    @Test
    void readsDictionariesForAllAndForSingleColumns() {
        configuration.set("parquet.enable.dictionary", "false");
        configuration.set("parquet.enable.dictionary#a.b", "TRUE");
        assertThat(options().dictionary("a")).isFalse();
        assertThat(options().dictionary("a.b")).isTrue();
    }

    @Test
    void readsProfileAndEncodings() {
        configuration.set("pq2.write.profile", "modern");
        configuration.set("pq2.write.encoding", "delta_binary_packed");
        configuration.set("pq2.write.encoding#a.b", "PLAIN");
        configuration.set("pq2.write.forbiddenEncodings", "RLE, DELTA_BYTE_ARRAY");
        configuration.set("pq2.write.forbiddenEncodings#a.b", "rle_dictionary");
        configuration.set("pq2.write.checkColumns", "true");
        assertThat(options().profile()).isEqualTo(Profile.MODERN);
        assertThat(options().encoding(PhysicalType.INT32)).isEqualTo(Encoding.DELTA_BINARY_PACKED);
        assertThat(options().encoding("a.b")).isEqualTo(Encoding.PLAIN);
        assertThat(options().encoding("a")).isNull();
        assertThat(options().forbiddenEncodings("a"))
                .containsExactlyInAnyOrder(Encoding.RLE, Encoding.DELTA_BYTE_ARRAY);
        assertThat(options().forbiddenEncodings("a.b"))
                .containsExactlyInAnyOrder(Encoding.RLE, Encoding.DELTA_BYTE_ARRAY, Encoding.RLE_DICTIONARY);
        assertThat(options().checkColumns()).isTrue();
    }

    @Test
    void theProfilePortableExcludesPagesOfVersion2() {
        configuration.set("pq2.write.profile", "Portable");
        assertThat(options().profile()).isEqualTo(Profile.PORTABLE);
        configuration.set("parquet.writer.version", "v2");
        assertThatThrownBy(this::options)
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("pq2.write.profile is \"Portable\" and parquet.writer.version is \"v2\"");
        configuration.set("parquet.writer.version", "v1");
        assertThat(options().dataPageVersion()).isEqualTo(DataPageVersion.V1);
    }

    @Test
    void readsByteStreamSplitLikeParquetJava() {
        configuration.set("parquet.enable.bytestreamsplit", "true");
        configuration.set("parquet.enable.bytestreamsplit#a", "true");
        configuration.set("parquet.enable.bytestreamsplit#b", "false");
        assertThat(options().encoding(PhysicalType.DOUBLE)).isEqualTo(Encoding.BYTE_STREAM_SPLIT);
        assertThat(options().encoding(PhysicalType.FLOAT)).isEqualTo(Encoding.BYTE_STREAM_SPLIT);
        assertThat(options().encoding(PhysicalType.INT32)).isNull();
        assertThat(options().encoding("a")).isEqualTo(Encoding.BYTE_STREAM_SPLIT);
        assertThat(options().forbiddenEncodings("b")).containsExactly(Encoding.BYTE_STREAM_SPLIT);
        configuration.set("parquet.enable.bytestreamsplit", "false");
        assertThat(options().forbiddenEncodings("c")).containsExactly(Encoding.BYTE_STREAM_SPLIT);
    }

    @Test
    void readsStatisticsForAllAndForSingleColumns() {
        configuration.set("parquet.column.statistics.enabled#a.b", "false");
        configuration.set("parquet.size.statistics.enabled", "false");
        configuration.set("parquet.size.statistics.enabled#a", "true");
        configuration.set("parquet.statistics.truncate.length", "100");
        configuration.set("parquet.columnindex.truncate.length", "20");
        configuration.set("pq2.write.totalOrder", "true");
        configuration.set("pq2.write.checkText", "false");
        configuration.set("pq2.write.geoparquet", "1.1");
        assertThat(options().geoParquet()).isEqualTo(GeoParquetVersion.V1_1);
        assertThat(options().checkText()).isFalse();
        assertThat(options().statistics("a")).isTrue();
        assertThat(options().statistics("a.b")).isFalse();
        assertThat(options().sizeStatistics("a")).isTrue();
        assertThat(options().sizeStatistics("a.b")).isFalse();
        assertThat(options().statisticsBoundBytes()).isEqualTo(100);
        assertThat(options().columnIndexBoundBytes()).isEqualTo(20);
        assertThat(options().totalOrder()).isTrue();
    }

    @Test
    void readsBloomFiltersForAllAndForSingleColumns() {
        assertThat(options().bloomFilter("a").enabled()).isFalse();
        configuration.set("parquet.bloom.filter.enabled", "true");
        configuration.set("parquet.bloom.filter.enabled#Off", "false");
        configuration.set("parquet.bloom.filter.fpp", "0.02");
        configuration.set("parquet.bloom.filter.fpp#a.b", "0.3");
        configuration.set("parquet.bloom.filter.max.bytes", "4k");
        configuration.set("parquet.bloom.filter.adaptive.enabled", "true");
        configuration.set("parquet.bloom.filter.candidates.number", "10");
        assertThat(options().bloomFilter("a")).isEqualTo(new BloomFilterOptions(true, 0, 0.02, 4096, false));
        assertThat(options().bloomFilter("Off").enabled()).isFalse();
        assertThat(options().bloomFilter("a.b")).isEqualTo(new BloomFilterOptions(true, 0, 0.3, 4096, false));
        configuration.set("pq2.write.bloomFilter.besideDictionaries", "true");
        assertThat(options().bloomFilter("a").evenWithDictionary()).isTrue();
    }

    @Test
    void anExpectedNumberOfValuesEnablesABloomFilter() {
        configuration.set("parquet.bloom.filter.expected.ndv#a", "5000");
        configuration.set("parquet.bloom.filter.fpp#a", "0.1");
        assertThat(options().bloomFilter("a")).isEqualTo(new BloomFilterOptions(true, 5000, 0.1, 1 << 20, false));
        assertThat(options().bloomFilter("b").enabled()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"PARQUET_1_0,V1", "v1,V1", "PARQUET_2_0,V2", "v2,V2"})
    void readsThePageVersion(String value, DataPageVersion version) {
        configuration.set("parquet.writer.version", value);
        assertThat(options().dataPageVersion()).isEqualTo(version);
    }

    @ParameterizedTest
    @CsvSource({
        "zstd,ZSTD",
        "SNAPPY,SNAPPY",
        "gzip,GZIP",
        "none,UNCOMPRESSED",
        "uncompressed,UNCOMPRESSED",
        "lz4_raw,LZ4_RAW"
    })
    void readsTheCodec(String value, CompressionCodec codec) {
        configuration.set("parquet.compression", value);
        assertThat(options().codec()).isEqualTo(codec);
    }

    @Test
    void usesTheZstdLevelForZstdOnly() {
        configuration.set("parquet.compression.codec.zstd.level", "19");
        assertThat(options().compressionLevel()).isNull();
        configuration.set("parquet.compression.level", "3");
        assertThat(options().compressionLevel()).isEqualTo(3);
        configuration.set("parquet.compression", "zstd");
        assertThat(options().compressionLevel()).isEqualTo(19);
    }

    @Test
    void readsCodecsAndLevelsForSingleColumns() {
        configuration.set("parquet.compression", "zstd");
        configuration.set("parquet.compression.codec.zstd.level", "19");
        configuration.set("parquet.compression#a.b", "gzip");
        configuration.set("parquet.compression.level#a.b", "9");
        configuration.set("parquet.compression.level#c", "-3");
        assertThat(options().codec()).isEqualTo(CompressionCodec.ZSTD);
        assertThat(options().codec("a.b")).isEqualTo(CompressionCodec.GZIP);
        assertThat(options().compressionLevel("a.b")).isEqualTo(9);
        assertThat(options().codec("c")).isEqualTo(CompressionCodec.ZSTD);
        assertThat(options().compressionLevel("c")).isEqualTo(-3);
        assertThat(options().compressionLevel("d")).isEqualTo(19);
    }

    @Test
    void readsTheShreddingOfVariantsForAllAndForSingleColumns() {
        assertThat(options().variantShredding("v")).isEqualTo(VariantShredding.NONE);
        configuration.set("pq2.write.variantShredding", "infer");
        configuration.set("pq2.write.variantShredding.maxColumns", "7");
        configuration.set("pq2.write.variantShredding.maxDepth", "3");
        configuration.set("pq2.write.variantShredding#s.v", "{id: int64}");
        configuration.set("pq2.write.variantShredding#w", "NONE");
        assertThat(options().variantShredding("v"))
                .isEqualTo(VariantShredding.INFERRED.withMaxColumns(7).withMaxDepth(3));
        assertThat(options().variantShredding("s.v").inferred()).isFalse();
        assertThat(options().variantShredding("s.v").type()).hasToString("{id: int64}");
        assertThat(options().variantShredding("w").isNone()).isTrue();
        configuration.set("pq2.write.variantShredding", "guess");
        assertThatThrownBy(this::options)
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("pq2.write.variantShredding is neither none nor infer nor a type")
                .hasMessageContaining("\"guess\"");
    }

    @Test
    void readsSettingsOfCoveringColumns() {
        configuration.set("pq2.write.geoparquet", "1.1");
        configuration.set("pq2.write.geoparquet.covering", "Float");
        configuration.set("pq2.write.geoparquet.coveringName#geom", "box");
        assertThat(options().geoParquetCovering()).isEqualTo(GeoParquetCovering.FLOAT);
        assertThat(options().geoParquetCovering("geom")).isEqualTo("box");
        assertThat(options().geoParquetCovering("other")).isNull();
    }

    @Test
    void coveringColumnsNeedTheMetadataThatNameThem() {
        configuration.set("pq2.write.geoparquet.covering", "double");
        for (String version : new String[] {null, "none", "1.0"}) {
            if (version != null) {
                configuration.set("pq2.write.geoparquet", version);
            }
            assertThatThrownBy(this::options)
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageStartingWith("pq2.write.geoparquet.covering is \"double\" and pq2.write.geoparquet is \""
                            + (version == null ? "none" : version) + "\"")
                    .hasMessageContaining("needs GeoParquet 1.1");
        }
    }

    @Test
    void readsSettingsOfIndexesChecksumsAndMetadata() {
        configuration.set("parquet.page.write-checksum.enabled", "false");
        configuration.set("parquet.column.statistics.enabled", "false");
        configuration.set("pq2.write.pageIndexes", "false");
        configuration.set("pq2.write.metadata.owner.name", "somebody");
        assertThat(options().checksums()).isFalse();
        assertThat(options().statistics("a")).isFalse();
        assertThat(options().pageIndexes()).isFalse();
        assertThat(options().keyValueMetadata()).containsExactly(entry("owner.name", "somebody"));
    }

    @ParameterizedTest
    @CsvSource({
        "parquet.block.size,0,not between 1 and",
        "pq2.write.memoryBytes,-1,not between 0 and",
        "parquet.memory.pool.ratio,1.1,at most 1",
        "parquet.memory.pool.ratio,NaN,at most 1",
        "parquet.memory.pool.ratio,half,not a number",
        "parquet.block.size,lots,not a number",
        "parquet.page.size,3g,not between 1 and 2147483647",
        "parquet.page.row.count.limit,-1,not between 1 and",
        "parquet.enable.dictionary,yes,neither true nor false",
        "parquet.enable.dictionary#a,1,neither true nor false",
        "parquet.writer.version,PARQUET_3_0,PARQUET_1_0",
        "parquet.compression,zip,none of BROTLI",
        "parquet.compression,unknown,none of BROTLI",
        "parquet.compression#a,zip,none of BROTLI",
        "parquet.compression.level#a,high,not a number",
        "pq2.write.profile,old,none of compatible",
        "pq2.write.geoparquet,2.0,none of 1.0",
        "pq2.write.geoparquet.covering,half,none of double",
        "pq2.write.variantShredding.maxColumns,0,not between 1",
        "pq2.write.variantShredding.maxDepth,101,not between 0 and 100",
        "pq2.write.encoding#a,DELTA,none of ALP",
        "pq2.write.forbiddenEncodings,LZ4,none of ALP",
        "parquet.page.write-checksum.enabled,on,neither true nor false",
        "parquet.bloom.filter.enabled#a,on,neither true nor false",
        "parquet.bloom.filter.fpp,1,greater than 0 and less than 1",
        "parquet.bloom.filter.fpp#a,half,not a number",
        "parquet.bloom.filter.expected.ndv#a,0,not between 1",
        "parquet.bloom.filter.max.bytes,16,not between 32 and 134217728",
    })
    void anErrorNamesTheKeyAndTheInvalidValue(String key, String value, String reason) {
        configuration.set(key, value);
        assertThatThrownBy(this::options)
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(key)
                .hasMessageContaining('"' + value + '"')
                .hasMessageContaining(reason);
    }

    @Test
    void anEmptyValueIsTheDefault() {
        configuration.set("parquet.block.size", "");
        configuration.set("parquet.compression", " ");
        assertThat(options())
                .usingRecursiveComparison()
                .ignoringFieldsMatchingRegexes(".*memoryBudget", ".*sharedMemory")
                .isEqualTo(WriteOptions.builder().checkColumns(false).build());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "parquet.encryption.footer.key",
                "parquet.encryption.column.keys",
                "parquet.encryption.uniform.key"
            })
    void encryptionKeysWithoutASchemaAreAnError(String key) {
        configuration.set(key, "k");
        assertThatThrownBy(this::options).isInstanceOf(UnsupportedFeatureException.class);
        configuration.set(
                "parquet.crypto.factory.class", "org.apache.parquet.crypto.keytools.PropertiesDrivenCryptoFactory");
        assertThatThrownBy(this::options).isInstanceOf(UnsupportedFeatureException.class);
    }

    @Test
    void withoutEncryptionKeysFilesAreNotEncrypted() {
        configuration.set(
                "parquet.crypto.factory.class", "org.apache.parquet.crypto.keytools.PropertiesDrivenCryptoFactory");
        assertThat(options()).isNotNull();
    }

    @Test
    void unknownCryptoFactoriesAreRefused() {
        configuration.set("parquet.crypto.factory.class", "com.example.Factory");
        assertThatThrownBy(this::options)
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("parquet.crypto.factory.class");
    }
}
