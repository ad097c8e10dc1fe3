package io.pq2.internal.writer;

/**
 * What some versions of some applications are known to write wrongly. {@link FaultyWriters} lists the versions and the
 * reports.
 */
public enum WriterFault {
    /**
     * {@code Statistics.min} and {@code max} of byte arrays are any values, even where they are equal: the writer kept
     * references to buffers that it used again.
     */
    DEPRECATED_BINARY_MIN_MAX(
            Use.PRUNING, "min and max of byte arrays in the deprecated fields are wrong", Consequence.LOST_ROWS),

    /** All min and max are wrong, for example because each page replaces those of the pages before. */
    MIN_MAX(Use.PRUNING, "min and max are wrong", Consequence.LOST_ROWS),

    /** All min and max of columns below a group are wrong: the writer read beyond its values. */
    NESTED_MIN_MAX(Use.PRUNING, "min and max of columns in groups are wrong", Consequence.LOST_ROWS),

    /** All min and max of BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY are wrong. */
    BINARY_MIN_MAX(Use.PRUNING, "min and max of byte arrays are wrong", Consequence.LOST_ROWS),

    /** All min and max of BYTE_ARRAY that is no STRING begin with the length of the value. */
    LENGTH_IN_BINARY_MIN_MAX(
            Use.PRUNING, "min and max of BYTE_ARRAY other than STRING begin with their length", Consequence.LOST_ROWS),

    /** All min and max of decimals over BYTE_ARRAY are wrong: the writer compared bytes, or one length only. */
    BINARY_DECIMAL_MIN_MAX(Use.PRUNING, "min and max of decimals over BYTE_ARRAY are wrong", Consequence.LOST_ROWS),

    /** All min and max of decimals over FIXED_LEN_BYTE_ARRAY are wrong: the writer compared or cut bytes. */
    FIXED_DECIMAL_MIN_MAX(
            Use.PRUNING, "min and max of decimals over FIXED_LEN_BYTE_ARRAY are wrong", Consequence.LOST_ROWS),

    /** All min and max of decimals over INT32 and INT64 are wrong. */
    INTEGER_DECIMAL_MIN_MAX(
            Use.PRUNING, "min and max of decimals over INT32 and INT64 are wrong", Consequence.LOST_ROWS),

    /** All min and max of unsigned integers are wrong: the writer compared signed ones. */
    UNSIGNED_MIN_MAX(Use.PRUNING, "min and max of unsigned integers are wrong", Consequence.LOST_ROWS),

    /** All min and max of FLOAT and DOUBLE are wrong where a value is NaN. */
    FLOATING_MIN_MAX(Use.PRUNING, "min and max of FLOAT and DOUBLE are wrong beside NaN", Consequence.LOST_ROWS),

    /** All min and max of FLOAT16 are wrong. */
    FLOAT16_MIN_MAX(Use.PRUNING, "min and max of FLOAT16 are wrong", Consequence.LOST_ROWS),

    /** All min and max of UUIDs are wrong: their bytes are in another order. */
    UUID_MIN_MAX(Use.PRUNING, "min and max of UUIDs are wrong", Consequence.LOST_ROWS),

    /** All min and max of timestamps are wrong: they are in another unit. */
    TIMESTAMP_MIN_MAX(Use.PRUNING, "min and max of timestamps are wrong", Consequence.LOST_ROWS),

    /** A min or max of FLOAT and DOUBLE that is 0 can be above or below values that are close to 0. */
    ROUNDED_ZERO(Use.PRUNING, "a min or max of FLOAT and DOUBLE that is 0 is rounded", Consequence.LOST_ROWS),

    /** Min and max of text are in the order of UTF-16, which differs for characters from U+E000 on. */
    UTF16_ORDER(Use.PRUNING, "min and max of text are in the order of UTF-16", Consequence.LOST_ROWS),

    /** A max of byte arrays with 16 bytes is cut, but not raised: it can be below values. */
    CUT_MAX(Use.PRUNING, "a max of byte arrays with 16 bytes is cut", Consequence.LOST_ROWS),

    /** A max of byte arrays with 16 bytes in the column index is cut, but not raised: it can be below values. */
    CUT_INDEX_MAX(Use.PRUNING, "a max of byte arrays with 16 bytes in the column index is cut", Consequence.LOST_ROWS),

    /** A max of byte arrays in the column index is empty, although there are longer values. */
    EMPTY_INDEX_MAX(Use.PRUNING, "a max of byte arrays in the column index is empty", Consequence.LOST_ROWS),

    /** The min of byte arrays in a column chunk leaves out pages with empty values. */
    MIN_WITHOUT_EMPTY_VALUES(Use.PRUNING, "min of byte arrays leaves out empty values", Consequence.LOST_ROWS),

    /** Min and max of byte arrays in a column chunk of several pages are wrong. */
    BINARY_MIN_MAX_OF_PAGES(
            Use.PRUNING,
            "min and max of byte arrays are wrong in column chunks of several pages",
            Consequence.LOST_ROWS),

    /** The {@code null_count} of a column chunk of several pages is a multiple of the number of nulls. */
    NULL_COUNT_OF_PAGES(
            Use.PRUNING,
            "null_count is wrong in column chunks of several pages with a dictionary",
            Consequence.WRONG_NULLS),

    /** {@code null_count} is 0 for values that the writer got as a dictionary, although some of them are null. */
    ZERO_NULL_COUNT(Use.PRUNING, "null_count of columns with a dictionary is 0", Consequence.WRONG_NULLS),

    /** Min, max and {@code null_count} of BYTE_ARRAY with a dictionary cover only some of the values. */
    DICTIONARY_STATISTICS(
            Use.PRUNING,
            "min, max and null_count of byte arrays with a dictionary cover some of the values",
            Consequence.LOST_ROWS),

    /** Min and max of byte arrays are said to be exact, although they are those of all possible values. */
    INEXACT_BINARY(
            Use.PRUNING, "min and max of byte arrays are said to be exact, but are not", Consequence.WRONG_MIN_MAX),

    /** The min of BOOLEAN with nulls is false. */
    INEXACT_BOOLEAN(Use.PRUNING, "min of BOOLEAN with nulls is false", Consequence.WRONG_MIN_MAX),

    /** Level histograms are wrong. */
    LEVEL_HISTOGRAMS(Use.PRUNING, "level histograms are wrong", Consequence.WRONG_NULLS),

    /** {@code ColumnIndex.null_pages} is true for pages below a repeated field that have values. */
    NULL_PAGES(Use.PRUNING, "null_pages of lists and maps is true for pages with values", Consequence.LOST_ROWS),

    /** Bloom filters miss values. */
    BLOOM_FILTER(Use.PRUNING, "bloom filters miss values", Consequence.LOST_ROWS),

    /** The page indexes can belong to another column. */
    PAGE_INDEX(Use.READING, "page indexes belong to other columns", "readers that use it lose rows or fail"),

    /**
     * {@code PageLocation.compressed_page_size} omits the header of the page, {@code first_row_index} counts the values
     * of lists, or the column index has one more page than the offset index.
     */
    OFFSET_INDEX(
            Use.READING,
            "the offset index omits page headers, or counts values as rows",
            "readers that skip pages fail or return wrong rows"),

    /** {@code SchemaElement.repetition_type} of required fields is absent. */
    MISSING_REPETITION(
            Use.READING,
            "repetition_type of required fields is absent",
            "readers refuse the file, as the specification demands the field"),

    /** Pages below a repeated field begin in the middle of a row, although they have an offset index. */
    PAGES_WITHIN_ROWS(
            Use.READING, "pages of lists and maps begin within rows", "readers that skip pages return wrong rows"),

    /** {@code ColumnMetaData.total_compressed_size} omits the header of the dictionary page. */
    SIZE_WITHOUT_DICTIONARY_HEADER(
            Use.READING,
            "the size of a column chunk omits the header of the dictionary page",
            "readers miss the end of the column chunk"),

    /** The first value of a DELTA_BYTE_ARRAY page may share a prefix with the last value of the page before. */
    DELTA_ACROSS_PAGES(
            Use.READING,
            "DELTA_BYTE_ARRAY continues across pages",
            "readers that skip pages, and most others, return wrong values or fail"),

    /** {@code DataPageHeaderV2.is_compressed} is false for pages that are compressed. */
    HIDDEN_COMPRESSION(
            Use.READING,
            "is_compressed is false for compressed pages",
            "readers that believe it return wrong values or fail"),

    /** Every page has the {@code crc} 0 instead of a checksum. */
    ZERO_CHECKSUM(Use.READING, "crc is 0 in every page", "readers that verify checksums refuse the file"),

    /** {@code null_count} of columns below a repeated field, and {@code num_nulls}, leave out null and empty lists. */
    NULL_COUNT_WITHOUT_EMPTY_LISTS(
            Use.CHECK, "null_count of lists and maps leaves out null and empty lists", Consequence.FEWER_NULLS),

    /** As {@link #NULL_COUNT_WITHOUT_EMPTY_LISTS}, but only of fixed-width leaves of structs in lists and maps. */
    STRUCT_NULL_COUNT_WITHOUT_EMPTY_LISTS(
            Use.CHECK,
            "null_count of fixed-width fields of structs in lists and maps leaves out null and empty lists",
            Consequence.FEWER_NULLS),

    /** {@code null_count} of columns below a group counts other nulls than the levels have. */
    NESTED_NULL_COUNT(Use.CHECK, "null_count of columns in groups is wrong", Consequence.WRONG_NULLS),

    /** {@code null_count} of required columns with a dictionary is negative. */
    NEGATIVE_NULL_COUNT(Use.CHECK, "null_count of columns with a dictionary is negative", "readers may fail"),

    /** {@code DataPageHeaderV2.num_nulls} is not counted if the writer makes no statistics: it is 0 or -1. */
    NUM_NULLS(
            Use.CHECK,
            "num_nulls of pages is wrong if the writer makes no statistics",
            "readers that believe it return wrong values or fail"),

    /** {@code DataPageHeaderV2.num_rows} of columns below a repeated field is the number of values, or 0. */
    NUM_ROWS_OF_PAGES(
            Use.CHECK,
            "num_rows of pages of version 2 is wrong in lists and maps",
            "readers that skip rows by it return wrong rows"),

    /** The bytes of DELTA_BYTE_ARRAY values in the size statistics omit values that are the prefix of another one. */
    UNENCODED_BYTES(
            Use.CHECK,
            "unencoded_byte_array_data_bytes omits values of DELTA_BYTE_ARRAY",
            "readers that reserve memory by it reserve too little"),

    /** {@code data_page_offset} omits the header of the dictionary page. */
    DATA_PAGE_OFFSET(
            Use.CHECK,
            "data_page_offset omits the header of the dictionary page",
            "readers that look for the first data page there fail"),

    /** {@code distinct_count} is 0, although there are values. */
    ZERO_DISTINCT_COUNT(
            Use.CHECK, "distinct_count is 0", "a COUNT(DISTINCT) that is answered or estimated from it is wrong"),

    /** Min or max of values that are all infinite is the greatest finite number, or its negative. */
    ALL_INFINITE_MIN_MAX(
            Use.CHECK,
            "min or max of floating-point values that are all infinite is finite",
            Consequence.WRONG_MIN_MAX),

    /** Min and max of enums are those of all categories, whether or not they occur. */
    CATEGORY_MIN_MAX(Use.CHECK, "min and max of enums are those of all their categories", Consequence.WRONG_MIN_MAX),

    /** {@code ColumnIndex.null_pages} is false for pages that have only nulls. Their min and max are empty. */
    NULL_PAGES_WITH_MIN_MAX(
            Use.CHECK, "null_pages is false for pages of only nulls", "readers fail when they decode min and max"),

    /** {@code dictionary_page_offset} is absent or 0, although the column chunk begins with a dictionary page. */
    DICTIONARY_PAGE_OFFSET(
            Use.CHECK,
            "dictionary_page_offset is absent or 0 although there is a dictionary",
            "readers that look for the dictionary there do not find it"),

    /** {@code RowGroup.file_offset} is not the offset of the first page. */
    FILE_OFFSET(
            Use.CHECK,
            "file_offset of row groups is wrong",
            "readers that choose the row groups of a split by it lose rows");

    /** What uses the knowledge of a fault. */
    public enum Use {
        /** Pruning and aggregates, which do not believe what is wrong. */
        PRUNING,
        /** Reading, which finds or decodes values in another way. */
        READING,
        /** Only the check of files: pq2 uses what is wrong from no writer, or in a way that is always right. */
        CHECK
    }

    private static final class Consequence {

        static final String LOST_ROWS = "readers that believe it lose rows";
        static final String WRONG_MIN_MAX = "a MIN or MAX that is answered from it is wrong";
        static final String WRONG_NULLS = "readers that believe it lose rows or count wrong nulls";
        static final String FEWER_NULLS = "a count of nulls or values that is answered from it is wrong";
    }

    private final Use use;
    private final String text;
    private final String consequence;

    WriterFault(Use use, String text, String consequence) {
        this.use = use;
        this.text = text;
        this.consequence = consequence;
    }

    /** Returns what uses the knowledge of the fault. */
    public Use use() {
        return use;
    }

    /** Returns the fault as a clause for messages. */
    public String text() {
        return text;
    }

    /** Returns what can happen to a reader that does not know the fault, as a clause for messages. */
    public String consequence() {
        return consequence;
    }
}
