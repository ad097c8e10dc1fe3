/**
 * The fetch of a scan: requests the byte ranges of its row groups, ahead of the row group that is decoded.
 *
 * <p>{@link io.pq2.internal.read.fetch.RowGroupQueue} moves each {@link io.pq2.internal.read.fetch.RowGroupFetch}
 * through its phases: pruning, then requested. {@link io.pq2.internal.read.fetch.RowGroupColumns} gives the reader the
 * bytes of each column. With late materialization the filter's columns are requested first, and the pages of the other
 * columns only after the filter has been evaluated ({@link io.pq2.internal.read.fetch.DeferredColumns}).
 */
@NullMarked
package io.pq2.internal.read.fetch;

import org.jspecify.annotations.NullMarked;
