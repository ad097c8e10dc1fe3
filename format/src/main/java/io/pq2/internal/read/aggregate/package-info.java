/**
 * Aggregation: counts, min and max of columns, taken from the footer where its statistics are exact, otherwise from
 * values.
 *
 * <p>{@link io.pq2.internal.read.aggregate.AggregatePlanner} separates the two;
 * {@link io.pq2.internal.read.aggregate.AggregateTotals} adds them up.
 */
@NullMarked
package io.pq2.internal.read.aggregate;

import org.jspecify.annotations.NullMarked;
