package io.pq2.internal.write.chunk;

import io.pq2.io.ByteSink;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.OffsetIndex;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A column chunk whose pages are in the file.
 *
 * @param metadata the metadata for the footer
 * @param columnIndex absent when the chunk cannot have one
 * @param offsetIndex absent when the positions of the pages are unknown
 * @param bloomFilter header and bitset of a bloom filter that is not in the file yet; absent when there is none
 */
public record WrittenChunk(
        ColumnMetaData metadata,
        @Nullable ColumnIndex columnIndex,
        @Nullable OffsetIndex offsetIndex,
        byte @Nullable [] bloomFilter) {

    /** Writes the bloom filter, if there is one. Returns the chunk with its position in the metadata. */
    public WrittenChunk writeBloomFilter(ByteSink sink) throws IOException {
        if (bloomFilter == null) {
            return this;
        }
        long offset = sink.position();
        sink.write(bloomFilter, 0, bloomFilter.length);
        return new WrittenChunk(metadata.withBloomFilter(offset, bloomFilter.length), columnIndex, offsetIndex, null);
    }
}
