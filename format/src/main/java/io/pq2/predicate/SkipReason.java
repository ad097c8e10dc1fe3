package io.pq2.predicate;

/** The pruning step that excluded a part of a file, ordered from the cheapest to the most expensive step. */
public enum SkipReason {
    /** The min/max statistics and null count of a column chunk, from the footer. */
    STATISTICS("statistics"),
    /** The definition level histogram of a column chunk, from the footer. */
    LEVEL_HISTOGRAM("level histograms"),
    /** The bloom filter of a column chunk. */
    BLOOM_FILTER("bloom filters"),
    /** The dictionary of a column chunk, if all of its pages use the dictionary. */
    DICTIONARY("dictionaries"),
    /** The min/max statistics and null counts of pages, from column indexes. */
    COLUMN_INDEX("page indexes"),
    /** The values of single rows. */
    ROW_FILTER("rows");

    private final String label;

    SkipReason(String label) {
        this.label = label;
    }

    /** Returns the plural lower-case name that metrics and explanations use. */
    public String label() {
        return label;
    }
}
