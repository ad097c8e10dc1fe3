package io.pq2.internal.compression;

import io.pq2.exception.CorruptFileException;

/**
 * Decodes the LZ4 block format (lz4_Block_format.md of LZ4) with history: a block can copy bytes of previous blocks,
 * as in frames of linked blocks. lz4-java decodes independent blocks faster, but not linked ones.
 */
final class Lz4Block {

    private static final int MIN_MATCH = 4;
    private static final int MAX_MATCH = Integer.MAX_VALUE - 64;

    private Lz4Block() {}

    /**
     * Decodes one block.
     *
     * @param historyStart index of the first byte of {@code dst} that the block may copy
     * @param limit index after the last byte of {@code dst} that may be written
     * @return index after the last byte written
     * @throws CorruptFileException if the block is malformed
     */
    static int decode(
            byte[] src, int srcOffset, int srcLength, byte[] dst, int historyStart, int dstOffset, int limit) {
        int in = srcOffset;
        int srcLimit = srcOffset + srcLength;
        int out = dstOffset;
        while (in < srcLimit) {
            int token = src[in++] & 0xFF;
            int literals = token >>> 4;
            if (literals == 15) {
                int end = endOfLength(src, in, srcLimit);
                literals += length(src, in, end, limit - out);
                in = end;
            }
            if (literals > srcLimit - in || literals > limit - out) {
                throw corrupt(literals + " literals, but " + (srcLimit - in) + " compressed bytes remain and "
                        + (limit - out) + " decompressed bytes are expected");
            }
            System.arraycopy(src, in, dst, out, literals);
            in += literals;
            out += literals;
            if (in == srcLimit) {
                return out;
            }
            if (srcLimit - in < 2) {
                throw truncated();
            }
            int distance = src[in] & 0xFF | (src[in + 1] & 0xFF) << 8;
            in += 2;
            int match = token & 15;
            if (match == 15) {
                int end = endOfLength(src, in, srcLimit);
                match += length(src, in, end, limit - out);
                in = end;
            }
            out = Blocks.copyBack("LZ4", dst, historyStart, out, limit, distance, match + MIN_MATCH);
        }
        throw truncated();
    }

    /**
     * Returns the decompressed length of a block in bytes, or a smaller length of at least {@code enough}. Copies
     * nothing.
     *
     * @param history the number of decompressed bytes before the block that it may copy
     * @throws CorruptFileException if the block is malformed
     */
    static long length(byte[] src, int srcOffset, int srcLength, long history, long enough) {
        int in = srcOffset;
        int srcLimit = srcOffset + srcLength;
        long out = 0;
        while (in < srcLimit) {
            int token = src[in++] & 0xFF;
            int literals = token >>> 4;
            if (literals == 15) {
                int end = endOfLength(src, in, srcLimit);
                literals += length(src, in, end, srcLimit - in);
                in = end;
            }
            if (literals > srcLimit - in) {
                throw truncated();
            }
            in += literals;
            out += literals;
            if (in == srcLimit || out >= enough) {
                return out;
            }
            if (srcLimit - in < 2) {
                throw truncated();
            }
            int distance = src[in] & 0xFF | (src[in + 1] & 0xFF) << 8;
            if (distance == 0 || distance > history + out) {
                throw corrupt("a copy with distance " + distance + ", but " + (history + out) + " bytes precede it");
            }
            in += 2;
            int match = token & 15;
            if (match == 15) {
                int end = endOfLength(src, in, srcLimit);
                match += length(src, in, end, MAX_MATCH);
                in = end;
            }
            out += match + MIN_MATCH;
        }
        throw truncated();
    }

    /** Returns the index after the bytes of a length, which continues while they are 255. */
    private static int endOfLength(byte[] src, int offset, int limit) {
        int in = offset;
        while (in < limit && src[in] == (byte) 255) {
            in++;
        }
        if (in == limit) {
            throw truncated();
        }
        return in + 1;
    }

    private static int length(byte[] src, int offset, int end, int max) {
        long length = 255L * (end - 1 - offset) + (src[end - 1] & 0xFF);
        if (length > max) {
            throw corrupt("length " + length + ", but " + max + " more bytes are expected");
        }
        return (int) length;
    }

    private static CorruptFileException truncated() {
        return corrupt("the compressed bytes end within a sequence");
    }

    private static CorruptFileException corrupt(String what) {
        return new CorruptFileException("LZ4 block: " + what);
    }
}
