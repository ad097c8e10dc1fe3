package io.pq2.internal.page;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encryption.ChunkDecryptor;
import io.pq2.internal.encryption.ModuleLayout;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.page.ColumnChunkBytes.Rest;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.PageHeaderReader;
import io.pq2.io.RangeSource;
import io.pq2.metadata.PageHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * The stretch of a column chunk that is in memory: all of it, or of a long one the pages around those that are being decoded. A
 * new stretch gets an array of its own, as vectors may still refer to the one before.
 */
final class ChunkWindow {

    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8 - RangeSource.SLACK;
    /** What a header is not longer than, even with the bounds of long strings in it. */
    private static final int MAX_HEADER = 64 << 20;

    private final Rest rest;
    private final boolean anyEncoding;
    /** Null if nothing is encrypted. */
    private final ChunkDecryptor decryptor;

    private final long chunkEnd;
    private byte[] bytes;
    /** Where in the file the array would begin if all of it were of the file. */
    private long origin;

    private int end;
    private long bodyOffset;

    /** @param anyEncoding whether headers may name encodings that this version does not know */
    ChunkWindow(ColumnChunkBytes chunk, boolean anyEncoding) {
        this.rest = chunk.rest();
        this.anyEncoding = anyEncoding;
        this.decryptor = chunk.decryptor();
        this.bytes = chunk.bytes();
        this.origin = chunk.fileOffset() - chunk.start();
        this.end = chunk.end();
        this.chunkEnd = origin + end + (rest == null ? 0 : rest.length());
    }

    /** What {@link #indexOf} refers to. */
    byte[] bytes() {
        return bytes;
    }

    /** The offset behind the chunk's last byte from the start of the file. */
    long chunkEnd() {
        return chunkEnd;
    }

    /**
     * The header of the page at an offset in front of the end of the chunk.
     *
     * @param dictionary whether it is the dictionary page
     * @param page the ordinal in the chunk of the data page
     */
    PageHeader header(long offset, boolean dictionary, int page) {
        if (decryptor != null) {
            return decryptedHeader(
                    offset,
                    dictionary ? ModuleType.DICTIONARY_PAGE_HEADER : ModuleType.DATA_PAGE_HEADER,
                    dictionary ? -1 : page);
        }
        int start = indexOf(offset, 1);
        while (true) {
            CompactReader reader = new CompactReader(bytes, start, end);
            try {
                PageHeader header = read(reader);
                bodyOffset = origin + reader.position();
                return header;
            } catch (CorruptFileException e) {
                // Perhaps no more than the stretch ends within the header.
                int seen = end - start;
                if (origin + end == chunkEnd || seen >= MAX_HEADER) {
                    throw e;
                }
                load(offset, 2L * seen);
                start = indexOf(offset, 1);
            }
        }
    }

    private PageHeader read(CompactReader reader) {
        return anyEncoding ? PageHeaderReader.readAnyEncoding(reader) : PageHeaderReader.read(reader);
    }

    private PageHeader decryptedHeader(long offset, ModuleType type, int page) {
        long left = chunkEnd - offset;
        int start = indexOf(offset, (int) Math.min(left, ModuleLayout.LENGTH));
        int length = decryptor.length(type, bytes, start, Math.min(left, MAX_HEADER), page, offset);
        start = indexOf(offset, length);
        byte[] plain = decryptor.open(type, bytes, start, start + length, page, offset);
        bodyOffset = offset + length;
        return read(new CompactReader(plain, 0, plain.length));
    }

    /** The offset behind the header that was read last. */
    long bodyOffset() {
        return bodyOffset;
    }

    /** The index of the byte at an offset, behind which there are {@code length} bytes in the array, and of the chunk. */
    int indexOf(long offset, int length) {
        if (offset - origin > end - length) {
            load(offset, length);
        }
        return (int) (offset - origin);
    }

    private void load(long offset, long atLeast) {
        long length = Math.min(chunkEnd - offset, Math.max(atLeast, rest.stretch()));
        if (length > MAX_LENGTH) {
            throw new UnsupportedFeatureException("a page of " + atLeast + " bytes (at most 2 GiB)");
        }
        ByteBuffer buffer;
        try {
            buffer = rest.source().read(offset, (int) length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int start = buffer.arrayOffset() + buffer.position();
        bytes = buffer.array();
        origin = offset - start;
        end = start + (int) length;
    }
}
