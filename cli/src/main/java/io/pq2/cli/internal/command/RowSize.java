package io.pq2.cli.internal.command;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.io.DecodeLimits;
import io.pq2.internal.vector.DictionaryValues;
import io.pq2.record.Row;
import org.jspecify.annotations.Nullable;

/**
 * The size of rows whose values are copied. A row of a few bytes can refer to an entry of a dictionary with a megabyte
 * any number of times.
 */
final class RowSize {

    /** How often the values of a row are in memory at once: as objects, as text, and as a growing copy of the text. */
    private static final int COPIES = 4;

    private static final long MAX_BYTES = DecodeLimits.defaultDecodingBytes() / COPIES;

    /** The view of the current batch. A reader of rows makes one for each batch. */
    private @Nullable Row batch;

    /** Whether all rows of the batch together exceed the limit. */
    private boolean isLarge;

    /**
     * Checks the size of a row.
     *
     * @return the bytes of values that are ids of dictionaries; 0 if those of the whole batch are few
     * @throws UnsupportedFeatureException if the row is too large for the memory
     */
    long check(Row row) {
        if (row != batch && !row.shape().children().isEmpty()) {
            batch = row;
            isLarge = bytes(row, 0, row.vector(0).length()) > MAX_BYTES;
        }
        long bytes = isLarge ? bytes(row, row.slot(), row.slot() + 1) : 0;
        if (bytes > MAX_BYTES) {
            throw new UnsupportedFeatureException("a row with " + bytes + " bytes of values; it takes " + COPIES
                    + " times the memory to write it, more than half of the JVM's maximum heap");
        }
        return bytes;
    }

    private static long bytes(Row row, int from, int to) {
        long bytes = 0;
        for (int i = 0; i < row.shape().children().size(); i++) {
            bytes += DictionaryValues.bytes(row.vector(i), from, to);
        }
        return bytes;
    }
}
