package io.pq2.statistics;

import io.pq2.schema.Column;
import java.util.List;

/** What the counts of levels say about nulls ({@code definition_level_histogram} of SizeStatistics, and those of ColumnIndex). */
final class LevelHistograms {

    private LevelHistograms() {}

    /**
     * The number of nulls among the values of a column that is not below a repeated field: each value below the greatest definition
     * level is one, because it is null itself or something around it is.
     *
     * @param histogram element i counts the values with definition level i; null if there is none
     * @param valueCount the number of values with nulls
     * @return null if it is not known, or if the histogram contradicts the schema or the number of values
     */
    static Long nullCount(Column column, List<Long> histogram, long valueCount) {
        boolean complete = histogram != null
                && column.maxRepetitionLevel() == 0
                && histogram.size() == column.maxDefinitionLevel() + 1;
        if (!complete) {
            return null;
        }
        long left = valueCount;
        for (long count : histogram) {
            if (count < 0 || count > left) {
                return null;
            }
            left -= count;
        }
        return left == 0 ? valueCount - histogram.get(column.maxDefinitionLevel()) : null;
    }
}
