package io.pq2.internal.read.plan;

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
 */
public record ReadPlan(
        Shape.Struct shape, List<Column> columns, List<RowGroupReadPlan> rowGroups, List<SkippedRowGroup> skipped) {

    public ReadPlan {
        columns = List.copyOf(columns);
        rowGroups = List.copyOf(rowGroups);
        skipped = List.copyOf(skipped);
    }
}
