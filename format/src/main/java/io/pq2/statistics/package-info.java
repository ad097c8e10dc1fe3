/**
 * Trustworthy statistics of the values of a column chunk or page.
 *
 * <p>{@link io.pq2.metadata.Statistics} is what a file states; {@link io.pq2.statistics.ColumnStatistics} is what
 * follows from it by the rules of {@code ColumnOrder}, {@code Statistics} and {@code ColumnIndex} in parquet.thrift:
 *
 * <ul>
 *   <li>{@code min_value} and {@code max_value} follow the column's {@code ColumnOrder}. They are ignored if the order
 *       is unknown or does not fit the type. Without {@code column_orders} they are used only for signed numbers and
 *       booleans, whose order is the same in every version of the format.
 *   <li>The deprecated {@code min} and {@code max} are ordered as signed numbers. For other types they are used only if
 *       they are equal.
 *   <li>What the writer of the file is known to write wrongly is ignored, and so are statistics that contradict each
 *       other: {@link io.pq2.statistics.StatisticsTrust}.
 *   <li>INTERVAL, GEOMETRY, GEOGRAPHY, VARIANT, unrecognized types, and INT96 without INT96_TIMESTAMP_ORDER have no
 *       order, so their min and max are ignored.
 *   <li>Min and max do not cover NaNs. A min or max that is NaN is ignored, and -0 and +0 are the same value.
 *   <li>A min or max that is no value of the type, a min above the max, and impossible counts are ignored rather than
 *       reported as corruption, because reading the file does not need them.
 * </ul>
 */
@NullMarked
package io.pq2.statistics;

import org.jspecify.annotations.NullMarked;
