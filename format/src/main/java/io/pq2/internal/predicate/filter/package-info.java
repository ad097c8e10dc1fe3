/**
 * Filters batches: finds the rows for which a predicate is true.
 *
 * <p>{@link io.pq2.internal.predicate.filter.BatchFilter} compiles a predicate into AND and OR nodes over conditions.
 * NOT is pushed down to the conditions, each of which is compiled for the rows for which it is true, or for those for
 * which it is false. This is exact in three-valued logic and needs one bit per row. A condition is compiled into a
 * check of the column's physical values: its literal becomes a range or set of stored integers, floating-point numbers
 * or bytes.
 */
@NullMarked
package io.pq2.internal.predicate.filter;

import org.jspecify.annotations.NullMarked;
