package io.pq2.internal.page;

import io.pq2.exception.CorruptFileException;
import io.pq2.io.RangeSource;

/**
 * The array into which the pages of a column are decompressed, one after another. It grows on demand; columns do not
 * share it.
 */
public final class PageBuffer {

    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8 - RangeSource.SLACK;

    private byte[] bytes = new byte[0];

    /**
     * Returns the array for a page of {@code length} bytes, with {@link RangeSource#SLACK} bytes after it. Discards the
     * previous page.
     */
    byte[] forPage(int length) {
        if (length > MAX_LENGTH) {
            throw new CorruptFileException(
                    "uncompressed_page_size is " + length + "; a page has at most " + MAX_LENGTH + " bytes");
        }
        int needed = length + RangeSource.SLACK;
        if (bytes.length < needed) {
            long roomy = Math.min(needed + (long) (needed >> 2), Integer.MAX_VALUE - 8);
            bytes = new byte[(int) roomy];
        }
        return bytes;
    }
}
