package io.pq2.hadoop.internal.options;

import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.WriteOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Bloom filter options from a configuration. As in parquet-java, an expected number of values enables a column's
 * filter.
 */
public final class BloomFilterSettings {

    private static final int MIN_FILTER_BYTES = 32;
    private static final int MAX_FILTER_BYTES = 1 << 27;

    private BloomFilterOptions all = BloomFilterOptions.OFF;
    private final Map<String, UnaryOperator<BloomFilterOptions>> columns = new HashMap<>();

    private BloomFilterSettings() {}

    /** Sets the bloom filter options that the configuration contains. */
    public static void apply(Settings settings, WriteOptions.Builder options) {
        BloomFilterSettings filters = new BloomFilterSettings();
        filters.read(settings);
        options.bloomFilter(filters.all);
        filters.columns.forEach((column, changes) -> options.bloomFilter(column, changes.apply(filters.all)));
    }

    private void read(Settings settings) {
        settings.flag(HadoopWriteOptions.BLOOM_FILTERS, value -> all = all.withEnabled(value));
        settings.fraction(
                HadoopWriteOptions.BLOOM_FALSE_POSITIVES, value -> all = all.withFalsePositiveProbability(value));
        settings.integer(
                HadoopWriteOptions.BLOOM_BYTES,
                MIN_FILTER_BYTES,
                MAX_FILTER_BYTES,
                value -> all = all.withMaxBytes(value));
        settings.flag(HadoopWriteOptions.BLOOM_BESIDE_DICTIONARIES, value -> all = all.withEvenWithDictionary(value));
        settings.flagByColumn(
                HadoopWriteOptions.BLOOM_FILTERS,
                (column, value) -> change(column, options -> options.withEnabled(value)));
        settings.fractionByColumn(
                HadoopWriteOptions.BLOOM_FALSE_POSITIVES,
                (column, value) -> change(column, options -> options.withFalsePositiveProbability(value)));
        settings.bytesByColumn(
                HadoopWriteOptions.BLOOM_DISTINCT_VALUES,
                1,
                Long.MAX_VALUE,
                (column, value) -> change(
                        column, options -> options.withDistinctValues(value).withEnabled(true)));
    }

    private void change(String column, UnaryOperator<BloomFilterOptions> change) {
        columns.merge(column, change, (first, second) -> options -> second.apply(first.apply(options)));
    }
}
