package io.pq2.internal.encoding.plain;

import io.pq2.exception.CorruptFileException;
import java.util.Objects;

/** The position in a page of PLAIN values of a fixed width. */
final class PlainValues {

    private final String type;
    private final int width;
    private final int limit;
    private int position;

    PlainValues(String type, int width, byte[] bytes, int offset, int limit) {
        Objects.checkFromToIndex(offset, limit, bytes.length);
        this.type = type;
        this.width = width;
        this.position = offset;
        this.limit = limit;
    }

    /** Skips {@code count} values and returns the index of their first byte. */
    int take(int count) {
        checkLeft(count);
        int from = position;
        position = from + count * width;
        return from;
    }

    /** Checks that {@code count} values are left. */
    void checkLeft(int count) {
        if ((long) count * width > limit - position) {
            throw new CorruptFileException("PLAIN " + type + " values: expected " + count + " of " + width
                    + " bytes, found " + (limit - position) + " bytes");
        }
    }
}
