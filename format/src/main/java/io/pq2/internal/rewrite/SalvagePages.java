package io.pq2.internal.rewrite;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.io.DecodeLimits;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.ColumnChunkBytes.Rest;
import io.pq2.internal.page.PageHeaders;
import io.pq2.internal.page.PageHeaders.StoredPage;
import io.pq2.internal.thrift.BloomFilterHeaderReader;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.PageHeaderReader;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.schema.Column;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Finds the pages of a file without a footer: they follow the magic one after another. */
final class SalvagePages {

    private static final int MAGIC_LENGTH = 4;
    private static final int READ_SIZE = 8 << 20;
    /** The largest size of a bloom filter header in bytes; the encoded one has less than half of it. */
    private static final int BLOOM_FILTER_HEADER = 64;

    /** The approximate memory of the header of a page, in bytes. */
    private static final int HEADER_BYTES = 256;

    private final RangeSource source;
    private final long length;
    private final WriterVersion writer;
    private final DecodeLimits limits;
    /** Counts what is remembered about the pages of columns. */
    private final DecodeBudget remembered;

    private final List<FoundPage> pages = new ArrayList<>();
    private long decoded;
    private boolean cut;
    private String end = "the file ends";

    /**
     * A page.
     *
     * @param afterGap whether other bytes are directly before it: a bloom filter or padding, which end a column chunk
     */
    record FoundPage(StoredPage page, boolean afterGap) {}

    SalvagePages(RangeSource source, long length, WriterVersion writer, DecodeLimits limits) {
        this.source = source;
        this.length = length;
        this.writer = writer;
        this.limits = limits;
        this.remembered = new DecodeBudget(limits, length);
    }

    /** Finds all pages up to the first bytes that are none. */
    void find(Column anyColumn) throws IOException {
        PageHeaders headers = new PageHeaders(bytes(anyColumn, CompressionCodec.UNCOMPRESSED));
        long position = MAGIC_LENGTH;
        boolean gap = false;
        while (position < length) {
            try {
                StoredPage page = headers.at(position);
                remember(HEADER_BYTES);
                pages.add(new FoundPage(page, gap));
                position = page.end();
                gap = false;
            } catch (CorruptFileException e) {
                long next = afterGap(position);
                if (next == position) {
                    end = "no page at offset " + position + ": " + e.detail();
                    cut = isCut(position);
                    return;
                }
                position = next;
                gap = true;
            }
        }
        cut = !gap;
    }

    /** Returns the offset after a bloom filter or padding; the same offset if there is neither. */
    private long afterGap(long position) throws IOException {
        int zeros = zeros(position, BLOOM_FILTER_HEADER);
        if (zeros > 0) {
            return position + (zeros < BLOOM_FILTER_HEADER ? zeros : zeros(position, READ_SIZE));
        }
        int size = (int) Math.min(length - position, BLOOM_FILTER_HEADER);
        ByteBuffer bytes = source.read(new ByteRange(position, size));
        int start = bytes.arrayOffset() + bytes.position();
        CompactReader reader = new CompactReader(bytes.array(), start, start + size);
        try {
            long end = BloomFilterHeaderReader.read(reader).numBytes() + position + reader.position() - start;
            return end <= length ? end : position;
        } catch (CorruptFileException e) {
            return position;
        }
    }

    /** Returns the number of zeros from an offset on, among the next {@code most} bytes. */
    private int zeros(long position, int most) throws IOException {
        int size = (int) Math.min(length - position, most);
        ByteBuffer bytes = source.read(new ByteRange(position, size));
        int start = bytes.arrayOffset() + bytes.position();
        int zeros = 0;
        while (zeros < size && bytes.array()[start + zeros] == 0) {
            zeros++;
        }
        return zeros;
    }

    /** Whether the file may end inside the page or the header at an offset. */
    private boolean isCut(long position) throws IOException {
        int size = (int) Math.min(length - position, READ_SIZE);
        ByteBuffer bytes = source.read(new ByteRange(position, size));
        int start = bytes.arrayOffset() + bytes.position();
        CompactReader reader = new CompactReader(bytes.array(), start, start + size);
        try {
            PageHeaderReader.readAnyEncoding(reader);
            return true;
        } catch (CorruptFileException e) {
            return reader.endedEarly();
        }
    }

    /** Returns the pages in the order of the file. */
    List<FoundPage> pages() {
        return pages;
    }

    /** Returns why there are no more pages. */
    String end() {
        return end;
    }

    /** Whether another page may have followed the last one. */
    boolean isCut() {
        return cut;
    }

    /**
     * Counts values that are decoded. Few bytes can have many nulls, and a page is decoded as often as it may belong to
     * a column.
     *
     * @throws io.pq2.exception.LimitExceededException if they are too many for the file
     */
    void addDecoded(int values) {
        decoded += values;
        checkDecoded();
    }

    /**
     * Checks the number of values that were decoded.
     *
     * @throws io.pq2.exception.LimitExceededException if they are too many for the file
     */
    void checkDecoded() {
        limits.checkValues(decoded, length, "decoded values");
    }

    /** Returns the limits of the salvage of the file. */
    DecodeLimits limits() {
        return limits;
    }

    /**
     * Counts memory that lasts as long as the salvage. Each page can be remembered for each column, and for each page
     * that may begin its chunk.
     *
     * @throws io.pq2.exception.LimitExceededException if it is more than the limit
     */
    void remember(long bytes) {
        remembered.replace(0, bytes);
    }

    /** Returns all bytes after the magic as if they were a column chunk. */
    ColumnChunkBytes bytes(Column column, CompressionCodec codec) {
        ColumnMetaData metadata = new ColumnMetaData(
                column.field().physicalType(),
                List.of(),
                column.path(),
                codec,
                Long.MAX_VALUE,
                0,
                0,
                null,
                MAGIC_LENGTH,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        Rest rest = new Rest(
                length - MAGIC_LENGTH, READ_SIZE, (offset, count) -> source.read(new ByteRange(offset, count)));
        return new ColumnChunkBytes(
                column, metadata, writer, null, -1, MAGIC_LENGTH, new byte[0], 0, 0, true, rest, null);
    }
}
