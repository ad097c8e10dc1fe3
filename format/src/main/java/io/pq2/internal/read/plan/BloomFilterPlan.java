package io.pq2.internal.read.plan;

import io.pq2.schema.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bloom filter of a column chunk.
 *
 * @param column a column of the filter, which need not be one of the plan's columns
 * @param externalFile the external file with the chunk; absent for the scanned file
 * @param offset the offset of the bloom filter's header from the start of the file
 * @param length the length of header and bitset in bytes; absent if the footer has no {@code bloom_filter_length}
 * @param encrypted whether header and bitset are encrypted modules, which can only be read as a whole
 * @param conditions the conditions of the filter that the bloom filter can decide
 */
public record BloomFilterPlan(
        Column column,
        @Nullable String externalFile,
        long offset,
        @Nullable Integer length,
        boolean encrypted,
        List<HashedCondition> conditions) {

    public BloomFilterPlan {
        conditions = List.copyOf(conditions);
    }
}
