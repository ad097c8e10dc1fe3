/**
 * The plan of a scan: the column chunks to read and their byte ranges. A plan is immutable and is made from the footer
 * alone, before the first page is read.
 *
 * <p>{@link io.pq2.internal.read.plan.ScanPlanner} turns a {@link io.pq2.internal.read.plan.ScanRequest} into a
 * {@link io.pq2.internal.read.plan.ReadPlan}. The plan of a row group also names what can be read to prune it further:
 * bloom filters, page indexes and dictionaries ({@link io.pq2.internal.read.plan.PruningPlan}).
 */
@NullMarked
package io.pq2.internal.read.plan;

import org.jspecify.annotations.NullMarked;
