package io.pq2.spark.internal.estimate;

import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageType;
import io.pq2.metadata.Statistics;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What the metadata of a column chunk says about its pages. */
final class PageEncodings {

    /** The length before each value in a dictionary of strings. */
    private static final int LENGTH_BYTES = 4;

    /** The approximate size of the header of a dictionary page. */
    private static final int HEADER_BYTES = 24;

    private static final int DEFAULT_TEXT_BYTES = 20;

    private PageEncodings() {}

    /** Whether pages are dictionary pages, or data pages of dictionary ids. */
    static boolean isDictionary(PageEncodingStats pages) {
        return pages.pageType() == PageType.DICTIONARY_PAGE
                || pages.encoding() == Encoding.PLAIN_DICTIONARY
                || pages.encoding() == Encoding.RLE_DICTIONARY;
    }

    /**
     * Returns the approximate size of a chunk's dictionary in the file, without the header of its page; empty if the
     * chunk has no dictionary, or other values than those of its dictionary.
     */
    static OptionalLong dictionaryBytes(ColumnMetaData chunk) {
        Long offset = chunk.dictionaryPageOffset();
        boolean hasPlain = chunk.encodings().contains(Encoding.PLAIN) && chunk.encodingStats() == null;
        boolean onlyDictionary = chunk.encodingStats() != null
                ? chunk.encodingStats().stream().allMatch(PageEncodings::isDictionary)
                : !hasPlain;
        return offset == null || offset <= 0 || offset >= chunk.dataPageOffset() || !onlyDictionary
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, chunk.dataPageOffset() - offset - HEADER_BYTES));
    }

    /** Returns the bytes of an entry in the dictionary of a chunk. */
    static double width(ColumnMetaData chunk) {
        return switch (chunk.type()) {
            case BOOLEAN -> 1;
            case INT32, FLOAT -> Integer.BYTES;
            case INT64, DOUBLE -> Long.BYTES;
            case INT96 -> Long.BYTES + Integer.BYTES;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> LENGTH_BYTES + textBytes(chunk.statistics());
        };
    }

    private static double textBytes(@Nullable Statistics statistics) {
        return statistics == null || statistics.minValue() == null || statistics.maxValue() == null
                ? DEFAULT_TEXT_BYTES
                : (statistics.minValue().length + statistics.maxValue().length) / 2.0;
    }
}
