package io.pq2.internal.page;

import io.pq2.metadata.PageType;

/**
 * A page on its way from one file into another.
 *
 * @param type what it holds
 * @param offset where its header is in the file that it comes from
 * @param rows the rows that begin in a data page; -1 if only its levels could tell
 * @param bytes where it lies, header and body, until the next page is asked for
 * @param start the index of its first byte
 * @param length bytes of header and body
 * @param uncompressedSize bytes of header and body before compression
 */
public record CopiedPage(
        PageType type, long offset, int rows, byte[] bytes, int start, int length, long uncompressedSize) {

    /** Whether it is a data page of either version. */
    public boolean isData() {
        return type == PageType.DATA_PAGE || type == PageType.DATA_PAGE_V2;
    }
}
