package io.pq2.internal.compression;

import io.pq2.exception.CorruptFileException;

/**
 * Decodes the framing of block codecs in Hadoop, in which parquet-java writes LZ4 and LZO:
 *
 * <pre>
 * framing := group*
 * group   := uncompressed size (4 bytes, big-endian), block*        until the blocks have this size
 * block   := compressed size (4 bytes, big-endian), block of the codec
 * </pre>
 *
 * <p>A group does not store the decompressed size of each block, only their sum.
 */
final class HadoopFraming {

    /** Decodes a block whose decompressed size is not stored. */
    @FunctionalInterface
    interface BlockDecoder {

        /**
         * Decodes a block to at most {@code dstLength} bytes.
         *
         * @return number of bytes written
         * @throws CorruptFileException if the block is malformed or has more bytes
         */
        int decode(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength);
    }

    private HadoopFraming() {}

    /** Whether the first sizes are plausible, which is rarely the case for other data. */
    static boolean mayStart(byte[] src, int srcOffset, int srcLength, int dstLength) {
        if (srcLength < Integer.BYTES) {
            return false;
        }
        int size = bigEndianInt(src, srcOffset);
        if (size == 0) {
            return true;
        }
        if (size < 0 || size > dstLength || srcLength < 2 * Integer.BYTES) {
            return false;
        }
        int compressed = bigEndianInt(src, srcOffset + Integer.BYTES);
        return compressed > 0 && compressed <= srcLength - 2 * Integer.BYTES;
    }

    /**
     * Decodes all groups to exactly {@code dstLength} bytes.
     *
     * @throws CorruptFileException if the framing is malformed or has another length
     */
    static void decompress(
            String codec,
            BlockDecoder decoder,
            byte[] src,
            int srcOffset,
            int srcLength,
            byte[] dst,
            int dstOffset,
            int dstLength) {
        int in = srcOffset;
        int limit = srcOffset + srcLength;
        int out = dstOffset;
        int dstLimit = dstOffset + dstLength;
        while (in < limit) {
            int size = size(codec, "uncompressed", src, in, limit, dstLimit - out);
            in += Integer.BYTES;
            int groupEnd = out + size;
            while (out < groupEnd) {
                int compressed = size(codec, "compressed", src, in, limit, limit - in - Integer.BYTES);
                in += Integer.BYTES;
                if (compressed == 0) {
                    throw new CorruptFileException(
                            codec + " block: compressed size 0, but the group has " + (groupEnd - out) + " more bytes");
                }
                out += decoder.decode(src, in, compressed, dst, out, groupEnd - out);
                in += compressed;
            }
        }
        if (out != dstLimit) {
            throw Blocks.wrongLength(codec, dstLength, String.valueOf(out - dstOffset));
        }
    }

    private static int size(String codec, String what, byte[] src, int offset, int limit, int max) {
        if (limit - offset < Integer.BYTES) {
            throw new CorruptFileException(codec + " block: the compressed bytes end within a size");
        }
        int size = bigEndianInt(src, offset);
        if (size < 0 || size > max) {
            throw new CorruptFileException(codec + " block: " + what + " size " + Integer.toUnsignedString(size)
                    + ", expected at most " + max);
        }
        return size;
    }

    static int bigEndianInt(byte[] bytes, int offset) {
        return bytes[offset] << 24
                | (bytes[offset + 1] & 0xFF) << 16
                | (bytes[offset + 2] & 0xFF) << 8
                | bytes[offset + 3] & 0xFF;
    }

    static void putBigEndianInt(byte[] bytes, int offset, int value) {
        bytes[offset] = (byte) (value >>> 24);
        bytes[offset + 1] = (byte) (value >>> 16);
        bytes[offset + 2] = (byte) (value >>> 8);
        bytes[offset + 3] = (byte) value;
    }
}
