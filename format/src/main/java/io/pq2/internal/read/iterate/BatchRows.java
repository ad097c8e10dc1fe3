package io.pq2.internal.read.iterate;

import io.pq2.internal.read.plan.ChunkReadPlan;
import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;

/** Limits the rows of a batch where rows are long, so that the arrays of a column stay small. */
final class BatchRows {

    /** The largest number of values of a column per batch, on average. */
    private static final long MAX_VALUES = 1 << 20;
    /** The largest number of bytes of a column per batch, on average. */
    private static final long MAX_BYTES = 64 << 20;

    private BatchRows() {}

    /** Returns the number of rows per batch of a row group: {@code batchSize}, or fewer if its rows are long. */
    static int of(RowGroupReadPlan rowGroup, int batchSize) {
        long rows = batchSize;
        for (ChunkReadPlan chunk : rowGroup.chunks()) {
            long valuesPerRow = 1 + (chunk.metadata().numValues() - 1) / rowGroup.rowGroupRows();
            rows = Math.min(rows, MAX_VALUES / valuesPerRow);
            rows = Math.min(rows, MAX_BYTES / Math.max(1, bytesPerRow(chunk, rowGroup.rowGroupRows(), valuesPerRow)));
        }
        return (int) Math.max(1, rows);
    }

    /** Returns the average number of bytes per row for columns whose values can be long; otherwise 1. */
    private static long bytesPerRow(ChunkReadPlan chunk, long rowCount, long valuesPerRow) {
        PrimitiveField field = chunk.column().field();
        if (field.physicalType() == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
            return field.typeLength() * Math.min(valuesPerRow, MAX_VALUES);
        }
        return field.physicalType() == PhysicalType.BYTE_ARRAY
                ? chunk.metadata().totalUncompressedSize() / rowCount
                : 1;
    }
}
