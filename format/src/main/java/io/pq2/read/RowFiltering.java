package io.pq2.read;

/** What becomes of single rows for which a filter is not true, in the row groups and pages that it does not rule out as a whole. */
public enum RowFiltering {
    /** They come. */
    NONE,
    /** They are left out where that saves more than it costs; for a caller who checks rows again. */
    WHERE_IT_PAYS,
    /** They are left out, as far as the filter can be decided upon; see {@link io.pq2.internal.predicate.filter.BatchFilter}. */
    ALWAYS
}
