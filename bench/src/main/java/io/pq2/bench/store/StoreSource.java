package io.pq2.bench.store;

/** A data source of Spark that reads the store. */
public enum StoreSource {
    BUILT_IN("built-in", "parquet"),
    PQ2("pq2", "pq2");

    private final String title;
    private final String format;

    StoreSource(String title, String format) {
        this.title = title;
        this.format = format;
    }

    /** Returns the name in reports. */
    public String title() {
        return title;
    }

    String format() {
        return format;
    }
}
