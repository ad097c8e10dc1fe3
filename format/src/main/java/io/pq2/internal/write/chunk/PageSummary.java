package io.pq2.internal.write.chunk;

import io.pq2.internal.statistics.PageMinMax;

/**
 * What is known of a data page beside its bytes.
 *
 * @param rows the rows that begin in it
 * @param entries its values, nulls among them
 * @param nulls its nulls
 * @param bounds the bounds of its values
 * @param sizes what helps to estimate its size in memory
 */
record PageSummary(int rows, int entries, int nulls, PageMinMax bounds, PageSizes sizes) {}
