package io.pq2.write;

import io.pq2.statistics.PageBounds;

/**
 * What is known of a data page beside its bytes.
 *
 * @param rows the rows that begin in it
 * @param entries its values, nulls among them
 * @param nulls its nulls
 * @param bounds the bounds of its values
 * @param sizes what helps to estimate its size in memory
 */
record PageSummary(int rows, int entries, int nulls, PageBounds bounds, PageSizes sizes) {}
