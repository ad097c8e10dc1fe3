package io.pq2.write;

/**
 * Whether a file gets a column with the bounding box of each geometry (the covering of GeoParquet 1.1), and the type of
 * its bounds.
 */
public enum GeoParquetCovering {
    /** No such columns. */
    NONE("none"),

    /** Bounds of type FLOAT, rounded outward: minima down and maxima up. */
    FLOAT("float"),

    /** Bounds of type DOUBLE, which are exact. */
    DOUBLE("double");

    private final String text;

    GeoParquetCovering(String text) {
        this.text = text;
    }

    /** Returns the type as in options, for example {@code float}; {@code none} for {@link #NONE}. */
    @Override
    public String toString() {
        return text;
    }
}
