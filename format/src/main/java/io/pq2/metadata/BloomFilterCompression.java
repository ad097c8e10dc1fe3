package io.pq2.metadata;

/** How a bloom filter is compressed ({@code BloomFilterCompression} of parquet.thrift, a union of empty structs). */
public enum BloomFilterCompression {
    UNCOMPRESSED(1),
    /** A member that this version does not know: the filter cannot be used. */
    UNKNOWN(-1);

    private static final BloomFilterCompression[] VALUES = values();

    private final int id;

    BloomFilterCompression(int id) {
        this.id = id;
    }

    /** The number that stands for this constant in a file, -1 for {@link #UNKNOWN}. */
    public int id() {
        return id;
    }

    /** The constant that a number in a file stands for, {@link #UNKNOWN} if there is none. */
    public static BloomFilterCompression of(int id) {
        return id >= 1 && id <= 1 ? VALUES[id - 1] : UNKNOWN;
    }
}
