package io.pq2.io;

import java.util.Arrays;

/** A file in memory, which has its bytes once its sink was closed. */
public final class MemoryOutputFile implements OutputFile {

    private final String name;
    private byte[] bytes;

    /** @param name the name for messages */
    public MemoryOutputFile(String name) {
        this.name = name;
    }

    @Override
    public String location() {
        return name;
    }

    /**
     * The complete file.
     *
     * @throws IllegalStateException if it was not completed
     */
    public byte[] bytes() {
        if (bytes == null) {
            throw new IllegalStateException(name + " was not written, or not completely");
        }
        return bytes;
    }

    /** Whether the file was completed. */
    public boolean exists() {
        return bytes != null;
    }

    @Override
    public ByteSink create() {
        return new Sink();
    }

    private final class Sink implements ByteSink {

        private byte[] buffer = new byte[1024];
        private int size;
        private boolean done;

        @Override
        public long position() {
            return size;
        }

        @Override
        public void write(byte[] source, int offset, int length) {
            if (done) {
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
            if (!done) {
                done = true;
                bytes = Arrays.copyOf(buffer, size);
                buffer = null;
            }
        }

        @Override
        public void abort() {
            done = true;
            buffer = null;
        }
    }
}
