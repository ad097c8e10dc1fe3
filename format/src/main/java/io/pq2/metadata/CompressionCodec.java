package io.pq2.metadata;

/** How the pages of a column chunk are compressed ({@code CompressionCodec} of parquet.thrift; see Compression.md). */
public enum CompressionCodec {
    UNCOMPRESSED(0),
    SNAPPY(1),
    GZIP(2),
    LZO(3),
    BROTLI(4),
    /** Deprecated: LZ4 in an undocumented framing of Hadoop's; {@link #LZ4_RAW} replaces it. */
    LZ4(5),
    ZSTD(6),
    LZ4_RAW(7),
    /** A number that this version does not know; the pages cannot be read, and it cannot be written. */
    UNKNOWN(-1);

    private static final CompressionCodec[] BY_ID = {UNCOMPRESSED, SNAPPY, GZIP, LZO, BROTLI, LZ4, ZSTD, LZ4_RAW};

    private final int id;

    CompressionCodec(int id) {
        this.id = id;
    }

    /** The number that stands for this codec in a file, -1 for {@link #UNKNOWN}. */
    public int id() {
        return id;
    }

    /** The codec that a number in a file stands for, {@link #UNKNOWN} if there is none. */
    public static CompressionCodec of(int id) {
        return id >= 0 && id < BY_ID.length ? BY_ID[id] : UNKNOWN;
    }
}
