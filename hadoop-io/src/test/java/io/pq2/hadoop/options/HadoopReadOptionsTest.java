package io.pq2.hadoop.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.read.ReadOptions;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HadoopReadOptionsTest {

    private final Configuration configuration = new Configuration(false);

    private ReadOptions options() {
        return HadoopReadOptions.from(configuration);
    }

    @Test
    void withoutSettingsTheOptionsAreTheDefaults() {
        assertThat(options()).usingRecursiveComparison().isEqualTo(ReadOptions.DEFAULT);
        assertThat(options().verifyChecksums()).isTrue();
    }

    @Test
    void readsEachKey() {
        configuration.set("pq2.read.tailBytes", "1m");
        configuration.set("pq2.read.coalesceGap", "0");
        configuration.set("pq2.read.maxRequestBytes", "4096");
        configuration.set("pq2.read.prefetchBytes", "8g");
        configuration.set("pq2.read.maxChunkBytes", "1g");
        configuration.set("pq2.read.dictionaryMinBytes", "1m");
        configuration.set("pq2.read.proofsAhead", "9");
        configuration.set("pq2.read.lateColumnBytes", "2m");
        configuration.set("pq2.read.maxDecodingBytes", "3g");
        configuration.set("pq2.read.maxPageBytes", "2147483647");
        configuration.set("pq2.read.maxBatchBytes", "64m");
        configuration.set("pq2.read.maxExpansion", "2m");
        configuration.set("pq2.read.maxValuesPerByte", "1k");
        assertThat(options().tailBytes()).isEqualTo(1 << 20);
        assertThat(options().coalesceGap()).isZero();
        assertThat(options().maxRequestBytes()).isEqualTo(4096);
        assertThat(options().prefetchBytes()).isEqualTo(8L << 30);
        assertThat(options().maxChunkBytes()).isEqualTo(1 << 30);
        assertThat(options().dictionaryMinBytes()).isEqualTo(1 << 20);
        assertThat(options().pruneAhead()).isEqualTo(9);
        assertThat(options().lateMaterializationMinBytes()).isEqualTo(2 << 20);
        assertThat(options().maxDecodingBytes()).isEqualTo(3L << 30);
        assertThat(options().maxPageBytes()).isEqualTo(Integer.MAX_VALUE);
        assertThat(options().maxBatchBytes()).isEqualTo(64 << 20);
        assertThat(options().maxExpansion()).isEqualTo(2 << 20);
        assertThat(options().maxValuesPerByte()).isEqualTo(1024);
    }

    @Test
    void theKeyOfPq2ForChecksumsOverridesTheKeyOfParquetJava() {
        configuration.set("parquet.page.verify-checksum.enabled", "false");
        assertThat(options().verifyChecksums()).isFalse();
        configuration.set("pq2.read.verifyChecksums", "true");
        assertThat(options().verifyChecksums()).isTrue();
    }

    @Test
    void keysOfParquetJavaDisablePruningSteps() {
        ReadOptions defaults = options();
        assertThat(defaults.statistics()).isTrue();
        assertThat(defaults.bloomFilters()).isTrue();
        assertThat(defaults.dictionaries()).isTrue();
        assertThat(defaults.pageIndexes()).isTrue();
        assertThat(defaults.filterRows()).isTrue();
        configuration.set("parquet.filter.stats.enabled", "false");
        assertThat(options().statistics()).isFalse();
        configuration.set("parquet.filter.bloom.enabled", "false");
        assertThat(options().bloomFilters()).isFalse();
        configuration.set("parquet.filter.dictionary.enabled", "false");
        assertThat(options().dictionaries()).isFalse();
        configuration.set("parquet.filter.columnindex.enabled", "false");
        assertThat(options().pageIndexes()).isFalse();
        configuration.set("parquet.filter.record-level.enabled", "false");
        assertThat(options().filterRows()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "pq2.read.tailBytes,7,not between 8 and 2147483647",
        "pq2.read.coalesceGap,-1,not between 0 and 2147483647",
        "pq2.read.maxRequestBytes,2g,not between 1 and 2147483647",
        "pq2.read.prefetchBytes,much,not a number",
        "pq2.read.maxPageBytes,0,not between 1 and 2147483647",
        "pq2.read.verifyChecksums,sure,neither true nor false",
        "parquet.page.verify-checksum.enabled,0,neither true nor false",
    })
    void anErrorNamesTheKeyAndTheInvalidValue(String key, String value, String reason) {
        configuration.set(key, value);
        assertThatThrownBy(this::options)
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(key)
                .hasMessageContaining('"' + value + '"')
                .hasMessageContaining(reason);
    }
}
