package io.pq2.metadata;

/**
 * The compression codec of the pages of a column chunk ({@code CompressionCodec} of parquet.thrift; Compression.md).
 */
public enum CompressionCodec {
    UNCOMPRESSED(0),
    SNAPPY(1),
    GZIP(2),
    LZO(3),
    BROTLI(4),
    /** Deprecated: LZ4 in the undocumented framing of Hadoop. {@link #LZ4_RAW} replaces it. */
    LZ4(5),
    ZSTD(6),
    LZ4_RAW(7),
    /** A number that is unknown to this version. The pages cannot be read, and the codec cannot be written. */
    UNKNOWN(-1);

    private static final CompressionCodec[] BY_ID = {UNCOMPRESSED, SNAPPY, GZIP, LZO, BROTLI, LZ4, ZSTD, LZ4_RAW};

    private final int id;

    CompressionCodec(int id) {
        this.id = id;
    }

    /** Returns the number in files, or -1 for {@link #UNKNOWN}. */
    public int id() {
        return id;
    }

    /** Returns the constant for a number in a file, or {@link #UNKNOWN}. */
    public static CompressionCodec of(int id) {
        return id >= 0 && id < BY_ID.length ? BY_ID[id] : UNKNOWN;
    }
}
