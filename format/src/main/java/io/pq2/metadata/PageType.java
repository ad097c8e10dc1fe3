package io.pq2.metadata;

/** The type of a page ({@code PageType} of parquet.thrift). */
public enum PageType {
    DATA_PAGE(0),
    INDEX_PAGE(1),
    DICTIONARY_PAGE(2),
    DATA_PAGE_V2(3),
    /** A number that is unknown to this version. Readers skip the page. */
    UNKNOWN(-1);

    private static final PageType[] VALUES = values();

    private final int id;

    PageType(int id) {
        this.id = id;
    }

    /** Returns the number in files, or -1 for {@link #UNKNOWN}. */
    public int id() {
        return id;
    }

    /** Returns the constant for a number in a file, or {@link #UNKNOWN}. */
    public static PageType of(int id) {
        return id >= 0 && id <= 3 ? VALUES[id] : UNKNOWN;
    }
}
