package io.pq2.internal.read.decode;

import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;

/** How many rows of a row group make a batch: as many as asked for, or fewer where rows are long. */
public final class BatchRows {

    private static final long MAX_ENTRIES = 1 << 20;
    private static final long MAX_BYTES = 64 << 20;

    private BatchRows() {}

    public static int of(RowGroupPlan rowGroup, int asked) {
        long rows = asked;
        for (ChunkPlan chunk : rowGroup.chunks()) {
            long entries = 1 + (chunk.metadata().numValues() - 1) / rowGroup.rowGroupRows();
            rows = Math.min(rows, MAX_ENTRIES / entries);
            rows = Math.min(rows, MAX_BYTES / Math.max(1, bytes(chunk, rowGroup.rowGroupRows(), entries)));
        }
        return (int) Math.max(1, rows);
    }

    /** What a row takes on average, if that can be much. */
    private static long bytes(ChunkPlan chunk, long rowCount, long entries) {
        PrimitiveField field = chunk.column().field();
        if (field.physicalType() == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
            return field.typeLength() * Math.min(entries, MAX_ENTRIES);
        }
        return field.physicalType() == PhysicalType.BYTE_ARRAY
                ? chunk.metadata().totalUncompressedSize() / rowCount
                : 1;
    }
}
