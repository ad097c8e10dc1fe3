package io.pq2.io;

/**
 * A run of bytes of a file.
 *
 * @param offset where it starts, in bytes from the start of the file, never negative
 * @param length how many bytes, never negative
 */
public record ByteRange(long offset, int length) {

    public ByteRange {
        if (offset < 0 || length < 0 || offset + length < 0) {
            throw new IllegalArgumentException("not a byte range: offset " + offset + ", length " + length);
        }
    }

    /** The offset of the first byte behind this range. */
    public long end() {
        return offset + length;
    }
}
