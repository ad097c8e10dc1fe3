/**
 * Filters batches: finds the rows for which a predicate is true.
 *
 * <p>{@link io.pq2.internal.predicate.filter.BatchFilter} compiles a predicate into AND and OR nodes over conditions.
 * NOT is pushed down to the conditions: a condition under NOT selects the rows for which it is false, any other
 * condition the rows for which it is true. This is exact in three-valued logic and needs one bit per row. A condition
 * is compiled into a check of the column's physical values: its literal becomes a range or set of stored integers,
 * floating-point numbers or bytes.
 */
@NullMarked
package io.pq2.internal.predicate.filter;

import org.jspecify.annotations.NullMarked;
