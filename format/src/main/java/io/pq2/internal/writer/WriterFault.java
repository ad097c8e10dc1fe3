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
    DEPRECATED_BINARY_MIN_MAX("min and max of byte arrays in the deprecated fields are wrong"),

    /** All min and max are wrong, for example because each page replaces those of the pages before. */
    MIN_MAX("min and max are wrong"),

    /** All min and max of columns below a group are wrong: the writer read beyond its values. */
    NESTED_MIN_MAX("min and max of columns in groups are wrong"),

    /** All min and max of BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY are wrong. */
    BINARY_MIN_MAX("min and max of byte arrays are wrong"),

    /** All min and max of BYTE_ARRAY that is no STRING begin with the length of the value. */
    LENGTH_IN_BINARY_MIN_MAX("min and max of BYTE_ARRAY other than STRING begin with their length"),

    /** All min and max of decimals over BYTE_ARRAY are wrong: the writer compared bytes, or one length only. */
    BINARY_DECIMAL_MIN_MAX("min and max of decimals over BYTE_ARRAY are wrong"),

    /** All min and max of decimals over FIXED_LEN_BYTE_ARRAY are wrong: the writer compared or cut bytes. */
    FIXED_DECIMAL_MIN_MAX("min and max of decimals over FIXED_LEN_BYTE_ARRAY are wrong"),

    /** All min and max of decimals over INT32 and INT64 are wrong. */
    INTEGER_DECIMAL_MIN_MAX("min and max of decimals over INT32 and INT64 are wrong"),

    /** All min and max of unsigned integers are wrong: the writer compared signed ones. */
    UNSIGNED_MIN_MAX("min and max of unsigned integers are wrong"),

    /** All min and max of FLOAT and DOUBLE are wrong where a value is NaN. */
    FLOATING_MIN_MAX("min and max of FLOAT and DOUBLE are wrong beside NaN"),

    /** All min and max of FLOAT16 are wrong. */
    FLOAT16_MIN_MAX("min and max of FLOAT16 are wrong"),

    /** All min and max of UUIDs are wrong: their bytes are in another order. */
    UUID_MIN_MAX("min and max of UUIDs are wrong"),

    /** All min and max of timestamps are wrong: they are in another unit. */
    TIMESTAMP_MIN_MAX("min and max of timestamps are wrong"),

    /** A min or max of FLOAT and DOUBLE that is 0 can be above or below values that are close to 0. */
    ROUNDED_ZERO("a min or max of FLOAT and DOUBLE that is 0 is rounded"),

    /** Min and max of text are in the order of UTF-16, which differs for characters from U+E000 on. */
    UTF16_ORDER("min and max of text are in the order of UTF-16"),

    /** A max of byte arrays with 16 bytes is cut, but not raised: it can be below values. */
    CUT_MAX("a max of byte arrays with 16 bytes is cut"),

    /** A max of byte arrays with 16 bytes in the column index is cut, but not raised: it can be below values. */
    CUT_INDEX_MAX("a max of byte arrays with 16 bytes in the column index is cut"),

    /** A max of byte arrays in the column index is empty, although there are longer values. */
    EMPTY_INDEX_MAX("a max of byte arrays in the column index is empty"),

    /** The min of byte arrays in a column chunk leaves out pages with empty values. */
    MIN_WITHOUT_EMPTY_VALUES("min of byte arrays leaves out empty values"),

    /** Min and max of byte arrays in a column chunk of several pages are wrong. */
    BINARY_MIN_MAX_OF_PAGES("min and max of byte arrays are wrong in column chunks of several pages"),

    /** The {@code null_count} of a column chunk of several pages is a multiple of the number of nulls. */
    NULL_COUNT_OF_PAGES("null_count is wrong in column chunks of several pages with a dictionary"),

    /** {@code null_count} is 0 for values that the writer got as a dictionary, although some of them are null. */
    ZERO_NULL_COUNT("null_count of columns with a dictionary is 0"),

    /** Min, max and {@code null_count} of BYTE_ARRAY with a dictionary cover only some of the values. */
    DICTIONARY_STATISTICS("min, max and null_count of byte arrays with a dictionary cover some of the values"),

    /** Min and max of byte arrays are said to be exact, although they are those of all possible values. */
    INEXACT_BINARY("min and max of byte arrays are said to be exact, but are not"),

    /** The min of BOOLEAN with nulls is false. */
    INEXACT_BOOLEAN("min of BOOLEAN with nulls is false"),

    /** Level histograms are wrong. */
    LEVEL_HISTOGRAMS("level histograms are wrong"),

    /** {@code ColumnIndex.null_pages} is true for pages below a repeated field that have values. */
    NULL_PAGES("null_pages of lists and maps is true for pages with values"),

    /** Bloom filters miss values. */
    BLOOM_FILTER("bloom filters miss values"),

    /** The page indexes can belong to another column. */
    PAGE_INDEX("page indexes belong to other columns"),

    /** Pages below a repeated field begin in the middle of a row, although they have an offset index. */
    PAGES_WITHIN_ROWS("pages of lists and maps begin within rows"),

    /** {@code ColumnMetaData.total_compressed_size} omits the header of the dictionary page. */
    SIZE_WITHOUT_DICTIONARY_HEADER("the size of a column chunk omits the header of the dictionary page"),

    /** The first value of a DELTA_BYTE_ARRAY page may share a prefix with the last value of the page before. */
    DELTA_ACROSS_PAGES("DELTA_BYTE_ARRAY continues across pages"),

    /** {@code DataPageHeaderV2.is_compressed} is false for pages that are compressed. */
    HIDDEN_COMPRESSION("is_compressed is false for compressed pages"),

    /** Every page has the {@code crc} 0 instead of a checksum. */
    ZERO_CHECKSUM("crc is 0 in every page");

    private final String text;

    WriterFault(String text) {
        this.text = text;
    }

    /**
     * Whether the fault concerns only what prunes or answers aggregates. The others concern how values are found and
     * decoded.
     */
    public boolean isOfStatistics() {
        return switch (this) {
            case PAGE_INDEX,
                    PAGES_WITHIN_ROWS,
                    SIZE_WITHOUT_DICTIONARY_HEADER,
                    DELTA_ACROSS_PAGES,
                    HIDDEN_COMPRESSION,
                    ZERO_CHECKSUM -> false;
            default -> true;
        };
    }

    /** Returns the fault as a clause for messages. */
    public String text() {
        return text;
    }
}
