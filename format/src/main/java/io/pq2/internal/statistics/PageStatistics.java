package io.pq2.internal.statistics;

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
    private final WriterTrust trust;
    /** Absent when min and max are not believed. */
    private final @Nullable MinMaxDecoder decoder;
    /** The first row of each page, followed by the number of rows. */
    private final long[] firstRows;

    private PageStatistics(
            Column column, ColumnIndex index, WriterTrust trust, @Nullable MinMaxDecoder decoder, long[] firstRows) {
        this.column = column;
        this.index = index;
        this.trust = trust;
        this.decoder = decoder;
        this.firstRows = firstRows;
    }

    /**
     * Reads a page index.
     *
     * @param rows the number of rows of the row group
     * @param order the column's element of {@code FileMetaData.column_orders}; absent when the file has none
     * @param trust which statistics are believed
     * @return absent when the column index is not believed, and when it, the offset index and the number of rows
     *     contradict each other
     */
    public static @Nullable PageStatistics of(
            Column column,
            ColumnIndex index,
            OffsetIndex offsets,
            long rows,
            @Nullable ColumnOrder order,
            WriterTrust trust) {
        int pages = offsets.pageLocations().size();
        if (pages == 0 || !trust.columnIndex(column) || !isComplete(index, pages)) {
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
        return new PageStatistics(column, index, trust, StatisticsDecoder.decoder(column, order, trust), firstRows);
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
                trust.indexMin(column, index.minValues().get(page)),
                trust.indexMax(column, index.maxValues().get(page)),
                null,
                null,
                // Below a repeated field, a row has any number of values.
                column.maxRepetitionLevel() > 0 ? null : rows,
                index.nullCounts() == null
                        ? nullsOfLevels(page, rows)
                        : index.nullCounts().get(page),
                index.nanCounts() == null ? null : index.nanCounts().get(page));
    }

    /**
     * Returns what contradicts itself in the page index, or between it and the statistics of the column chunk, as a
     * clause for messages.
     *
     * @param chunk the statistics of the column chunk
     * @return null if nothing does
     */
    public @Nullable String contradiction(ColumnStatistics chunk) {
        long nulls = 0;
        boolean countsKnown = true;
        boolean onlyNullPages = true;
        for (int page = 0; page < pageCount(); page++) {
            ColumnStatistics statistics = page(page);
            boolean nullPage = index.nullPages().get(page);
            onlyNullPages &= nullPage;
            String found = nullPage ? contradictionOfNullPage(page) : outside(statistics, chunk);
            if (found != null) {
                return "page " + page + ": " + found;
            }
            countsKnown &= statistics.nullCount() != null;
            nulls += statistics.nullCount() == null ? 0 : statistics.nullCount();
        }
        boolean repeated = column.maxRepetitionLevel() > 0;
        if (!repeated && countsKnown && chunk.nullCount() != null && chunk.nullCount() != nulls) {
            return "the pages have " + nulls + " nulls, but null_count of the column chunk is " + chunk.nullCount();
        }
        if (onlyNullPages && (chunk.min() != null || chunk.max() != null)) {
            return "null_pages says that there are only nulls, but the column chunk has a min or max";
        }
        return null;
    }

    /** Checks a page of nulls without repetition: its null count is its number of rows. */
    private @Nullable String contradictionOfNullPage(int page) {
        List<Long> counts = index.nullCounts();
        long rows = firstRows[page + 1] - firstRows[page];
        return counts == null || column.maxRepetitionLevel() > 0 || counts.get(page) == rows
                ? null
                : "null_pages is true, but null_count is " + counts.get(page) + " of " + rows + " rows";
    }

    /** Checks that a page can have values between the bounds of its column chunk. */
    private static @Nullable String outside(ColumnStatistics page, ColumnStatistics chunk) {
        boolean above = page.min() != null && chunk.max() != null && ValueOrder.compare(page.min(), chunk.max()) > 0;
        boolean below = page.max() != null && chunk.min() != null && ValueOrder.compare(page.max(), chunk.min()) < 0;
        return above || below ? "min and max are outside of those of the column chunk" : null;
    }

    /** Returns the null count of a page that its definition level histogram implies; absent when there is none. */
    private @Nullable Long nullsOfLevels(int page, long rows) {
        int levels = column.maxDefinitionLevel() + 1;
        List<Long> histograms = index.definitionLevelHistograms();
        return histograms == null || !trust.levelHistograms() || histograms.size() != (long) pageCount() * levels
                ? null
                : LevelHistograms.nullCount(column, histograms.subList(page * levels, (page + 1) * levels), rows);
    }
}
