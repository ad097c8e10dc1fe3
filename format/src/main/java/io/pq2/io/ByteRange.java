package io.pq2.io;

/**
 * Consecutive bytes of a file.
 *
 * @param offset offset of the first byte from the start of the file, at least 0
 * @param length number of bytes, at least 0
 */
public record ByteRange(long offset, int length) {

    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if the offset or the length is negative, or the end exceeds the largest {@code
     *     long}
     */
    public ByteRange {
        if (offset < 0 || length < 0 || offset + length < 0) {
            throw new IllegalArgumentException("not a byte range: offset " + offset + ", length " + length);
        }
    }

    /** Returns the offset of the first byte after this range. */
    public long end() {
        return offset + length;
    }
}
