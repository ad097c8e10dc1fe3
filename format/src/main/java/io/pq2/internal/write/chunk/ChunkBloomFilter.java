package io.pq2.internal.write.chunk;

import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.write.values.LeafValues;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import io.pq2.write.BloomFilterOptions;
import org.jspecify.annotations.Nullable;

/**
 * The bloom filter of the current column chunk, if the column has bloom filters. Values without a dictionary are added
 * one by one, values with a dictionary once for each entry when the chunk stops using it.
 */
final class ChunkBloomFilter {

    private final LeafValues values;
    /** Absent when the column has no bloom filters. */
    private final @Nullable BloomFilterBuilder builder;

    private final boolean evenWithDictionary;

    ChunkBloomFilter(Column column, BloomFilterOptions options, LeafValues values) {
        boolean supported = column.field().physicalType() != PhysicalType.BOOLEAN;
        this.values = values;
        this.builder = options.enabled() && supported ? builder(column, options) : null;
        this.evenWithDictionary = options.evenWithDictionary();
    }

    private static BloomFilterBuilder builder(Column column, BloomFilterOptions options) {
        return options.distinctValues() == 0
                ? BloomFilterBuilder.ofAnySize(column.field(), options.falsePositiveProbability(), options.maxBytes())
                : BloomFilterBuilder.ofDistinctValues(
                        column.field(),
                        options.distinctValues(),
                        options.falsePositiveProbability(),
                        options.maxBytes());
    }

    /** Adds a range of the current batch's values. */
    void add(int from, int to) {
        if (builder != null) {
            values.addToFilter(from, to, builder);
        }
    }

    /** Adds the first {@code entries} entries of a dictionary that does not hold all values of the chunk. */
    void addDictionary(int entries) {
        if (builder != null) {
            values.addEntriesToFilter(entries, builder);
        }
    }

    /** Adds the entries of a dictionary that holds all values of the chunk, if such chunks have filters. */
    void addCompleteDictionary(int entries) {
        if (evenWithDictionary) {
            addDictionary(entries);
        }
    }

    /**
     * Ends the chunk and starts the next one.
     *
     * @return header and bitset of the filter; absent when the chunk has none
     */
    byte @Nullable [] endChunk() {
        return builder == null ? null : builder.build();
    }

    /** Returns an estimate of the filter's memory in bytes. */
    long memoryBytes() {
        return builder == null ? 0 : builder.memoryBytes();
    }
}
