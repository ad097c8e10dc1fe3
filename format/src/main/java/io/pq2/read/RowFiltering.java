package io.pq2.read;

/**
 * Whether a scan removes single rows for which its filter is not true. Row groups and pages that cannot contain
 * matching rows are skipped in any case.
 */
public enum RowFiltering {
    /** All rows of the other row groups and pages are returned. */
    NONE,
    /** Rows are removed where that saves more than it costs. For callers that evaluate the filter again. */
    ADAPTIVE,
    /**
     * All rows for which the filter is false or unknown are removed. Conditions that cannot be evaluated for single
     * rows, such as conditions on repeated columns, remove nothing.
     */
    ALWAYS
}
