package io.pq2.metadata;

/** How values or levels become bytes in a page ({@code Encoding} of parquet.thrift; see Encodings.md). */
public enum Encoding {
    PLAIN(0),
    /** Deprecated name of {@link #RLE_DICTIONARY} in a data page and of {@link #PLAIN} in a dictionary page. */
    PLAIN_DICTIONARY(2),
    RLE(3),
    /** Deprecated: levels only. */
    BIT_PACKED(4),
    DELTA_BINARY_PACKED(5),
    DELTA_LENGTH_BYTE_ARRAY(6),
    DELTA_BYTE_ARRAY(7),
    RLE_DICTIONARY(8),
    BYTE_STREAM_SPLIT(9),
    ALP(10),
    /** A number that this version does not know; such pages cannot be read, and it cannot be written. */
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

    /** The number that stands for this encoding in a file, -1 for {@link #UNKNOWN}. */
    public int id() {
        return id;
    }

    /** The encoding that a number in a file stands for, {@link #UNKNOWN} if there is none. */
    public static Encoding of(int id) {
        return id >= 0 && id < BY_ID.length ? BY_ID[id] : UNKNOWN;
    }
}
