package io.pq2.predicate;

/** What proves that something of a file need not be read, or need not come out; the cheapest first. */
public enum SkipReason {
    /** The statistics of a column chunk, in the footer. */
    STATISTICS("statistics"),
    /** How often a column chunk has each level, in the footer. */
    LEVEL_HISTOGRAM("level histograms"),
    /** The bloom filter of a column chunk. */
    BLOOM_FILTER("bloom filters"),
    /** The dictionary of a column chunk all of whose pages use it. */
    DICTIONARY("dictionaries"),
    /** The statistics of pages, in column indexes. */
    COLUMN_INDEX("page indexes"),
    /** The values of single rows. */
    ROW_FILTER("rows");

    private final String label;

    SkipReason(String label) {
        this.label = label;
    }

    /** What people call it, in the plural and in lower case. */
    public String label() {
        return label;
    }
}
