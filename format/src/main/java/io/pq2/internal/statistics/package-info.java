/**
 * Min/max statistics and counts: collects them while writing, and decodes and checks them while reading (Statistics,
 * ColumnOrder, ColumnIndex and SizeStatistics in parquet.thrift).
 */
@NullMarked
package io.pq2.internal.statistics;

import org.jspecify.annotations.NullMarked;
