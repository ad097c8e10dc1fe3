package io.pq2.fuzz.file;

/** The field ids of parquet.thrift that the layout of a file uses. */
final class FooterFields {

    static final int ROW_GROUPS = 4;

    static final int ROW_GROUP_COLUMNS = 1;
    static final int ROW_GROUP_ROWS = 3;
    static final int ROW_GROUP_FILE_OFFSET = 5;
    static final int ROW_GROUP_COMPRESSED_SIZE = 6;

    static final int CHUNK_METADATA = 3;
    static final int OFFSET_INDEX_OFFSET = 4;
    static final int OFFSET_INDEX_LENGTH = 5;
    static final int COLUMN_INDEX_OFFSET = 6;
    static final int COLUMN_INDEX_LENGTH = 7;

    static final int CODEC = 4;
    static final int TOTAL_COMPRESSED_SIZE = 7;
    static final int DATA_PAGE_OFFSET = 9;
    static final int DICTIONARY_PAGE_OFFSET = 11;
    static final int BLOOM_FILTER_OFFSET = 14;
    static final int BLOOM_FILTER_LENGTH = 15;

    static final int PAGE_LOCATIONS = 1;
    static final int LOCATION_OFFSET = 1;
    static final int LOCATION_SIZE = 2;
    static final int LOCATION_FIRST_ROW = 3;

    static final int BLOOM_BYTES = 1;

    private FooterFields() {}
}
