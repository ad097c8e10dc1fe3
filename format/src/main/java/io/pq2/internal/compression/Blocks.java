package io.pq2.internal.compression;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import java.util.Objects;

/** The checks that every codec makes of the ranges that it is given and of the lengths that come out. */
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
            throw new InvalidDataException(
                    "a page of " + length + " bytes is too long for " + codec + ": compressed it may not fit an array");
        }
        return (int) maxCompressedLength;
    }

    /**
     * Repeats {@code length} bytes from {@code distance} bytes before {@code out}, which may run into the bytes that it writes.
     *
     * @return the index behind them
     */
    static int copyBack(String codec, byte[] dst, int historyStart, int out, int limit, int distance, int length) {
        if (distance <= 0 || distance > out - historyStart || length > limit - out) {
            throw new CorruptFileException(
                    codec + " block: a copy of " + length + " bytes from " + distance + " before, where "
                            + (out - historyStart) + " are known and " + (limit - out) + " more are expected");
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

    static CorruptFileException malformed(String codec, Throwable cause) {
        return new CorruptFileException(codec + " block is malformed: " + cause.getMessage(), cause);
    }
}
