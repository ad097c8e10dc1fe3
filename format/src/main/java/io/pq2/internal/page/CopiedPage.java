package io.pq2.internal.page;

import io.pq2.metadata.PageType;

/**
 * A page that is copied from one file to another. Its bytes are valid until the next page is requested.
 *
 * @param type the type of the page
 * @param offset the offset of its header in the input, in bytes
 * @param rows the rows that begin in a data page; -1 when only its levels tell
 * @param bytes contains header and body
 * @param start the index of the first byte of the header
 * @param length the size of header and body in bytes
 * @param uncompressedSize the size of header and body before compression, in bytes
 */
public record CopiedPage(
        PageType type, long offset, int rows, byte[] bytes, int start, int length, long uncompressedSize) {

    /** Whether it is a data page of either version. */
    public boolean isData() {
        return type == PageType.DATA_PAGE || type == PageType.DATA_PAGE_V2;
    }
}
