package io.pq2.internal.read.plan;

import io.pq2.io.ByteRange;
import io.pq2.schema.Column;
import org.jspecify.annotations.Nullable;

/**
 * The page index of a column chunk.
 *
 * @param column a column of the filter, which need not be one of the plan's columns
 * @param externalFile the external file with the chunk; absent for the scanned file
 * @param columnIndex the range of the column index
 * @param offsetIndex the range of the offset index
 */
public record PageIndexPlan(
        Column column, @Nullable String externalFile, ByteRange columnIndex, ByteRange offsetIndex) {}
