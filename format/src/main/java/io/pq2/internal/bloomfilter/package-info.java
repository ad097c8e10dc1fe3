/**
 * Building of bloom filters (BloomFilter.md of the format).
 *
 * <p>A filter whose number of blocks is a power of two can be folded: each pair of neighbouring blocks is or-ed, and
 * the result is the filter of half the size that the same values would have made. {@code BloomFilterBuilder} starts
 * with a large filter and folds it while the false-positive probability, which follows exactly from the bits that are
 * set, stays low enough.
 */
@NullMarked
package io.pq2.internal.bloomfilter;

import org.jspecify.annotations.NullMarked;
