package io.pq2.metadata;

/**
 * The location of a data page.
 *
 * @param offset offset of the page header from the start of the file
 * @param compressedPageSize length of the page as stored in bytes, including the header
 * @param firstRowIndex index of the first row of the page in the row group
 */
public record PageLocation(long offset, int compressedPageSize, long firstRowIndex) {}
