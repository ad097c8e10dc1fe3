package io.pq2.internal.read.fetch;

import io.pq2.internal.page.ColumnChunkBytes;

/**
 * Consecutive undamaged pages of a damaged column chunk.
 *
 * @param bytes the pages
 * @param firstRow the index in the row group of the first row that begins in the pages
 * @param endRow the index in the row group after the last row that begins in the pages
 * @param startsInRow whether the first page begins with entries that continue an earlier row
 */
public record UndamagedRun(ColumnChunkBytes bytes, long firstRow, long endRow, boolean startsInRow) {}
