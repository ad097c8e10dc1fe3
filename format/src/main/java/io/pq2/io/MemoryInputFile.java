package io.pq2.io;

import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A file in a byte array. Ranges are views of the array, not copies. */
public final class MemoryInputFile implements InputFile {

    private final String name;
    private final byte[] bytes;

    /**
     * Creates a file from its bytes.
     *
     * @param name name for messages
     * @param bytes content of the file; it is not copied and must not change while it is read
     */
    public MemoryInputFile(String name, byte[] bytes) {
        this.name = Objects.requireNonNull(name, "name");
        this.bytes = Objects.requireNonNull(bytes, "bytes");
    }

    @Override
    public String location() {
        return name;
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public RangeSource open() {
        return new Source(name, bytes);
    }

    @Override
    public String toString() {
        return name;
    }

    private record Source(String name, byte[] bytes) implements RangeSource {

        @Override
        public ByteBuffer read(ByteRange range) throws EOFException {
            if (range.end() > bytes.length) {
                throw new EOFException("bytes " + range.offset() + " to " + range.end() + " of " + name + ", which has "
                        + bytes.length + " bytes");
            }
            return ByteBuffer.wrap(bytes, (int) range.offset(), range.length());
        }

        @Override
        public void close() {
            // Nothing to release.
        }
    }
}
