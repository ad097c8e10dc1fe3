package io.pq2.internal.rewrite;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.page.StoredChunk;
import io.pq2.internal.thrift.BloomFilterHeaderReader;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.io.ByteRange;
import io.pq2.io.ByteSink;
import io.pq2.io.RangeSource;
import io.pq2.metadata.BloomFilterHeader;
import io.pq2.read.ScanPlan.ChunkPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Copies the bloom filter of a column chunk unchanged, because copying does not change values. Leaves out damaged
 * filters.
 */
final class BloomFilterCopy {

    /** More bytes than the header of a bloom filter has; known writers use up to 15 bytes. */
    private static final int HEADER_GUESS = 256;

    private BloomFilterCopy() {}

    /**
     * Writes the bloom filter of an input chunk, if it has one, and returns the new chunk with its position.
     *
     * @throws CorruptFileException if the filter is outside of its file
     * @throws IOException if a file cannot be read or written
     */
    static StoredChunk write(InputSources sources, ChunkPlan chunk, StoredChunk stored, ByteSink sink)
            throws IOException {
        Long offset = chunk.metadata().bloomFilterOffset();
        if (offset == null) {
            return stored;
        }
        ByteBuffer filter =
                read(sources, chunk.externalFile(), offset, chunk.metadata().bloomFilterLength());
        if (filter == null) {
            return stored;
        }
        long at = sink.position();
        sink.write(filter.array(), filter.arrayOffset() + filter.position(), filter.remaining());
        return new StoredChunk(
                stored.metadata().withBloomFilter(at, filter.remaining()), stored.columnIndex(), stored.offsetIndex());
    }

    /** Returns header and bitset; absent if their position or header is invalid. */
    private static @Nullable ByteBuffer read(
            InputSources sources, @Nullable String externalFile, long offset, @Nullable Integer length)
            throws IOException {
        long left = sources.length(externalFile) - offset;
        if (offset < 0 || left <= 0) {
            return null;
        }
        long guess = Math.min(left, length == null || length <= 0 ? HEADER_GUESS : length);
        ByteBuffer head = sources.read(externalFile, new ByteRange(offset, (int) guess));
        int start = head.arrayOffset() + head.position();
        CompactReader in = new CompactReader(head.array(), start, start + head.remaining());
        BloomFilterHeader header;
        try {
            header = BloomFilterHeaderReader.read(in);
        } catch (CorruptFileException e) {
            return null;
        }
        long whole = (long) in.position() - start + header.numBytes();
        if (whole > left || whole > Integer.MAX_VALUE - RangeSource.SLACK) {
            return null;
        }
        return whole <= head.remaining()
                ? head.duplicate().limit(head.position() + (int) whole)
                : sources.read(externalFile, new ByteRange(offset, (int) whole));
    }
}
