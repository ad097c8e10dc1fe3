package io.pq2.internal.write.chunk;

import io.pq2.internal.write.shred.Levels;
import io.pq2.internal.write.shred.Shredder;
import io.pq2.internal.write.values.BinaryLeafValues;
import io.pq2.internal.write.values.LeafValues;
import io.pq2.vector.Validity;
import org.jspecify.annotations.Nullable;

/**
 * Finds the page boundaries in a batch: how many of its next rows fit into the open page. Walks over the level entries
 * and the present values of the batch.
 */
final class PageBoundary {

    private final LeafValues values;

    /** Bytes of a value in PLAIN encoding; 0 when values vary in length. */
    private final int width;

    private Levels levels = new Levels();
    private long @Nullable [] validity;
    private int rowsLeft;

    /** The end of the entries that fit. */
    private int entry;

    /** The end of the values that fit. */
    private int value;

    private int rows;
    private long bytes;

    PageBoundary(LeafValues values) {
        this.values = values;
        this.width = values.width();
    }

    /** Starts a batch; see {@link Shredder.LeafSink}. */
    void start(Levels batchLevels, long @Nullable [] batchValidity) {
        levels = batchLevels;
        validity = batchValidity;
        rowsLeft = levels.rows;
        entry = 0;
        value = 0;
    }

    /** Whether the batch has more rows. */
    boolean hasNext() {
        return rowsLeft > 0;
    }

    /** Returns the number of rows that fit. */
    int rows() {
        return rows;
    }

    /** Returns the end of the level entries that fit. */
    int entryEnd() {
        return entry;
    }

    /** Returns the end of the values that fit. */
    int valueEnd() {
        return value;
    }

    /** Returns the size of the values that fit, in PLAIN encoding, in bytes. */
    long bytes() {
        return bytes;
    }

    /**
     * Advances over the next rows that fit into the open page.
     *
     * @param maxRows the number of rows that the page can still take
     * @param maxBytes the number of bytes that the page can still take, in PLAIN encoding
     * @param pageIsEmpty whether the page has no rows; then its first row may have any size
     */
    void next(int maxRows, long maxBytes, boolean pageIsEmpty) {
        if (rowsLeft == levels.rows && rowsLeft <= maxRows && values.plainBytes() <= maxBytes) {
            rows = rowsLeft;
            bytes = values.plainBytes();
            entry = levels.count;
            value = values.count();
        } else if (levels.repetition == null && width > 0 && Math.min(maxRows, rowsLeft) <= maxBytes / width) {
            int from = entry;
            int before = value;
            rows = Math.min(maxRows, rowsLeft);
            entry += rows;
            value += presentBetween(from, entry);
            bytes = (long) (value - before) * width;
        } else {
            walk(maxRows, maxBytes, pageIsEmpty);
        }
        rowsLeft -= rows;
    }

    private void walk(int maxRows, long maxBytes, boolean pageIsEmpty) {
        byte[] repetition = levels.repetition;
        rows = 0;
        bytes = 0;
        while (rows < maxRows && rows < rowsLeft) {
            int rowEnd = entry + 1;
            if (repetition != null) {
                while (rowEnd < levels.count && repetition[rowEnd] != 0) {
                    rowEnd++;
                }
            }
            int valueEnd = value + presentBetween(entry, rowEnd);
            long rowBytes = width > 0 ? (long) (valueEnd - value) * width : sliceBytes(value, valueEnd);
            if (bytes + rowBytes > maxBytes && !(pageIsEmpty && rows == 0)) {
                return;
            }
            bytes += rowBytes;
            entry = rowEnd;
            value = valueEnd;
            rows++;
        }
    }

    private long sliceBytes(int from, int to) {
        BinaryLeafValues slices = (BinaryLeafValues) values;
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += slices.plainBytes(i);
        }
        return sum;
    }

    private int presentBetween(int from, int to) {
        if (validity != null) {
            return Validity.count(validity, levels.base + from, levels.base + to);
        }
        byte[] definition = levels.definition;
        if (definition == null) {
            return to - from;
        }
        int live = levels.definitionLevel;
        int count = 0;
        for (int i = from; i < to; i++) {
            count += definition[i] == live ? 1 : 0;
        }
        return count;
    }
}
