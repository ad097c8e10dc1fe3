package io.pq2.internal.write.chunk;

import io.pq2.internal.statistics.MinMax;
import io.pq2.internal.statistics.PageMinMax;
import io.pq2.internal.write.shred.Levels;
import io.pq2.schema.Column;
import org.jspecify.annotations.Nullable;

/** The counts and levels of the data page that is being filled. */
final class OpenPage {

    private final boolean countsValueBytes;
    private final PageLevels levels;
    private int rows;
    private int entries;
    private int nulls;
    private long plainBytes;

    /**
     * Creates an empty page.
     *
     * @param sizes the size statistics of an empty page; they determine which counts are kept
     */
    OpenPage(Column column, PageSizes sizes) {
        countsValueBytes = sizes.valueBytes() >= 0;
        levels = new PageLevels(column, sizes);
    }

    /**
     * Appends rows.
     *
     * @param from the first level entry
     * @param to the end of the level entries
     * @param validity as in {@link io.pq2.internal.write.shred.Shredder.LeafSink}
     * @param rowCount the number of rows
     * @param values the number of present values
     * @param bytes the size of the values in PLAIN encoding
     */
    void append(Levels batch, int from, int to, long @Nullable [] validity, int rowCount, int values, long bytes) {
        levels.append(batch, from, to, validity);
        rows += rowCount;
        entries += to - from;
        nulls += to - from - values;
        plainBytes += bytes;
    }

    /** Whether the page has no rows. */
    boolean isEmpty() {
        return rows == 0;
    }

    /** Returns the number of rows. */
    int rows() {
        return rows;
    }

    /** Returns the number of values that are not null. */
    int presentValues() {
        return entries - nulls;
    }

    /** Returns the size of the values in PLAIN encoding, in bytes. */
    long plainBytes() {
        return plainBytes;
    }

    /** Returns the levels. */
    PageLevels levels() {
        return levels;
    }

    /**
     * Summarizes the page.
     *
     * @param minMax the min and max of the page, which this method resets; absent when the column has no min/max
     *     statistics
     */
    PageSummary summarize(@Nullable MinMax minMax) {
        // PLAIN encoding counts 4 bytes for the length of each BYTE_ARRAY value.
        long valueBytes = countsValueBytes ? plainBytes - (long) Integer.BYTES * presentValues() : -1;
        PageSizes sizes = new PageSizes(valueBytes, levels.repetitionCounts(), levels.definitionCounts());
        PageSummary summary = new PageSummary(rows, entries, nulls, PageMinMax.of(minMax), sizes);
        if (minMax != null) {
            minMax.reset();
        }
        return summary;
    }

    /** Makes the page empty. */
    void reset() {
        levels.reset();
        rows = 0;
        entries = 0;
        nulls = 0;
        plainBytes = 0;
    }
}
