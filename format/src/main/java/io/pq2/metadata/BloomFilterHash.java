package io.pq2.metadata;

/** The hash function of a bloom filter ({@code BloomFilterHash} of parquet.thrift, a union of empty structs). */
public enum BloomFilterHash {
    /** XXH64 with seed 0 of the PLAIN-encoded value. */
    XXHASH(1),
    /** A hash function that is unknown to this version. The filter is not used. */
    UNKNOWN(-1);

    private static final BloomFilterHash[] VALUES = values();

    private final int id;

    BloomFilterHash(int id) {
        this.id = id;
    }

    /** Returns the number in files, or -1 for {@link #UNKNOWN}. */
    public int id() {
        return id;
    }

    /** Returns the constant for a number in a file, or {@link #UNKNOWN}. */
    public static BloomFilterHash of(int id) {
        return id >= 1 && id <= 1 ? VALUES[id - 1] : UNKNOWN;
    }
}
