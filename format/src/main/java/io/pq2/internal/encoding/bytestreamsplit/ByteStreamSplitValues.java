package io.pq2.internal.encoding.bytestreamsplit;

import io.pq2.exception.CorruptFileException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * How far the streams of a page were read, and a place where the next values stand back to back. A page does not say how many values
 * it has: its bytes, divided by the width, do.
 */
final class ByteStreamSplitValues {

    /** So many values are put back to back at once; they stay in the processor's nearest cache. */
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
        // Values without bytes take no room in a page, however many there are.
        this.length = width == 0 ? Integer.MAX_VALUE : size / width;
    }

    /** Passes over {@code count} values and returns the index among the page's values of the first one. */
    int take(int count) {
        if (count > length - position) {
            throw new CorruptFileException("BYTE_STREAM_SPLIT " + type + " values: expected " + count + " of " + width
                    + " bytes, found " + (length - position));
        }
        int from = position;
        position += width == 0 ? 0 : count;
        return from;
    }

    /** Puts {@code count} values back to back in {@code dst}, from the one with the index {@code from} on. */
    void join(int from, byte[] dst, int to, int count) {
        ByteStreams.join(bytes, offset + from, length, width, dst, to, count);
    }

    /** At most {@link #BLOCK} values back to back, from the one with the index {@code from} on; valid until the next call. */
    ByteBuffer block(int from, int count) {
        if (block.length < count * width) {
            block = new byte[count * width];
        }
        join(from, block, 0, count);
        return ByteBuffer.wrap(block, 0, count * width).order(ByteOrder.LITTLE_ENDIAN);
    }
}
