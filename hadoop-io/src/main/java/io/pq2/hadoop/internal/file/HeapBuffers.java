package io.pq2.hadoop.internal.file;

import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import java.io.EOFException;
import java.nio.ByteBuffer;

/** Makes the buffers of vectored reads those that a {@link RangeSource} returns. */
final class HeapBuffers {

    private HeapBuffers() {}

    /**
     * Returns a buffer with an array.
     *
     * @param buffer the bytes of the range, in a buffer of any kind
     * @throws EOFException if the buffer is shorter than the range
     */
    static ByteBuffer of(ByteRange range, ByteBuffer buffer) throws EOFException {
        if (buffer.remaining() != range.length()) {
            throw new EOFException();
        }
        if (buffer.hasArray()) {
            return buffer;
        }
        ByteBuffer copy = RangeSource.allocate(range.length());
        return copy.put(buffer).flip();
    }
}
