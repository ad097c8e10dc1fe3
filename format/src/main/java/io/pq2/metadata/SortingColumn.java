package io.pq2.metadata;

/**
 * One column of the order in which the rows of a row group stand.
 *
 * @param columnIdx index of the leaf column in the row group
 * @param descending whether values descend
 * @param nullsFirst whether nulls come before values
 */
public record SortingColumn(int columnIdx, boolean descending, boolean nullsFirst) {}
