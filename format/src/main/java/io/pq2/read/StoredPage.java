package io.pq2.read;

import io.pq2.metadata.PageHeader;

/**
 * A page of a column chunk as it is stored.
 *
 * @param ordinal the index of the page among the data pages of the chunk, from 0; -1 for other pages
 * @param offset the offset of its header from the start of the file that contains the chunk
 * @param headerBytes the length of the header in bytes, as stored
 * @param header the header; its encoding is UNKNOWN if this version does not know it
 */
public record StoredPage(int ordinal, long offset, int headerBytes, PageHeader header) {

    /** Returns the offset after the page from the start of the file that contains the chunk. */
    public long end() {
        return offset + headerBytes + header.compressedPageSize();
    }
}
