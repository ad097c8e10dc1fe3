package io.pq2.metadata;

/** The algorithm of a bloom filter ({@code BloomFilterAlgorithm} of parquet.thrift, a union of empty structs). */
public enum BloomFilterAlgorithm {
    /** Split blocks of 256 bits (BloomFilter.md). */
    BLOCK(1),
    /** An algorithm that is unknown to this version. The filter is not used. */
    UNKNOWN(-1);

    private static final BloomFilterAlgorithm[] VALUES = values();

    private final int id;

    BloomFilterAlgorithm(int id) {
        this.id = id;
    }

    /** Returns the number in files, or -1 for {@link #UNKNOWN}. */
    public int id() {
        return id;
    }

    /** Returns the constant for a number in a file, or {@link #UNKNOWN}. */
    public static BloomFilterAlgorithm of(int id) {
        return id >= 1 && id <= 1 ? VALUES[id - 1] : UNKNOWN;
    }
}
