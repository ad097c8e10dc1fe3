/**
 * Decoding: turns the pages of column chunks into vectors, one batch of rows at a time (README.md of the format,
 * "Nested Encoding").
 *
 * <p>A {@link io.pq2.internal.read.decode.ColumnReader} decodes the levels and values of one column. A
 * {@link io.pq2.internal.read.decode.VectorNode} assembles the vectors of a field from its columns: the slots of each
 * list, map and struct follow from the levels of the first leaf below it. A
 * {@code RowSelection} evaluates the filter on the columns that it needs, and decodes the
 * other columns only for the rows that it keeps.
 *
 * <p>Arrays are reused from batch to batch. Every decoder checks that the bytes of a page suffice for what it reads.
 */
@NullMarked
package io.pq2.internal.read.decode;

import org.jspecify.annotations.NullMarked;
