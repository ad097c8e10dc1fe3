package io.pq2.internal.statistics;

import io.pq2.schema.Column;
import java.util.List;

/** What the counts of levels say about nulls ({@code definition_level_histogram} of SizeStatistics, and those of ColumnIndex). */
public final class LevelHistograms {

    private LevelHistograms() {}

    /**
     * The number of nulls among the values of a column that is not below a repeated field: each value below the greatest definition
     * level is one, because it is null itself or something around it is.
     *
     * @param histogram element i counts the values with definition level i; null if there is none
     * @param valueCount the number of values with nulls
     * @return null if it is not known, or if the histogram contradicts the schema or the number of values
     */
    public static Long nullCount(Column column, List<Long> histogram, long valueCount) {
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

    /**
     * The number of rows in which a group around a column is null, or something around that: each has one value below the definition
     * level of the group.
     *
     * @param level the definition level from which on the group is there, which is not below a repeated field
     * @param histogram element i counts the values with definition level i; null if there is none
     * @param valueCount the number of values with nulls
     * @param rows the number of rows
     * @return null if it is not known, or if the histogram contradicts the schema or these numbers
     */
    public static Long nullGroups(Column column, int level, List<Long> histogram, long valueCount, long rows) {
        if (histogram == null || histogram.size() != column.maxDefinitionLevel() + 1) {
            return null;
        }
        long below = 0;
        long left = valueCount;
        for (int i = 0; i < histogram.size(); i++) {
            long count = histogram.get(i);
            if (count < 0 || count > left) {
                return null;
            }
            left -= count;
            below += i < level ? count : 0;
        }
        return left == 0 && below <= rows ? (Long) below : null;
    }
}
