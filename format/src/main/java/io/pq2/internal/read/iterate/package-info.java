/**
 * The iteration of a scan: in which order the requested column chunks become batches.
 *
 * <p>{@link io.pq2.internal.read.iterate.BatchIterator} goes through the row groups of a
 * {@link io.pq2.internal.read.fetch.RowGroupQueue}. {@link io.pq2.internal.read.iterate.RowGroupBatches} goes through
 * the row ranges of one of them. {@link io.pq2.internal.read.iterate.RowSelection} filters single rows.
 */
@NullMarked
package io.pq2.internal.read.iterate;

import org.jspecify.annotations.NullMarked;
