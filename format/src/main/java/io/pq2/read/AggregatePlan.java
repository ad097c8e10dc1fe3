package io.pq2.read;

import io.pq2.schema.Column;
import io.pq2.vector.Vector;
import java.util.List;
import java.util.Set;

/**
 * What of an aggregation the footer answers and what is left to scan, decided without reading.
 *
 * @param aggregates what is wanted, beside the number of rows
 * @param rowGroups those of which the footer says something, in the order of the file
 * @param scanned the indexes in the file of the row groups that must be scanned, ascending
 * @param scannedColumns the columns whose values are looked at in those
 * @param skippedRowGroups how many row groups have no row that the filter keeps
 */
public record AggregatePlan(
        List<Aggregate> aggregates,
        List<RowGroupAnswer> rowGroups,
        List<Integer> scanned,
        Set<Column> scannedColumns,
        int skippedRowGroups) {

    public AggregatePlan {
        aggregates = List.copyOf(aggregates);
        rowGroups = List.copyOf(rowGroups);
        scanned = List.copyOf(scanned);
        scannedColumns = Set.copyOf(scannedColumns);
    }

    /** How many row groups the footer answers alone. */
    public int answeredRowGroups() {
        return (int) rowGroups.stream().filter(group -> !group.isScanned()).count();
    }

    /** Counts the row groups of which nothing is read. */
    public void countAnswered(ScanMetrics metrics) {
        metrics.countAnsweredRowGroups(answeredRowGroups());
    }

    /**
     * What the footer says about a row group all of whose rows count.
     *
     * @param ordinal its index in the file
     * @param isScanned whether other columns of it must be looked at, so that its rows are counted then
     * @param rowCount its rows
     * @param columns the answers: for each column that is asked for or, if the row group is scanned, those that are not looked at then
     */
    public record RowGroupAnswer(int ordinal, boolean isScanned, long rowCount, List<ColumnAnswer> columns) {

        public RowGroupAnswer {
            columns = List.copyOf(columns);
        }
    }

    /**
     * What the footer says about a column chunk.
     *
     * @param column the column
     * @param count how many of its values are not null; null if that is not asked for
     * @param extremes two slots of the column's physical type, the least and the greatest value: null where all values are null, and
     *     where it is not asked for
     */
    public record ColumnAnswer(Column column, Long count, Vector extremes) {}
}
