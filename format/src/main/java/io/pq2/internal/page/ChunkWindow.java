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
import io.pq2.metadata.Encoding;
import io.pq2.metadata.PageHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The part of a column chunk that is in memory. A short chunk is in memory as a whole; of a long one, the byte range
 * around the current page. Each byte range gets a new array, because vectors may still refer to the previous one.
 */
final class ChunkWindow {

    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8 - RangeSource.SLACK;
    /** The largest size of a page header in bytes, including the min and max of long strings. */
    private static final int MAX_HEADER = 64 << 20;

    private final @Nullable Rest rest;
    private final boolean anyEncoding;
    /** Whether the footer names an encoding that this version does not know. */
    private final boolean unknownEncoding;

    private final @Nullable ChunkDecryptor decryptor;

    private final long chunkEnd;
    private byte[] bytes;
    /** The offset in the file that corresponds to index 0 of the array. */
    private long origin;

    private int end;
    private long bodyOffset;

    /** @param anyEncoding whether headers may name encodings that this version cannot decode */
    ChunkWindow(ColumnChunkBytes chunk, boolean anyEncoding) {
        this.rest = chunk.rest();
        this.anyEncoding = anyEncoding;
        this.unknownEncoding = chunk.metadata().encodings().contains(Encoding.UNKNOWN);
        this.decryptor = chunk.decryptor();
        this.bytes = chunk.bytes();
        this.origin = chunk.fileOffset() - chunk.start();
        this.end = chunk.end();
        this.chunkEnd = origin + end + (rest == null ? 0 : rest.length());
    }

    /** Returns the array that {@link #indexOf} refers to. */
    byte[] bytes() {
        return bytes;
    }

    /** Returns the offset after the last byte of the chunk, from the start of the file. */
    long chunkEnd() {
        return chunkEnd;
    }

    /**
     * Reads the header of the page at an offset.
     *
     * @param offset from the start of the file; before the end of the chunk
     * @param dictionary whether the page is the dictionary page
     * @param page the ordinal of the data page in the chunk, from 0
     * @throws CorruptFileException if the header violates the format
     */
    PageHeader header(long offset, boolean dictionary, int page) {
        ChunkDecryptor chunkDecryptor = decryptor;
        if (chunkDecryptor != null) {
            return decryptedHeader(
                    chunkDecryptor,
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
                // The header may continue after the end of the byte range.
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
        if (anyEncoding) {
            return PageHeaderReader.readAnyEncoding(reader);
        }
        try {
            return PageHeaderReader.read(reader);
        } catch (UnsupportedFeatureException e) {
            if (unknownEncoding) {
                throw e;
            }
            // A writer with a newer encoding names it in the footer too.
            throw new CorruptFileException(e.detail() + ", which ColumnMetaData.encodings does not have");
        }
    }

    private PageHeader decryptedHeader(ChunkDecryptor chunkDecryptor, long offset, ModuleType type, int page) {
        long left = chunkEnd - offset;
        int start = indexOf(offset, (int) Math.min(left, ModuleLayout.LENGTH));
        int length = chunkDecryptor.length(type, bytes, start, Math.min(left, MAX_HEADER), page, offset);
        start = indexOf(offset, length);
        byte[] plain = chunkDecryptor.open(type, bytes, start, start + length, page, offset);
        bodyOffset = offset + length;
        return read(new CompactReader(plain, 0, plain.length));
    }

    /** Returns the offset after the last header, from the start of the file. */
    long bodyOffset() {
        return bodyOffset;
    }

    /**
     * Returns the index in {@link #bytes} of the byte at an offset of the file. Loads bytes if fewer than
     * {@code length} bytes of the chunk are in the array from there on.
     */
    int indexOf(long offset, int length) {
        if (offset - origin > end - length) {
            load(offset, length);
        }
        return (int) (offset - origin);
    }

    private void load(long offset, long atLeast) {
        Rest unread = Objects.requireNonNull(rest, "the chunk is in memory as a whole");
        long length = Math.min(chunkEnd - offset, Math.max(atLeast, unread.readSize()));
        if (length > MAX_LENGTH) {
            throw new UnsupportedFeatureException("a page of " + atLeast + " bytes (at most 2 GiB)");
        }
        ByteBuffer buffer;
        try {
            buffer = unread.source().read(offset, (int) length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int start = buffer.arrayOffset() + buffer.position();
        bytes = buffer.array();
        origin = offset - start;
        end = start + (int) length;
    }
}
