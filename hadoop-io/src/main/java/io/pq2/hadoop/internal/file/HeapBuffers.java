package io.pq2.hadoop.internal.file;

import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import java.io.EOFException;
import java.nio.ByteBuffer;

/** Checks the buffers that vectored reads return, and copies those without an array to the heap. */
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
