package io.pq2.metadata;

/**
 * The number of pages of a column chunk with the same type and encoding.
 *
 * @param pageType type of the pages
 * @param encoding encoding of the pages
 * @param count number of the pages
 */
public record PageEncodingStats(PageType pageType, Encoding encoding, int count) {}
