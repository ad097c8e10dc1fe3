package io.pq2.internal.page;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.page.PageWalk.Body;
import io.pq2.internal.writer.WriterFault;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.PageHeader;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decompresses the pages of a chunk, one after another. */
final class PageContents {

    /** Up to this size in bytes, an array is allocated as the page header claims, for any ratio. */
    private static final int MAX_UNJUSTIFIED = 4 << 20;
    /** Up to this ratio to the stored bytes, an array is allocated as the page header claims, for any size. */
    private static final int MAX_UNJUSTIFIED_RATIO = 32;

    private final ColumnChunkBytes chunk;
    private final PageWalk walk;
    private final @Nullable Decompressor decompressor;
    private long decompressNanos;

    private byte[] bytes = new byte[0];
    private int start;
    private int end;
    private boolean decompressed;
    /** The buffer for pages that are decrypted before they are decompressed; absent until the first one. */
    private @Nullable PageBuffer cipherBuffer;

    /** @param decompressor the decompressor of the chunk's codec; absent when nothing is decompressed */
    PageContents(ColumnChunkBytes chunk, PageWalk walk, @Nullable Decompressor decompressor) {
        this.chunk = chunk;
        this.walk = walk;
        this.decompressor = decompressor;
    }

    /** Returns the array with the last page's contents: the bytes of the chunk or of a buffer. */
    byte[] bytes() {
        return bytes;
    }

    /** Returns the index in {@link #bytes} of the first byte of the contents. */
    int start() {
        return start;
    }

    /** Returns the index after the last byte of the contents. */
    int end() {
        return end;
    }

    /** Whether the contents are in a buffer, decompressed or decrypted. */
    boolean decompressed() {
        return decompressed;
    }

    /** Returns the total time of decompression, in nanoseconds. */
    long decompressNanos() {
        return decompressNanos;
    }

    /**
     * Returns the buffer into which a page is decrypted.
     *
     * @param buffer the buffer for the contents of the page, decrypted and decompressed
     */
    PageBuffer decrypted(PageBuffer buffer) {
        if (!walk.isCompressed()) {
            return buffer;
        }
        if (cipherBuffer == null) {
            cipherBuffer = new PageBuffer(buffer.budget());
        }
        return cipherBuffer;
    }

    /**
     * Decompresses a page whose whole body is compressed: a data page of version 1 or a dictionary page.
     *
     * @throws CorruptFileException if the bytes do not decompress to the size in the header
     */
    void whole(PageHeader header, Body body, PageBuffer buffer) {
        int length = walk.decompressedSize(body.length(), header.uncompressedPageSize());
        if (walk.isCompressed()) {
            buffer.budget().page(length);
            justify(buffer, body, body.start(), body.length(), length);
            into(buffer, length);
            decompress(body, body.start(), body.length(), length);
        } else {
            inPlace(body, body.start(), length);
        }
    }

    /**
     * Decompresses the values of a data page of version 2, which follow the levels.
     *
     * @throws CorruptFileException if the sizes in the header contradict each other, or the values do not decompress to
     *     their size
     */
    void values(PageHeader header, DataPageHeaderV2 special, Body body, PageBuffer buffer) {
        long levels = (long) special.repetitionLevelsByteLength() + special.definitionLevelsByteLength();
        if (levels > body.length()) {
            throw new CorruptFileException("repetition_levels_byte_length is " + special.repetitionLevelsByteLength()
                    + " and definition_levels_byte_length is " + special.definitionLevelsByteLength()
                    + "; the page has " + body.length() + " bytes");
        }
        if (levels > header.uncompressedPageSize()) {
            throw new CorruptFileException("uncompressed_page_size is " + header.uncompressedPageSize()
                    + ", less than the " + levels + " bytes of the levels");
        }
        int values = body.start() + (int) levels;
        int stored = body.length() - (int) levels;
        int claimed = header.uncompressedPageSize() - (int) levels;
        boolean flagged = special.compressed() || chunk.writer().has(WriterFault.HIDDEN_COMPRESSION);
        if (!walk.isCompressed() || !(flagged || decompressUnflagged(body, values, stored, claimed, buffer))) {
            inPlace(body, values, stored);
            return;
        }
        // A page of nulls has no values. Some writers then store no bytes, which no codec accepts.
        int length = stored == 0 ? 0 : walk.decompressedSize(stored, claimed);
        buffer.budget().page(length);
        if (length > 0 && flagged) {
            justify(buffer, body, values, stored, length);
        }
        into(buffer, length);
        if (length > 0 && flagged) {
            decompress(body, values, stored, length);
        }
    }

    /**
     * Decompresses the values of a page of version 2 whose header says that they are not compressed, as Arrow C++
     * before 3.0 wrote them (ARROW-17100). Returns whether they are compressed; only then the buffer contains them.
     * Values that are not compressed have equal sizes, so only pages whose sizes differ are tried.
     */
    private boolean decompressUnflagged(Body body, int source, int stored, int claimed, PageBuffer buffer) {
        if (stored == claimed
                || stored == 0
                || claimed > Expansion.maxDecompressedBytes(chunk.metadata().codec(), stored)) {
            return false;
        }
        buffer.budget().page(claimed);
        try {
            justify(buffer, body, source, stored, claimed);
            into(buffer, claimed);
            decompress(body, source, stored, claimed);
            return true;
        } catch (CorruptFileException e) {
            return false;
        }
    }

    /** Finds out, before a large array is allocated for a high ratio, whether the compressed bytes justify it. */
    private void justify(PageBuffer buffer, Body body, int source, int stored, int length) {
        if (length > MAX_UNJUSTIFIED && length / MAX_UNJUSTIFIED_RATIO > stored && !buffer.fits(length)) {
            Objects.requireNonNull(decompressor).justify(body.bytes(), source, stored, length);
        }
    }

    private void into(PageBuffer buffer, int length) {
        bytes = buffer.forPage(length);
        start = 0;
        end = length;
        decompressed = true;
    }

    private void inPlace(Body body, int from, int length) {
        bytes = body.bytes();
        start = from;
        end = from + length;
        decompressed = body.reused();
    }

    private void decompress(Body body, int source, int stored, int length) {
        long begin = System.nanoTime();
        Objects.requireNonNull(decompressor).decompress(body.bytes(), source, stored, bytes, 0, length);
        decompressNanos += System.nanoTime() - begin;
    }
}
