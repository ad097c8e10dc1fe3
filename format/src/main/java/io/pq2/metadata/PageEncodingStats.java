package io.pq2.metadata;

/**
 * How many pages of one type in a column chunk have one encoding.
 *
 * @param pageType the pages' type
 * @param encoding the pages' encoding
 * @param count how many such pages there are
 */
public record PageEncodingStats(PageType pageType, Encoding encoding, int count) {}
