package io.pq2.internal.page;

import io.pq2.exception.CorruptFileException;
import io.pq2.io.RangeSource;

/**
 * The array that a column's pages are decompressed into, one page after another. It grows as pages do and is never shared by
 * two columns.
 */
public final class PageBuffer {

    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8 - RangeSource.SLACK;

    private byte[] bytes = new byte[0];

    /** The array for a page of {@code length} bytes, with slack behind them; what it held before is lost. */
    byte[] forPage(int length) {
        if (length > MAX_LENGTH) {
            throw new CorruptFileException("uncompressed_page_size is " + length + ", more than an array can hold");
        }
        int needed = length + RangeSource.SLACK;
        if (bytes.length < needed) {
            long roomy = Math.min(needed + (long) (needed >> 2), Integer.MAX_VALUE - 8);
            bytes = new byte[(int) roomy];
        }
        return bytes;
    }
}
