/**
 * Pruning: finds row groups, pages and rows that cannot match a scan's filter before their column chunks are read.
 *
 * <p>The footer's statistics come first ({@link io.pq2.internal.read.prune.RowGroupFilterState}), while the scan is
 * planned. Then, for each row group, {@link io.pq2.internal.read.prune.RowGroupPruning} reads bloom filters
 * (BloomFilter.md) and page indexes (PageIndex.md) together, and dictionaries if they can save enough. A damaged index
 * or bloom filter is ignored, because the rows can be read without it; an encrypted one that is not authentic is an
 * error.
 */
@NullMarked
package io.pq2.internal.read.prune;

import org.jspecify.annotations.NullMarked;
