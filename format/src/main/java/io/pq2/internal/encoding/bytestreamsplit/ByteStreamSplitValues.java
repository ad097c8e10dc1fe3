package io.pq2.internal.encoding.bytestreamsplit;

import io.pq2.exception.CorruptFileException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The position in the streams of a page, and a buffer with the next values back to back. The number of values in a
 * page is its number of bytes divided by the width.
 */
final class ByteStreamSplitValues {

    /** The number of values that are joined at a time. They fit the first-level cache. */
    static final int BLOCK = 512;

    private final String type;
    private final int width;
    private final byte[] bytes;
    private final int offset;
    private final int length;
    private byte[] block = new byte[0];
    private int position;

    ByteStreamSplitValues(String type, int width, byte[] bytes, int offset, int limit) {
        Objects.checkFromToIndex(offset, limit, bytes.length);
        if (width < 0) {
            throw new CorruptFileException(type + ": expected a type_length of 0 or more, found " + width);
        }
        int size = limit - offset;
        if (width == 0 ? size != 0 : size % width != 0) {
            throw new CorruptFileException("BYTE_STREAM_SPLIT " + type + " values: expected a multiple of " + width
                    + " bytes, found " + size + " bytes");
        }
        this.type = type;
        this.width = width;
        this.bytes = bytes;
        this.offset = offset;
        // Values of width 0 have no bytes, so the number of values is unlimited.
        this.length = width == 0 ? Integer.MAX_VALUE : size / width;
    }

    /** Skips {@code count} values and returns the index of the first of them in the page. */
    int take(int count) {
        checkLeft(count);
        int from = position;
        position += width == 0 ? 0 : count;
        return from;
    }

    /** Checks that {@code count} values are left. */
    void checkLeft(int count) {
        if (count > length - position) {
            throw new CorruptFileException("BYTE_STREAM_SPLIT " + type + " values: expected " + count + " of " + width
                    + " bytes, found " + (length - position));
        }
    }

    /** Stores {@code count} values back to back in {@code dst}, beginning with the value at index {@code from}. */
    void join(int from, byte[] dst, int to, int count) {
        ByteStreams.join(bytes, offset + from, length, width, dst, to, count);
    }

    /**
     * Returns up to {@link #BLOCK} values back to back, beginning at index {@code from}; valid until the next call.
     */
    ByteBuffer block(int from, int count) {
        if (block.length < count * width) {
            block = new byte[count * width];
        }
        join(from, block, 0, count);
        return ByteBuffer.wrap(block, 0, count * width).order(ByteOrder.LITTLE_ENDIAN);
    }
}
