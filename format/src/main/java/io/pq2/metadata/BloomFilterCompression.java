package io.pq2.metadata;

/** The compression of a bloom filter ({@code BloomFilterCompression} of parquet.thrift, a union of empty structs). */
public enum BloomFilterCompression {
    UNCOMPRESSED(1),
    /** A compression that is unknown to this version. The filter is not used. */
    UNKNOWN(-1);

    private static final BloomFilterCompression[] VALUES = values();

    private final int id;

    BloomFilterCompression(int id) {
        this.id = id;
    }

    /** Returns the number in files, or -1 for {@link #UNKNOWN}. */
    public int id() {
        return id;
    }

    /** Returns the constant for a number in a file, or {@link #UNKNOWN}. */
    public static BloomFilterCompression of(int id) {
        return id >= 1 && id <= 1 ? VALUES[id - 1] : UNKNOWN;
    }
}
