package io.pq2.metadata;

/**
 * What stands before the bitset of a bloom filter (see BloomFilter.md).
 *
 * @param numBytes bytes of the bitset
 * @param algorithm how bits are set
 * @param hash the hash function
 * @param compression how the bitset is compressed
 */
public record BloomFilterHeader(
        int numBytes, BloomFilterAlgorithm algorithm, BloomFilterHash hash, BloomFilterCompression compression) {}
