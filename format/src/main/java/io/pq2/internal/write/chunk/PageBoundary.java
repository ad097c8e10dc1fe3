package io.pq2.internal.write.chunk;

import io.pq2.internal.write.shred.Levels;
import io.pq2.internal.write.shred.Shredder;
import io.pq2.internal.write.values.BinaryLeafValues;
import io.pq2.internal.write.values.LeafValues;
import io.pq2.vector.Validity;

/** Finds how much of a batch fits into the page that is being filled. Walks over entries and values, and stands where it ended. */
final class PageBoundary {

    private final LeafValues values;

    /** Bytes a value, where all values have the same length; 0 otherwise. */
    private final int width;

    private Levels levels;
    private long[] validity;
    private int rowsLeft;

    /** The entry behind those that fit. */
    private int entry;

    /** The value behind those that fit. */
    private int value;

    private int rows;
    private long bytes;

    PageBoundary(LeafValues values) {
        this.values = values;
        this.width = values.width();
    }

    /** Turns to a batch; see {@link Shredder.LeafSink}. */
    void start(Levels batchLevels, long[] batchValidity) {
        levels = batchLevels;
        validity = batchValidity;
        rowsLeft = levels.rows;
        entry = 0;
        value = 0;
    }

    /** Whether the batch has rows behind those that fitted. */
    boolean hasNext() {
        return rowsLeft > 0;
    }

    /** The rows that fit into the page. */
    int rows() {
        return rows;
    }

    /** The entry behind those that fit. */
    int entryEnd() {
        return entry;
    }

    /** The value behind those that fit. */
    int valueEnd() {
        return value;
    }

    /** Bytes of the values that fit, in PLAIN encoding. */
    long bytes() {
        return bytes;
    }

    /**
     * Goes on by the rows that fit.
     *
     * @param rowRoom how many rows the page can take
     * @param byteRoom how many bytes it can take
     * @param empty whether the page is empty, so that it takes a row of any size
     */
    void next(int rowRoom, long byteRoom, boolean empty) {
        if (rowsLeft == levels.rows && rowsLeft <= rowRoom && values.plainBytes() <= byteRoom) {
            rows = rowsLeft;
            bytes = values.plainBytes();
            entry = levels.count;
            value = values.count();
        } else if (levels.repetition == null && width > 0 && Math.min(rowRoom, rowsLeft) <= byteRoom / width) {
            int from = entry;
            int before = value;
            rows = Math.min(rowRoom, rowsLeft);
            entry += rows;
            value += presentBetween(from, entry);
            bytes = (long) (value - before) * width;
        } else {
            walk(rowRoom, byteRoom, empty);
        }
        rowsLeft -= rows;
    }

    private void walk(int rowRoom, long byteRoom, boolean empty) {
        byte[] repetition = levels.repetition;
        rows = 0;
        bytes = 0;
        while (rows < rowRoom && rows < rowsLeft) {
            int rowEnd = entry + 1;
            if (repetition != null) {
                while (rowEnd < levels.count && repetition[rowEnd] != 0) {
                    rowEnd++;
                }
            }
            int valueEnd = value + presentBetween(entry, rowEnd);
            long rowBytes = width > 0 ? (long) (valueEnd - value) * width : sliceBytes(value, valueEnd);
            if (bytes + rowBytes > byteRoom && !(empty && rows == 0)) {
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
