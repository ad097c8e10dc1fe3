package io.pq2.internal.statistics;

import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.OffsetIndex;
import io.pq2.schema.Column;
import io.pq2.statistics.ColumnStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Trustworthy statistics of each page of a column chunk without repetition, from its page index. */
public final class PageStatistics {

    private final Column column;
    private final ColumnIndex index;
    /** Absent when min/max values cannot be trusted. */
    private final @Nullable MinMaxDecoder decoder;
    /** The first row of each page, followed by the number of rows. */
    private final long[] firstRows;

    private PageStatistics(Column column, ColumnIndex index, @Nullable MinMaxDecoder decoder, long[] firstRows) {
        this.column = column;
        this.index = index;
        this.decoder = decoder;
        this.firstRows = firstRows;
    }

    /**
     * Reads a page index.
     *
     * @param rows the number of rows of the row group
     * @param order the column's element of {@code FileMetaData.column_orders}; absent when the file has none
     * @param writer the application that wrote the file
     * @return absent when the column index, the offset index and the number of rows contradict each other
     */
    public static @Nullable PageStatistics of(
            Column column,
            ColumnIndex index,
            OffsetIndex offsets,
            long rows,
            @Nullable ColumnOrder order,
            WriterVersion writer) {
        int pages = offsets.pageLocations().size();
        if (pages == 0 || !isComplete(index, pages)) {
            return null;
        }
        long[] firstRows = new long[pages + 1];
        for (int i = 0; i < pages; i++) {
            firstRows[i] = offsets.pageLocations().get(i).firstRowIndex();
        }
        firstRows[pages] = rows;
        if (firstRows[0] != 0) {
            return null;
        }
        for (int i = 0; i < pages; i++) {
            if (firstRows[i] >= firstRows[i + 1]) {
                return null;
            }
        }
        return new PageStatistics(column, index, StatisticsDecoder.decoder(column, order, writer), firstRows);
    }

    private static boolean isComplete(ColumnIndex index, int pages) {
        return index.nullPages().size() == pages
                && index.minValues().size() == pages
                && index.maxValues().size() == pages
                && isComplete(index.nullCounts(), pages)
                && isComplete(index.nanCounts(), pages);
    }

    private static boolean isComplete(@Nullable List<Long> counts, int pages) {
        return counts == null || counts.size() == pages;
    }

    /** Returns the number of pages. */
    public int pageCount() {
        return firstRows.length - 1;
    }

    /** Returns the first row of a page; for the page after the last one, the number of rows. */
    public long firstRow(int page) {
        return firstRows[page];
    }

    /** Returns the statistics of a page. */
    public ColumnStatistics page(int page) {
        long rows = firstRows[page + 1] - firstRows[page];
        if (index.nullPages().get(page)) {
            return StatisticsDecoder.decode(column, null, null, null, null, null, rows, rows, null);
        }
        return StatisticsDecoder.decode(
                column,
                decoder,
                index.minValues().get(page),
                index.maxValues().get(page),
                null,
                null,
                // Below a repeated field, a row has any number of values.
                column.maxRepetitionLevel() > 0 ? null : rows,
                index.nullCounts() == null
                        ? nullsOfLevels(page, rows)
                        : index.nullCounts().get(page),
                index.nanCounts() == null ? null : index.nanCounts().get(page));
    }

    /** Returns the null count of a page that its definition level histogram implies; absent when there is none. */
    private @Nullable Long nullsOfLevels(int page, long rows) {
        int levels = column.maxDefinitionLevel() + 1;
        List<Long> histograms = index.definitionLevelHistograms();
        return histograms == null || histograms.size() != (long) pageCount() * levels
                ? null
                : LevelHistograms.nullCount(column, histograms.subList(page * levels, (page + 1) * levels), rows);
    }
}
