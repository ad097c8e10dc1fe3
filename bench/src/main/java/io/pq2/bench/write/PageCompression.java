package io.pq2.bench.write;

import org.jspecify.annotations.Nullable;

/** The compression of pages, the same for all engines. */
public enum PageCompression {
    SNAPPY,
    ZSTD;

    /** The Zstandard level: the default of Zstandard, parquet-java and DuckDB. */
    static final int ZSTD_LEVEL = 3;

    /** Returns the compression level; absent if the codec has none. */
    @Nullable
    Integer level() {
        return this == ZSTD ? ZSTD_LEVEL : null;
    }

    /** Returns the name in the tables. */
    public String title() {
        return this == ZSTD ? "zstd " + ZSTD_LEVEL : "snappy";
    }
}
