/**
 * Bloom filters of column chunks (BloomFilter.md of the format): what may be in a chunk, and what is certainly not.
 *
 * <p>A filter is a row of blocks, each of eight 32-bit words. The high half of a value's hash says which block, the low half
 * which bit of each word: all eight are set if the value was put in. The hash is XXH64 with seed 0 of the plain encoded value,
 * of BYTE_ARRAY without its length.
 *
 * <p>A filter whose blocks are a power of two can be folded: neighbours are or-ed, and the filter of half the size is the one that
 * the same values would have made. That is how {@link io.pq2.internal.bloomfilter.BloomFilterBuilder} finds the smallest filter for values
 * that it did not know the number of. The part of hashes that a filter would find is known exactly from its bits.
 */
package io.pq2.bloomfilter;
