package io.pq2.internal.read.prune;

import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageType;
import java.util.Objects;

/** Finds out from a footer whether all values of a column chunk are in its dictionary. */
final class DictionaryEncoded {

    private DictionaryEncoded() {}

    /**
     * Whether all data pages certainly use the dictionary, according to {@code encoding_stats}. The list
     * {@code encodings} alone is not sufficient: it includes the encodings of levels and of the dictionary page, so
     * PLAIN in it can belong to the dictionary page or to data pages after the writer gave up the dictionary. Here it
     * must only not contradict {@code encoding_stats}.
     */
    static boolean isCertain(ColumnMetaData metadata) {
        if (metadata.encodingStats() == null) {
            return false;
        }
        boolean plainIsExplained = false;
        boolean found = false;
        for (PageEncodingStats stats : metadata.encodingStats()) {
            if (isData(stats)) {
                if (!isDictionary(stats.encoding())) {
                    return false;
                }
                found |= stats.count() > 0;
            } else if (stats.pageType() == PageType.DICTIONARY_PAGE) {
                plainIsExplained |= stats.encoding() == Encoding.PLAIN;
            }
        }
        for (Encoding encoding : metadata.encodings()) {
            boolean explained = isDictionary(encoding)
                    || encoding == Encoding.RLE
                    || encoding == Encoding.BIT_PACKED
                    || (encoding == Encoding.PLAIN && plainIsExplained);
            if (!explained) {
                return false;
            }
        }
        return found;
    }

    /** Returns the number of data pages, for a chunk with {@code encoding_stats}. */
    static long dataPages(ColumnMetaData metadata) {
        long pages = 0;
        for (PageEncodingStats stats : Objects.requireNonNull(metadata.encodingStats())) {
            pages += isData(stats) ? stats.count() : 0;
        }
        return pages;
    }

    private static boolean isData(PageEncodingStats stats) {
        return stats.pageType() == PageType.DATA_PAGE || stats.pageType() == PageType.DATA_PAGE_V2;
    }

    private static boolean isDictionary(Encoding encoding) {
        return encoding == Encoding.RLE_DICTIONARY || encoding == Encoding.PLAIN_DICTIONARY;
    }
}
