package io.pq2.metadata;

/** The hash function of a bloom filter ({@code BloomFilterHash} of parquet.thrift, a union of empty structs). */
public enum BloomFilterHash {
    /** 64 bit xxHash with seed 0 of the plain encoded value. */
    XXHASH(1),
    /** A member that this version does not know: the filter cannot be used. */
    UNKNOWN(-1);

    private static final BloomFilterHash[] VALUES = values();

    private final int id;

    BloomFilterHash(int id) {
        this.id = id;
    }

    /** The number that stands for this constant in a file, -1 for {@link #UNKNOWN}. */
    public int id() {
        return id;
    }

    /** The constant that a number in a file stands for, {@link #UNKNOWN} if there is none. */
    public static BloomFilterHash of(int id) {
        return id >= 1 && id <= 1 ? VALUES[id - 1] : UNKNOWN;
    }
}
