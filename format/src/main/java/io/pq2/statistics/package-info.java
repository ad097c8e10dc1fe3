/**
 * What is known about the values of a column chunk or a page, as far as it can be trusted.
 *
 * <p>{@link io.pq2.metadata.Statistics} is what a file says. {@link io.pq2.statistics.ColumnStatistics} is what follows from
 * it, by the rules of {@code ColumnOrder}, {@code Statistics} and {@code ColumnIndex} in parquet.thrift:
 *
 * <ul>
 *   <li>{@code min_value} and {@code max_value} follow the column's {@code ColumnOrder}. An order that is not known, or that does
 *       not fit the type, makes them meaningless. Without {@code column_orders} they are taken only for types whose order was
 *       the same in every version of the format: signed numbers and booleans.
 *   <li>The deprecated {@code min} and {@code max} are ordered as signed numbers. For types that are not, they say something only
 *       if they are equal; those of byte arrays by parquet-mr before 1.8.0 say nothing (PARQUET-251).
 *   <li>The order of INTERVAL, GEOMETRY, GEOGRAPHY, VARIANT, unrecognised types and (without INT96_TIMESTAMP_ORDER) INT96 is not
 *       defined.
 *   <li>Bounds say nothing about NaNs. A bound that is NaN says nothing at all, and -0 and +0 are the same bound.
 *   <li>Bounds that are no values of the type, or the wrong way round, and counts that cannot be are ignored: they are not needed
 *       to read the file.
 * </ul>
 */
package io.pq2.statistics;
