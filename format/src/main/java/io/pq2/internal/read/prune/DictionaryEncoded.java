package io.pq2.internal.read.prune;

import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageType;

/** Whether a footer proves that all values of a column chunk are in its dictionary. */
final class DictionaryEncoded {

    private DictionaryEncoded() {}

    /**
     * Whether {@code encoding_stats} say so. The list {@code encodings} alone proves nothing: it has those of levels and of the
     * dictionary itself, and PLAIN in it may be one of these or that of pages behind a dictionary that was given up. It is only held
     * against what the statistics say.
     */
    static boolean isProved(ColumnMetaData metadata) {
        if (metadata.encodingStats() == null) {
            return false;
        }
        boolean plainIsExplained = false;
        boolean found = false;
        for (PageEncodingStats stats : metadata.encodingStats()) {
            if (stats.pageType() == PageType.DATA_PAGE || stats.pageType() == PageType.DATA_PAGE_V2) {
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

    /** The number of data pages that {@code encoding_stats} count. */
    static long dataPages(ColumnMetaData metadata) {
        long pages = 0;
        for (PageEncodingStats stats : metadata.encodingStats()) {
            boolean data = stats.pageType() == PageType.DATA_PAGE || stats.pageType() == PageType.DATA_PAGE_V2;
            pages += data ? stats.count() : 0;
        }
        return pages;
    }

    private static boolean isDictionary(Encoding encoding) {
        return encoding == Encoding.RLE_DICTIONARY || encoding == Encoding.PLAIN_DICTIONARY;
    }
}
