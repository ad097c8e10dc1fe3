package io.pq2.spark.internal.estimate;

import java.util.List;

/**
 * What a footer says about the rows that a scan returns from its file.
 *
 * @param bytes the length of the file
 * @param stored the number of rows in the file
 * @param rows the estimated number of rows that satisfy the filter
 * @param columns the values of the data columns in these rows
 */
record FileEstimate(long bytes, long stored, double rows, List<ColumnEstimate> columns) {}
