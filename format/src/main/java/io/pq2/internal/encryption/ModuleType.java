package io.pq2.internal.encryption;

/** The types of modules. The ordinal is the type's number in AADs (Encryption.md, section 4.4.2). */
public enum ModuleType {
    FOOTER("footer"),
    COLUMN_META_DATA("column metadata"),
    DATA_PAGE("data page"),
    DICTIONARY_PAGE("dictionary page"),
    DATA_PAGE_HEADER("data page header"),
    DICTIONARY_PAGE_HEADER("dictionary page header"),
    COLUMN_INDEX("column index"),
    OFFSET_INDEX("offset index"),
    BLOOM_FILTER_HEADER("bloom filter header"),
    BLOOM_FILTER_BITSET("bloom filter bitset");

    private final String text;

    ModuleType(String text) {
        this.text = text;
    }

    byte id() {
        return (byte) ordinal();
    }

    /** Whether the AAD contains the ordinal of a page. */
    boolean hasPage() {
        return this == DATA_PAGE || this == DATA_PAGE_HEADER;
    }

    /** Returns the name in messages. */
    @Override
    public String toString() {
        return text;
    }
}
