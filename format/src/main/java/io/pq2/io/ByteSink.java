package io.pq2.io;

import java.io.Closeable;
import java.io.IOException;

/**
 * Receives the bytes of a new file in order.
 *
 * <p>Not thread-safe. A caller ends with {@link #close} or {@link #abort}.
 */
public interface ByteSink extends Closeable {

    /** Returns the number of bytes written so far, which is the offset of the next byte. */
    long position();

    /**
     * Returns the block size of the file system in bytes, or 0 if it has no blocks. The first block starts at offset
     * 0. Writers use it to keep row groups within blocks.
     */
    default long blockBytes() {
        return 0;
    }

    /**
     * Appends bytes. The sink does not use the array after this method returns.
     *
     * @param bytes the array that contains the bytes
     * @param offset index of the first byte
     * @param length number of bytes
     * @throws IOException if the file system cannot write them
     */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /**
     * Completes the file, which makes it visible to others. Does nothing if the sink is already closed or aborted.
     *
     * @throws IOException if the file system cannot complete the file
     */
    @Override
    void close() throws IOException;

    /**
     * Discards the file. Bytes that were written are deleted if the file system can do so. Otherwise they remain
     * without a footer, so that no reader accepts them. Does nothing if the sink is already closed or aborted.
     *
     * @throws IOException if the file system cannot discard the file
     */
    void abort() throws IOException;
}
