package io.pq2.internal.page;

import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.OffsetIndex;

/**
 * A column chunk that is in a file.
 *
 * @param metadata what the footer says of it
 * @param columnIndex the statistics of its pages, null if there are none
 * @param offsetIndex where its pages are, null if nobody knows
 */
public record StoredChunk(ColumnMetaData metadata, ColumnIndex columnIndex, OffsetIndex offsetIndex) {}
