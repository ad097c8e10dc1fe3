package io.pq2.metadata;

/**
 * A column by which the rows of a row group are sorted.
 *
 * @param columnIdx index of the leaf column
 * @param descending whether values descend
 * @param nullsFirst whether nulls come before values
 */
public record SortingColumn(int columnIdx, boolean descending, boolean nullsFirst) {}
