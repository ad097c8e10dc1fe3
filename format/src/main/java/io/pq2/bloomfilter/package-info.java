/**
 * Bloom filters of column chunks (BloomFilter.md of the format).
 *
 * <p>A filter is a sequence of blocks with eight 32-bit words each. The high half of a value's hash selects a block,
 * and the low half selects one bit of each word. Inserting a value sets these eight bits. The hash is XXH64 with seed 0
 * of the value in PLAIN encoding, for BYTE_ARRAY without its length.
 */
@NullMarked
package io.pq2.bloomfilter;

import org.jspecify.annotations.NullMarked;
