package io.pq2.hadoop.internal.options;

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
        settings.set(WritingKeys.BLOOM_FILTERS, value -> all = all.withEnabled(value));
        settings.set(WritingKeys.BLOOM_FALSE_POSITIVES, value -> all = all.withFalsePositiveProbability(value));
        settings.set(WritingKeys.BLOOM_BYTES, value -> all = all.withMaxBytes(value));
        settings.set(WritingKeys.BLOOM_BESIDE_DICTIONARIES, value -> all = all.withEvenWithDictionary(value));
        settings.byColumn(
                WritingKeys.BLOOM_FILTERS, (column, value) -> change(column, options -> options.withEnabled(value)));
        settings.byColumn(
                WritingKeys.BLOOM_FALSE_POSITIVES,
                (column, value) -> change(column, options -> options.withFalsePositiveProbability(value)));
        settings.byColumn(
                WritingKeys.BLOOM_DISTINCT_VALUES,
                (column, value) -> change(
                        column, options -> options.withDistinctValues(value).withEnabled(true)));
    }

    private void change(String column, UnaryOperator<BloomFilterOptions> change) {
        columns.merge(column, change, (first, second) -> options -> second.apply(first.apply(options)));
    }
}
