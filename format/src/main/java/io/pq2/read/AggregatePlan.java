package io.pq2.read;

import io.pq2.schema.Column;
import io.pq2.vector.Vector;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The plan of an aggregation: the answers from the footer, and the columns that must be scanned.
 *
 * @param aggregates the requested aggregates; the number of rows is always counted
 * @param rowGroups the row groups that the footer answers wholly or in part, in the order of the file
 * @param scanned the indexes in the file of the row groups that must be scanned, in ascending order
 * @param scannedColumns the columns that must be scanned
 * @param skippedRowGroups the number of row groups without a row that matches the filter
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

    /** Returns the number of row groups that the footer answers completely. */
    public int answeredRowGroups() {
        return (int) rowGroups.stream().filter(group -> !group.isScanned()).count();
    }

    /** Adds the row groups that the footer answers completely to {@link ScanMetrics#rowGroupsAnswered()}. */
    public void countAnswered(ScanMetrics metrics) {
        metrics.counters().addAnsweredRowGroups(answeredRowGroups());
    }

    /**
     * The footer's answers for a row group all of whose rows count.
     *
     * @param ordinal the index of the row group in the file
     * @param isScanned whether other columns of the row group must be scanned, which counts its rows too
     * @param rowCount the number of rows of the row group
     * @param columns one answer for each requested column that is not scanned
     * @param groups the number of rows in which a group is present, for each requested group whose column is not
     *     scanned
     */
    public record RowGroupAnswer(
            int ordinal, boolean isScanned, long rowCount, List<ColumnAnswer> columns, Map<Aggregate, Long> groups) {

        public RowGroupAnswer {
            columns = List.copyOf(columns);
            groups = Map.copyOf(groups);
        }
    }

    /**
     * The footer's answers for a column chunk.
     *
     * @param column the column
     * @param count the number of values that are not null; absent if it was not requested
     * @param minMax a vector of the column's physical type with two slots, min and max. A slot is null if the value was
     *     not requested, or if all values are null. A FIXED_LEN_BYTE_ARRAY or INT96 column with a null slot has a
     *     {@link io.pq2.vector.DictionaryVector}
     */
    public record ColumnAnswer(Column column, @Nullable Long count, Vector minMax) {}
}
