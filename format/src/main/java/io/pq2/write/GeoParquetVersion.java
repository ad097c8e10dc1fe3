package io.pq2.write;

/**
 * Whether a file gets GeoParquet metadata, which older readers of geospatial files need, in addition to the logical
 * types GEOMETRY and GEOGRAPHY.
 */
public enum GeoParquetVersion {
    /** No GeoParquet metadata. */
    NONE("none"),

    /** GeoParquet 1.0. */
    V1_0("1.0"),

    /** GeoParquet 1.1. */
    V1_1("1.1");

    private final String text;

    GeoParquetVersion(String text) {
        this.text = text;
    }

    /** Returns the version as in options, for example {@code 1.1}; {@code none} for {@link #NONE}. */
    @Override
    public String toString() {
        return text;
    }
}
