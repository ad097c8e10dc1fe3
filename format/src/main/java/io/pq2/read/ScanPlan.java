package io.pq2.read;

import io.pq2.internal.read.plan.ChunkReadPlan;
import io.pq2.internal.read.plan.ReadPlan;
import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a scan: the row groups and column chunks to read, according to the footer. Immutable.
 *
 * @param shape the shape of the rows: one child for each top-level field with a selected column, in the order of {@link
 *     ScanBuilder#columns(String...)}
 * @param columns the columns to read, in the order of the file: the selected columns, and the filter's columns if
 *     single rows are filtered
 * @param rowGroups the row groups to read, in the order of the file
 * @param skipped the row groups that the filter's statistics exclude, in the order of the file
 */
public record ScanPlan(
        Shape.Struct shape, List<Column> columns, List<RowGroupPlan> rowGroups, List<SkippedRowGroup> skipped) {

    public ScanPlan {
        columns = List.copyOf(columns);
        rowGroups = List.copyOf(rowGroups);
        skipped = List.copyOf(skipped);
    }

    static ScanPlan of(ReadPlan plan) {
        return new ScanPlan(
                plan.shape(),
                plan.columns(),
                plan.rowGroups().stream().map(ScanPlan::rowGroup).toList(),
                plan.skipped());
    }

    private static RowGroupPlan rowGroup(RowGroupReadPlan plan) {
        return new RowGroupPlan(
                plan.ordinal(),
                plan.firstRow(),
                plan.rowCount(),
                plan.chunks().stream().map(ScanPlan::chunk).toList());
    }

    private static ChunkPlan chunk(ChunkReadPlan plan) {
        return new ChunkPlan(
                plan.column(),
                plan.metadata(),
                plan.externalFile(),
                plan.range().offset(),
                plan.length());
    }

    /** Returns the number of rows to read. Page indexes, bloom filters and the filter itself can exclude rows later. */
    public long rowCount() {
        return rowGroups.stream().mapToLong(RowGroupPlan::rowCount).sum();
    }

    /** Returns the number of bytes of the column chunks to read. */
    public long bytes() {
        return rowGroups.stream().mapToLong(RowGroupPlan::bytes).sum();
    }

    /**
     * A row group to read.
     *
     * @param ordinal the index of the row group in the file
     * @param firstRow the index in the file of the first row to read
     * @param rowCount the number of rows to read
     * @param chunks the column chunks to read, in the order of {@link ScanPlan#columns}. Chunks of columns that only
     *     the filter needs are missing where the footer decides the filter
     */
    public record RowGroupPlan(int ordinal, long firstRow, long rowCount, List<ChunkPlan> chunks) {

        public RowGroupPlan {
            chunks = List.copyOf(chunks);
        }

        /** Returns the number of bytes of the column chunks to read. */
        public long bytes() {
            long bytes = 0;
            for (ChunkPlan chunk : chunks) {
                bytes += chunk.length();
            }
            return bytes;
        }
    }

    /**
     * A column chunk to read.
     *
     * @param column the column
     * @param metadata the chunk's metadata
     * @param externalFile the path of the external file with the chunk, relative to the directory of the scanned file
     *     and never outside of it; null if the chunk is in the scanned file
     * @param offset the offset of the chunk's first byte from the start of its file
     * @param length the number of bytes of the chunk. In the scanned file the chunk ends before the footer; an external
     *     file can turn out to be shorter
     */
    public record ChunkPlan(
            Column column,
            ColumnMetaData metadata,
            @Nullable String externalFile,
            long offset,
            long length) {

        /** Returns the offset after the chunk's last byte. */
        public long end() {
            return offset + length;
        }
    }

    /**
     * A row group that is not read, because the filter is true for none of its rows.
     *
     * @param ordinal the index of the row group in the file
     * @param rowCount the number of its rows
     * @param bytes the number of bytes of the column chunks that are not read
     * @param reason the pruning step that excluded the row group
     * @param condition the smallest part of the filter that is true for none of the rows, often a condition on one
     *     column
     */
    public record SkippedRowGroup(int ordinal, long rowCount, long bytes, SkipReason reason, Predicate condition) {

        /** Returns a text such as {@code row group 3 skipped by statistics (id >= 7)}. */
        @Override
        public String toString() {
            return "row group " + ordinal + " skipped by " + reason.label() + " (" + condition + ")";
        }
    }
}
