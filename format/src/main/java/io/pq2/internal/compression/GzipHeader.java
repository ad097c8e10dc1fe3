package io.pq2.internal.compression;

import io.pq2.exception.CorruptFileException;

/**
 * Parses the header of a GZIP member (RFC 1952, section 2.3): {@code 1f 8b}, method 8, flags, time (4 bytes), hints
 * (2 bytes). The flags determine which of these follow: an extra field (2 bytes of length, bytes), a file name and a
 * comment (each ends with a 0), and a CRC (2 bytes).
 */
final class GzipHeader {

    static final int MIN_LENGTH = 10;
    /** CRC-32 of the data and its length modulo 2^32, each 4 bytes little-endian. */
    static final int TRAILER_LENGTH = 8;

    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xE0;

    private GzipHeader() {}

    /**
     * Returns the index after the header at {@code offset}.
     *
     * @throws CorruptFileException if the header is malformed or not complete
     */
    static int skip(byte[] src, int offset, int limit) {
        if (limit - offset < MIN_LENGTH) {
            throw truncated();
        }
        if (src[offset] != 0x1f || src[offset + 1] != (byte) 0x8b || src[offset + 2] != 8) {
            throw new CorruptFileException(String.format(
                    "GZIP block: expected a member that starts with 1f 8b 08, found %02x %02x %02x",
                    src[offset], src[offset + 1], src[offset + 2]));
        }
        int flags = src[offset + 3];
        if ((flags & RESERVED) != 0) {
            throw new CorruptFileException("GZIP block: reserved flags are set in FLG " + (flags & 0xFF));
        }
        int position = offset + MIN_LENGTH;
        if ((flags & EXTRA) != 0) {
            if (limit - position < 2) {
                throw truncated();
            }
            position += 2 + (src[position] & 0xFF | (src[position + 1] & 0xFF) << 8);
        }
        if ((flags & NAME) != 0) {
            position = skipText(src, position, limit);
        }
        if ((flags & COMMENT) != 0) {
            position = skipText(src, position, limit);
        }
        if ((flags & HEADER_CRC) != 0) {
            position += 2;
        }
        if (position > limit) {
            throw truncated();
        }
        return position;
    }

    private static int skipText(byte[] src, int offset, int limit) {
        int position = offset;
        while (position < limit && src[position] != 0) {
            position++;
        }
        if (position >= limit) {
            throw truncated();
        }
        return position + 1;
    }

    static CorruptFileException truncated() {
        return new CorruptFileException("GZIP block: the compressed bytes end within a member");
    }
}
