package io.pq2.internal.read.iterate;

import io.pq2.internal.read.plan.ChunkReadPlan;
import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.internal.read.source.ReadLimits;
import io.pq2.read.ReadOptions;
import io.pq2.schema.PrimitiveField;

/** Limits the rows of a batch where rows are long, so that the arrays of a column stay small. */
final class BatchRows {

    /** The largest number of values of a column per batch, on average. */
    private static final long MAX_VALUES = 1 << 20;
    /** The largest number of bytes of a column per batch, on average. */
    private static final long MAX_BYTES = 64 << 20;

    private BatchRows() {}

    /** Returns the number of rows per batch of a row group: {@code batchSize}, or fewer if its rows are long. */
    static int of(RowGroupReadPlan rowGroup, int batchSize, ReadOptions options) {
        long rows = batchSize;
        long bytesPerRow = 1;
        for (ChunkReadPlan chunk : rowGroup.chunks()) {
            long valuesPerRow = 1 + (chunk.metadata().numValues() - 1) / rowGroup.rowGroupRows();
            long bytes = bytesPerRow(chunk, rowGroup.rowGroupRows(), valuesPerRow, options);
            rows = Math.min(rows, MAX_VALUES / valuesPerRow);
            rows = Math.min(rows, MAX_BYTES / bytes);
            bytesPerRow += bytes;
        }
        return (int) Math.max(1, Math.min(rows, options.maxBatchBytes() / bytesPerRow));
    }

    /** Returns the average number of bytes per row of a column. */
    private static long bytesPerRow(ChunkReadPlan chunk, long rowCount, long valuesPerRow, ReadOptions options) {
        PrimitiveField field = chunk.column().field();
        long values = Math.min(valuesPerRow, MAX_VALUES);
        return switch (field.physicalType()) {
            case BOOLEAN -> values;
            case INT32, FLOAT -> Integer.BYTES * values;
            case INT64, DOUBLE -> Long.BYTES * values;
            case INT96 -> 12 * values;
            case FIXED_LEN_BYTE_ARRAY -> field.typeLength() * values;
            case BYTE_ARRAY -> {
                // The size is a claim, but a scan decodes no more than its limit.
                long most = ReadLimits.of(options).maxDecoded(chunk.length());
                long size = Math.min(Math.max(0, chunk.metadata().totalUncompressedSize()), most);
                yield 2 * Integer.BYTES * values + size / rowCount;
            }
        };
    }
}
