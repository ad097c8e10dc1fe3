package io.pq2.internal.write.chunk;

import io.pq2.internal.statistics.PageMinMax;

/**
 * The counts and statistics of a data page.
 *
 * @param rows the rows that begin in the page
 * @param entries the level entries, nulls included
 * @param nulls the entries without a value
 * @param minMax min, max and NaN count
 * @param sizes the size statistics
 */
record PageSummary(int rows, int entries, int nulls, PageMinMax minMax, PageSizes sizes) {

    /** Returns the number of values that are not null. */
    int presentValues() {
        return entries - nulls;
    }
}
