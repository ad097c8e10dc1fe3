package io.pq2.internal.page;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.page.PageWalk.Body;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.PageHeader;

/** Decompresses what stands in the pages of a chunk, one page after another. */
final class PageContents {

    private final ColumnChunkBytes chunk;
    private final PageWalk walk;
    private final Decompressor decompressor;
    private long decompressNanos;

    private byte[] bytes;
    private int start;
    private int end;
    private boolean decompressed;
    /** Null until a page has to be decrypted and decompressed. */
    private PageBuffer cipherBuffer;

    PageContents(ColumnChunkBytes chunk, PageWalk walk, Decompressor decompressor) {
        this.chunk = chunk;
        this.walk = walk;
        this.decompressor = decompressor;
    }

    /** Where the contents are that were asked for last: the chunk's own bytes or the buffer's. */
    byte[] bytes() {
        return bytes;
    }

    /** The index in {@link #bytes} of their first byte. */
    int start() {
        return start;
    }

    /** The index behind their last byte. */
    int end() {
        return end;
    }

    /** Whether they are in a buffer, where they had to be decompressed or decrypted to. */
    boolean decompressed() {
        return decompressed;
    }

    /** The time that decompression has taken so far. */
    long decompressNanos() {
        return decompressNanos;
    }

    /**
     * Where a page is decrypted to.
     *
     * @param buffer where its contents are to be in the end
     */
    PageBuffer decrypted(PageBuffer buffer) {
        if (walk.isCompressed() && cipherBuffer == null) {
            cipherBuffer = new PageBuffer();
        }
        return walk.isCompressed() ? cipherBuffer : buffer;
    }

    /** The contents of a page that is compressed as a whole: a data page of version 1, a dictionary page. */
    void whole(PageHeader header, Body body, PageBuffer buffer) {
        int length = walk.decompressedSize(body.length(), header.uncompressedPageSize());
        if (walk.isCompressed()) {
            into(buffer, length);
            decompress(body, body.start(), body.length(), length);
        } else {
            inPlace(body, body.start(), length);
        }
    }

    /** The values of a data page of version 2, which stand behind its levels. */
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
        boolean known = special.compressed() || chunk.writer().compressesV2PagesSilently();
        if (!walk.isCompressed() || !(known || isCompressedInSpiteOfItsFlag(body, values, stored, claimed, buffer))) {
            inPlace(body, values, stored);
            return;
        }
        // Pages of nothing but nulls have no values, and some writers then store nothing at all, which is no block of
        // the
        // codec.
        int length = stored == 0 ? 0 : walk.decompressedSize(stored, claimed);
        into(buffer, length);
        if (length > 0 && known) {
            decompress(body, values, stored, length);
        }
    }

    /**
     * Whether the values of a page of version 2 that is said not to be compressed are so all the same, as Arrow C++ wrote them
     * before 3.0 (ARROW-17100); if so, they are in the buffer then. Where nothing is compressed both sizes are the same, so this
     * is for pages whose sizes contradict the flag.
     */
    private boolean isCompressedInSpiteOfItsFlag(Body body, int source, int stored, int claimed, PageBuffer buffer) {
        if (stored == claimed
                || stored == 0
                || claimed > Expansion.mostBytes(chunk.metadata().codec(), stored)) {
            return false;
        }
        try {
            into(buffer, claimed);
            decompress(body, source, stored, claimed);
            return true;
        } catch (CorruptFileException e) {
            return false;
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
        decompressor.decompress(body.bytes(), source, stored, bytes, 0, length);
        decompressNanos += System.nanoTime() - begin;
    }
}
