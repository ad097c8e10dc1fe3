package io.pq2.internal.compression;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import java.util.Objects;

/** Checks ranges and lengths for all codecs. */
final class Blocks {

    private Blocks() {}

    static void checkDecompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
    }

    static void checkCompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int maxLength) {
        Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
        Objects.checkFromIndexSize(dstOffset, maxLength, dst.length);
    }

    static int maxLength(String codec, int length, long maxCompressedLength) {
        if (maxCompressedLength > Integer.MAX_VALUE - 8) {
            throw new InvalidDataException("a page of " + length + " bytes is too long for " + codec
                    + ": it may exceed the maximum array length");
        }
        return (int) maxCompressedLength;
    }

    /**
     * Copies bytes that were decoded before. The ranges may overlap, which repeats bytes.
     *
     * @param historyStart index of the first byte that may be copied
     * @param out index of the first byte to write
     * @param limit index after the last byte that may be written
     * @param distance distance back from {@code out} to the first byte to copy
     * @param length number of bytes to copy
     * @return index after the last byte written
     * @throws CorruptFileException if the copy begins before {@code historyStart} or ends after {@code limit}
     */
    static int copyBack(String codec, byte[] dst, int historyStart, int out, int limit, int distance, int length) {
        if (distance <= 0 || distance > out - historyStart || length > limit - out) {
            throw new CorruptFileException(codec + " block: a copy of " + length + " bytes with distance " + distance
                    + ", but " + (out - historyStart) + " bytes precede it and " + (limit - out)
                    + " more are expected");
        }
        if (distance >= length) {
            System.arraycopy(dst, out - distance, dst, out, length);
        } else {
            for (int i = out; i < out + length; i++) {
                dst[i] = dst[i - distance];
            }
        }
        return out + length;
    }

    static CorruptFileException wrongLength(String codec, long expected, String found) {
        return new CorruptFileException(
                codec + " block: expected uncompressed_page_size " + expected + " bytes, found " + found);
    }

    /**
     * Checks a claimed length.
     *
     * @param found the number of bytes that were found, at least
     * @throws CorruptFileException if {@code found} is less than a quarter of {@code length}
     */
    static void justify(String codec, long found, int length) {
        if (found < justified(length)) {
            throw wrongLength(codec, length, String.valueOf(found));
        }
    }

    /** Returns the number of bytes that justify an array of {@code length} bytes. */
    static int justified(int length) {
        return length / 4;
    }

    static CorruptFileException malformed(String codec, Throwable cause) {
        return new CorruptFileException(codec + " block is malformed: " + cause.getMessage(), cause);
    }
}
