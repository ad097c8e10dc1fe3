package io.pq2.internal.rewrite;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.page.StoredChunk;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.PageHeaderReader;
import io.pq2.io.ByteSink;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.DataPageHeader;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageLocation;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Passes the bytes of a copied column chunk on to a file, and reads the page headers among them as a reader of the new
 * file will. It parses one header per page and keeps no page bodies.
 */
final class CopiedPagesCheck implements ByteSink {

    /** The largest size of a page header in bytes, including the min and max of long strings. */
    private static final int MAX_HEADER = 64 << 20;

    private final ByteSink sink;
    private final long numValues;
    private final long start;
    /** By offset of their headers: the sizes of data pages with their headers, in bytes. */
    private final Map<Long, Long> dataPages = new HashMap<>();

    /** The beginning of a page header whose end is not written yet. */
    private byte[] partial = new byte[0];

    private long headerOffset;
    private long bodyLeft;
    private long values;

    /** @param numValues the number of values of the chunk; readers ignore bytes after the page with the last one */
    CopiedPagesCheck(ByteSink sink, long numValues) {
        this.sink = sink;
        this.numValues = numValues;
        this.start = sink.position();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        long position = sink.position();
        sink.write(bytes, offset, length);
        int at = offset;
        int end = offset + length;
        while (at < end && values < numValues || bodyLeft > 0 && at < end) {
            if (bodyLeft > 0) {
                int taken = (int) Math.min(bodyLeft, end - at);
                bodyLeft -= taken;
                at += taken;
            } else {
                at = header(bytes, at, end, position + at - offset);
            }
        }
    }

    /** Reads a header, and returns the index after it; {@code end} if the header continues after the bytes. */
    private int header(byte[] bytes, int at, int end, long position) {
        int before = partial.length;
        byte[] source = bytes;
        int from = at;
        int to = end;
        if (before > 0) {
            source = Arrays.copyOf(partial, before + end - at);
            System.arraycopy(bytes, at, source, before, end - at);
            from = 0;
            to = source.length;
        } else {
            headerOffset = position;
        }
        CompactReader reader = new CompactReader(source, from, to);
        PageHeader header;
        try {
            header = PageHeaderReader.readAnyEncoding(reader);
        } catch (CorruptFileException e) {
            if (to - from > MAX_HEADER) {
                throw e;
            }
            partial = Arrays.copyOfRange(source, from, to);
            return end;
        }
        partial = new byte[0];
        count(header, reader.position() - from);
        bodyLeft = header.compressedPageSize();
        return at + reader.position() - from - before;
    }

    private void count(PageHeader header, int headerLength) {
        DataPageHeader v1 = header.dataPageHeader();
        DataPageHeaderV2 v2 = header.dataPageHeaderV2();
        switch (header.type()) {
            case DATA_PAGE -> values += v1 == null ? 0 : v1.numValues();
            case DATA_PAGE_V2 -> values += v2 == null ? 0 : v2.numValues();
            case DICTIONARY_PAGE, INDEX_PAGE, UNKNOWN -> {
                return;
            }
        }
        dataPages.put(headerOffset, (long) headerLength + header.compressedPageSize());
    }

    /**
     * Compares the pages with the description of the new chunk.
     *
     * @throws CorruptFileException if a reader of the new file would not find all pages
     */
    void finish(StoredChunk chunk) {
        ColumnMetaData metadata = chunk.metadata();
        if (numValues == 0) {
            return;
        }
        if (values != numValues || bodyLeft > 0) {
            throw failed("its page headers have " + values + " values instead of " + numValues);
        } else if (ChunkRanges.start(metadata) != start || metadata.totalCompressedSize() != sink.position() - start) {
            throw failed("it is at offset " + start + " with " + (sink.position() - start)
                    + " bytes, its metadata says offset " + ChunkRanges.start(metadata) + " with "
                    + metadata.totalCompressedSize());
        } else if (chunk.offsetIndex() != null) {
            for (PageLocation page : chunk.offsetIndex().pageLocations()) {
                Long size = dataPages.get(page.offset());
                if (size == null || size != page.compressedPageSize()) {
                    throw failed("its offset index has a page of " + page.compressedPageSize() + " bytes at offset "
                            + page.offset() + ", where no such data page begins");
                }
            }
        }
    }

    private static CorruptFileException failed(String reason) {
        return new CorruptFileException("the copy of the column chunk would not be readable: " + reason
                + "; nothing is written. Read the file and write its rows again instead of copying pages");
    }

    @Override
    public long position() {
        return sink.position();
    }

    @Override
    public long blockBytes() {
        return sink.blockBytes();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("only the writer of the file closes it");
    }

    @Override
    public void abort() {
        throw new UnsupportedOperationException("only the writer of the file aborts it");
    }
}
