package io.pq2.bench.write;

/** How pages are compressed: the same for all engines. */
public enum PageCompression {
    SNAPPY,
    ZSTD;

    /** The level for Zstandard: the default of Zstandard itself, parquet-java and DuckDB. */
    static final int ZSTD_LEVEL = 3;

    /** The level, null where the codec has none. */
    Integer level() {
        return this == ZSTD ? ZSTD_LEVEL : null;
    }

    /** What the tables call it. */
    public String title() {
        return this == ZSTD ? "zstd " + ZSTD_LEVEL : "snappy";
    }
}
