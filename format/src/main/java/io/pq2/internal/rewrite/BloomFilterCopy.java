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

/**
 * Copies the bloom filter of a column chunk: its values stay the same, and so does the filter. One that is damaged is
 * left out.
 */
final class BloomFilterCopy {

    /** More than the header of a bloom filter has, which is 15 bytes from any writer that is known. */
    private static final int HEADER_GUESS = 256;

    private BloomFilterCopy() {}

    /** Writes the filter that a chunk of an input has, if it has one, and returns the new chunk with it. */
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

    /** Returns header and bitset, or null if their position or header is invalid. */
    private static ByteBuffer read(InputSources sources, String sibling, long offset, Integer length)
            throws IOException {
        long left = sources.length(sibling) - offset;
        if (offset < 0 || left <= 0) {
            return null;
        }
        long guess = Math.min(left, length == null || length <= 0 ? HEADER_GUESS : length);
        ByteBuffer head = sources.read(sibling, new ByteRange(offset, (int) guess));
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
                : sources.read(sibling, new ByteRange(offset, (int) whole));
    }
}
