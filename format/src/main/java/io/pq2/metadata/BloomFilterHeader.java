package io.pq2.metadata;

/**
 * The header before the bitset of a bloom filter (BloomFilter.md).
 *
 * @param numBytes length of the bitset in bytes
 * @param algorithm algorithm that sets the bits
 * @param hash hash function of the values
 * @param compression compression of the bitset
 */
public record BloomFilterHeader(
        int numBytes, BloomFilterAlgorithm algorithm, BloomFilterHash hash, BloomFilterCompression compression) {}
