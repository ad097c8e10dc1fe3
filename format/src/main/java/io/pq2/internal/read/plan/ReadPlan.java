package io.pq2.internal.read.plan;

import io.pq2.exception.CorruptFileException;
import io.pq2.read.ScanPlan.SkippedRowGroup;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import java.util.List;

/**
 * The plan of a scan.
 *
 * @param shape the rows of the output: one child for each top-level field with a selected column, in the order of the
 *     request
 * @param columns the columns to read, in the order of the file: the selected ones and the filter's
 * @param rowGroups the row groups to read, in the order of the file
 * @param skipped the row groups without matching rows, in the order of the file
 * @param damaged the row groups whose description in the footer is damaged, in the order of the file; empty if damage
 *     is an error
 * @param repeatedBytes the number of bytes in the column chunks to read that are the chunks of other row groups too
 */
public record ReadPlan(
        Shape.Struct shape,
        List<Column> columns,
        List<RowGroupReadPlan> rowGroups,
        List<SkippedRowGroup> skipped,
        List<DamagedRowGroup> damaged,
        long repeatedBytes) {

    public ReadPlan {
        columns = List.copyOf(columns);
        rowGroups = List.copyOf(rowGroups);
        skipped = List.copyOf(skipped);
        damaged = List.copyOf(damaged);
    }

    /**
     * A row group that cannot be read.
     *
     * @param ordinal the index of the row group in the file
     * @param rows the selected rows of the row group, by their index in the file
     * @param damage the error that reading it would lead to
     */
    public record DamagedRowGroup(int ordinal, RowRange rows, CorruptFileException damage) {}

    /** Returns the number of bytes of the column chunks to read. Bytes that several row groups have count once. */
    public long storedBytes() {
        long bytes = 0;
        for (RowGroupReadPlan rowGroup : rowGroups) {
            bytes += rowGroup.bytes();
        }
        return bytes - repeatedBytes;
    }
}
