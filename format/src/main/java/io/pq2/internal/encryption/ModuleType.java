package io.pq2.internal.encryption;

/** What a module holds, by its number in AADs (Encryption.md, 4.4.2). */
public enum ModuleType {
    FOOTER("footer"),
    COLUMN_META_DATA("column metadata"),
    DATA_PAGE("data page"),
    DICTIONARY_PAGE("dictionary page"),
    DATA_PAGE_HEADER("header of a data page"),
    DICTIONARY_PAGE_HEADER("header of the dictionary page"),
    COLUMN_INDEX("column index"),
    OFFSET_INDEX("offset index"),
    BLOOM_FILTER_HEADER("header of the bloom filter"),
    BLOOM_FILTER_BITSET("bitset of the bloom filter");

    private final String text;

    ModuleType(String text) {
        this.text = text;
    }

    byte id() {
        return (byte) ordinal();
    }

    /** Whether its AAD has the ordinal of a page. */
    boolean hasPage() {
        return this == DATA_PAGE || this == DATA_PAGE_HEADER;
    }

    /** The name in messages. */
    @Override
    public String toString() {
        return text;
    }
}
