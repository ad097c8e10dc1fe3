package io.pq2.internal.statistics;

import io.pq2.schema.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Derives null counts from definition level histograms ({@code SizeStatistics} and {@code ColumnIndex} in
 * parquet.thrift).
 */
public final class LevelHistograms {

    private LevelHistograms() {}

    /**
     * Returns the number of nulls in a column that is not below a repeated field: the values below the maximum
     * definition level, which are null themselves or have a null ancestor.
     *
     * @param histogram the number of values with each definition level; absent when the file has none
     * @param valueCount the number of values including nulls
     * @return absent when the histogram is absent or contradicts the schema or the number of values
     */
    public static @Nullable Long nullCount(Column column, @Nullable List<Long> histogram, long valueCount) {
        if (histogram == null
                || column.maxRepetitionLevel() > 0
                || histogram.size() != column.maxDefinitionLevel() + 1) {
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
     * Returns the number of rows in which a group on a column's path is null, or has a null ancestor. Each such row
     * has one value below the definition level of the group.
     *
     * @param level the definition level at which the group is present; the group is not below a repeated field
     * @param histogram the number of values with each definition level; absent when the file has none
     * @param valueCount the number of values including nulls
     * @param rows the number of rows
     * @return absent when the histogram is absent or contradicts the schema or these numbers
     */
    public static @Nullable Long nullGroups(
            Column column, int level, @Nullable List<Long> histogram, long valueCount, long rows) {
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
