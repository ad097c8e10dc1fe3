package io.pq2.io;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A file in memory. Its bytes are available after its sink is closed. */
public final class MemoryOutputFile implements OutputFile {

    private final String name;
    /** Absent until the file is complete. */
    private byte @Nullable [] bytes;

    /**
     * Creates a file without content.
     *
     * @param name name for messages
     */
    public MemoryOutputFile(String name) {
        this.name = name;
    }

    @Override
    public String location() {
        return name;
    }

    /**
     * Returns the bytes of the complete file. The array is not copied and must not be changed.
     *
     * @throws IllegalStateException if the file is not complete
     */
    public byte[] bytes() {
        if (bytes == null) {
            throw new IllegalStateException(name + " is not complete");
        }
        return bytes;
    }

    /** Whether the file is complete. */
    public boolean exists() {
        return bytes != null;
    }

    @Override
    public ByteSink create() {
        return new Sink();
    }

    private final class Sink implements ByteSink {

        private static final byte[] RELEASED = {};

        private byte[] buffer = new byte[1024];
        private int size;
        private boolean ended;

        @Override
        public long position() {
            return size;
        }

        @Override
        public void write(byte[] source, int offset, int length) {
            if (ended) {
                throw new IllegalStateException(name + " is closed");
            }
            if (length > buffer.length - size) {
                buffer = Arrays.copyOf(buffer, Math.max(Math.addExact(size, length), buffer.length * 2));
            }
            System.arraycopy(source, offset, buffer, size, length);
            size += length;
        }

        @Override
        public void close() {
            if (!ended) {
                ended = true;
                bytes = Arrays.copyOf(buffer, size);
                buffer = RELEASED;
            }
        }

        @Override
        public void abort() {
            ended = true;
            buffer = RELEASED;
        }
    }
}
