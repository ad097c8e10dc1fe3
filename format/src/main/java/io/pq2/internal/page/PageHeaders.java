package io.pq2.internal.page;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.PageHeaderReader;
import io.pq2.metadata.PageHeader;

/**
 * Reads the headers of a column chunk without reading its pages. The caller decides which page follows. Headers may
 * name encodings that this version cannot decode.
 */
public final class PageHeaders {

    private final ColumnChunkBytes chunk;
    private final ChunkWindow window;

    /**
     * A page and its place.
     *
     * @param offset the offset of the header from the start of the file
     * @param end the offset after the page from the start of the file; at most the end of the chunk
     */
    public record StoredPage(PageHeader header, long offset, long end) {

        /** Returns the size of the header in bytes. */
        public int headerLength() {
            return (int) (end - header.compressedPageSize() - offset);
        }
    }

    /** Creates a reader of the headers of a chunk. */
    public PageHeaders(ColumnChunkBytes chunk) {
        this.chunk = chunk;
        this.window = new ChunkWindow(chunk, true);
    }

    /** Returns the offset after the last byte of the chunk, from the start of the file. */
    public long chunkEnd() {
        return window.chunkEnd();
    }

    /**
     * Reads the header of the page at an offset.
     *
     * @param offset from the start of the file, inside the chunk
     * @throws CorruptFileException if there is no page header, or if the page continues after the end of the chunk
     */
    public StoredPage at(long offset) {
        return at(offset, false, -1);
    }

    /**
     * Reads the header of the page at an offset, also of an encrypted chunk.
     *
     * @param offset from the start of the file, inside the chunk, and not before that of the previous call
     * @param dictionary whether the page is the dictionary page of the chunk
     * @param page the ordinal of the data page in the chunk, from 0; needed only if the chunk is encrypted
     * @throws CorruptFileException if there is no page header, or if the page continues after the end of the chunk
     * @throws io.pq2.exception.EncryptionException if the header is not authentic
     */
    public StoredPage at(long offset, boolean dictionary, int page) {
        if (offset < chunk.fileOffset() || offset >= chunkEnd()) {
            throw new CorruptFileException("no page can begin at offset " + offset
                    + "; the column chunk has bytes from " + chunk.fileOffset() + " to " + chunkEnd());
        }
        PageHeader header = window.header(offset, dictionary, page);
        long left = chunkEnd() - window.bodyOffset();
        if (header.compressedPageSize() > left) {
            throw new CorruptFileException("compressed_page_size is " + header.compressedPageSize()
                    + "; the column chunk has " + left + " bytes left");
        }
        return new StoredPage(header, offset, window.bodyOffset() + header.compressedPageSize());
    }

    /** Whether the header of a page has fields that the format does not define, or fields of other types. */
    public boolean hasUnknownFields(StoredPage page) {
        int start = window.indexOf(page.offset(), page.headerLength());
        return PageHeaderReader.hasUnknownFields(new CompactReader(window.bytes(), start, start + page.headerLength()));
    }
}
