package io.pq2.internal.read.source;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a file in an array.
 *
 * @param file the location of an external file; absent for the scanned file
 * @param fileOffset the offset of the first byte from the start of the file
 * @param bytes the array
 * @param start the index of the first byte in the array
 * @param end the index after the last byte in the array
 */
public record Slice(@Nullable String file, long fileOffset, byte[] bytes, int start, int end) {

    /**
     * Returns bytes of a buffer that is backed by an array.
     *
     * @param skipped the number of bytes between the buffer's position and the first byte of the slice
     * @param length the number of bytes of the slice
     */
    public static Slice of(@Nullable String file, long fileOffset, ByteBuffer buffer, int skipped, int length) {
        int start = buffer.arrayOffset() + buffer.position() + skipped;
        return new Slice(file, fileOffset, buffer.array(), start, start + length);
    }

    /** Returns the number of bytes. */
    public int length() {
        return end - start;
    }
}
