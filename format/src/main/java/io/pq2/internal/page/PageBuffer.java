package io.pq2.internal.page;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.io.RangeSource;

/**
 * The array into which the pages of a column are decompressed, one after another. It grows on demand; columns do not
 * share it.
 */
public final class PageBuffer {

    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8 - RangeSource.SLACK;

    private static final byte[] EMPTY = {};

    private final DecodeBudget budget;
    private byte[] bytes = EMPTY;

    /** @param budget counts the bytes of the array */
    public PageBuffer(DecodeBudget budget) {
        this.budget = budget;
    }

    /** Returns the budget that counts the bytes of the array. */
    public DecodeBudget budget() {
        return budget;
    }

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
            int roomy = (int) Math.min(needed + (long) (needed >> 2), Integer.MAX_VALUE - 8);
            release();
            budget.replace(0, roomy);
            bytes = new byte[roomy];
        }
        return bytes;
    }

    /** Whether the array has room for a page of {@code length} bytes. */
    boolean fits(int length) {
        return length <= bytes.length - RangeSource.SLACK;
    }

    /** Drops the array. */
    void release() {
        budget.release(bytes.length);
        bytes = EMPTY;
    }
}
