package io.pq2.internal.write.chunk;

import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.write.values.LeafValues;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.WriteOptions;

/**
 * The bloom filter of the column chunk that is being written, if it is to have one. It takes the values that are not dictionary
 * encoded one by one, and those that are once an entry, when the dictionary ends.
 */
final class ChunkBloomFilter {

    private final LeafValues values;
    /** Null if the column has no filters. */
    private final BloomFilterBuilder builder;

    private final boolean besideDictionary;

    ChunkBloomFilter(Column column, WriteOptions options, LeafValues values) {
        BloomFilterOptions wanted = options.bloomFilter(column.dottedPath());
        boolean possible = column.field().physicalType() != PhysicalType.BOOLEAN;
        this.values = values;
        this.builder = wanted.enabled() && possible ? builder(column, wanted) : null;
        this.besideDictionary = wanted.besideDictionaries();
    }

    private static BloomFilterBuilder builder(Column column, BloomFilterOptions wanted) {
        return wanted.distinctValues() == 0
                ? BloomFilterBuilder.ofAnySize(column.field(), wanted.falsePositives(), wanted.mostBytes())
                : BloomFilterBuilder.ofDistinctValues(
                        column.field(), wanted.distinctValues(), wanted.falsePositives(), wanted.mostBytes());
    }

    /** Sees the values {@code from} to {@code to} (exclusive) of the batch, which are not in the dictionary. */
    void add(int from, int to) {
        if (builder != null) {
            values.hash(from, to, builder);
        }
    }

    /** Sees the first {@code entries} entries of a dictionary that later values are not in. */
    void endDictionary(int entries) {
        if (builder != null) {
            values.hashEntries(entries, builder);
        }
    }

    /** Sees the entries of a dictionary that has all values of the chunk. */
    void completeDictionary(int entries) {
        if (besideDictionary) {
            endDictionary(entries);
        }
    }

    /** The filter as it stands in the file, null if the chunk has none; the next chunk starts. */
    byte[] endChunk() {
        return builder == null ? null : builder.build();
    }

    /** About how many bytes of memory it takes. */
    long memoryBytes() {
        return builder == null ? 0 : builder.memoryBytes();
    }
}
