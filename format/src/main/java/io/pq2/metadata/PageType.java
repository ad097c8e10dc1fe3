package io.pq2.metadata;

/** What a page holds ({@code PageType} of parquet.thrift). */
public enum PageType {
    DATA_PAGE(0),
    INDEX_PAGE(1),
    DICTIONARY_PAGE(2),
    DATA_PAGE_V2(3),
    /** A number that this version does not know; readers skip such pages. */
    UNKNOWN(-1);

    private static final PageType[] VALUES = values();

    private final int id;

    PageType(int id) {
        this.id = id;
    }

    /** The number that stands for this constant in a file, -1 for {@link #UNKNOWN}. */
    public int id() {
        return id;
    }

    /** The constant that a number in a file stands for, {@link #UNKNOWN} if there is none. */
    public static PageType of(int id) {
        return id >= 0 && id <= 3 ? VALUES[id] : UNKNOWN;
    }
}
