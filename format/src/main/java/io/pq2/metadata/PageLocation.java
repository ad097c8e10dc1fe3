package io.pq2.metadata;

/**
 * Where a data page is.
 *
 * @param offset offset of the page's header from the start of the file
 * @param compressedPageSize bytes of the page as stored, header included
 * @param firstRowIndex index in the row group of the page's first row
 */
public record PageLocation(long offset, int compressedPageSize, long firstRowIndex) {}
