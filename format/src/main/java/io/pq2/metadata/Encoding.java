package io.pq2.metadata;

/** The encoding of values or levels in a page ({@code Encoding} of parquet.thrift; Encodings.md). */
public enum Encoding {
    PLAIN(0),
    /** Deprecated name of {@link #RLE_DICTIONARY} in data pages and of {@link #PLAIN} in dictionary pages. */
    PLAIN_DICTIONARY(2),
    RLE(3),
    /** Deprecated: for levels only. */
    BIT_PACKED(4),
    DELTA_BINARY_PACKED(5),
    DELTA_LENGTH_BYTE_ARRAY(6),
    DELTA_BYTE_ARRAY(7),
    RLE_DICTIONARY(8),
    BYTE_STREAM_SPLIT(9),
    ALP(10),
    /** A number that is unknown to this version. The pages cannot be read, and the encoding cannot be written. */
    UNKNOWN(-1);

    private static final Encoding[] BY_ID = {
        PLAIN,
        UNKNOWN,
        PLAIN_DICTIONARY,
        RLE,
        BIT_PACKED,
        DELTA_BINARY_PACKED,
        DELTA_LENGTH_BYTE_ARRAY,
        DELTA_BYTE_ARRAY,
        RLE_DICTIONARY,
        BYTE_STREAM_SPLIT,
        ALP
    };

    private final int id;

    Encoding(int id) {
        this.id = id;
    }

    /** Returns the number in files, or -1 for {@link #UNKNOWN}. */
    public int id() {
        return id;
    }

    /** Returns the constant for a number in a file, or {@link #UNKNOWN}. */
    public static Encoding of(int id) {
        return id >= 0 && id < BY_ID.length ? BY_ID[id] : UNKNOWN;
    }
}
