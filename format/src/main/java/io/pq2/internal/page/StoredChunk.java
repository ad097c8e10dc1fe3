package io.pq2.internal.page;

import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.OffsetIndex;
import org.jspecify.annotations.Nullable;

/**
 * A column chunk that was copied into a file.
 *
 * @param metadata the metadata for the footer
 * @param columnIndex absent when the chunk has none
 * @param offsetIndex absent when the positions or rows of its pages are unknown
 */
public record StoredChunk(
        ColumnMetaData metadata,
        @Nullable ColumnIndex columnIndex,
        @Nullable OffsetIndex offsetIndex) {}
