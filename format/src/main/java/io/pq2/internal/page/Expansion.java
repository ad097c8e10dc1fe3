package io.pq2.internal.page;

import io.pq2.metadata.CompressionCodec;

/** Limits the decompressed size of a page, so that a damaged header cannot make a reader allocate gigabytes. */
final class Expansion {

    /** The most bytes that a codec adds to data that it cannot compress. */
    private static final int FRAME = 64;

    private Expansion() {}

    /** Returns an upper bound of the decompressed size of {@code compressed} bytes, in bytes. */
    static long maxDecompressedBytes(CompressionCodec codec, int compressed) {
        return (long) compressed * factor(codec) + FRAME;
    }

    private static int factor(CompressionCodec codec) {
        return switch (codec) {
            case UNCOMPRESSED -> 1;
            // A copy of up to 64 bytes takes 3.
            case SNAPPY -> 22;
            // DEFLATE copies 258 bytes with as little as two bits.
            case GZIP -> 1_032;
            // Each byte of a run length adds 255; the framings only add to the compressed bytes.
            case LZ4, LZ4_RAW, LZO -> 256;
            // A block of up to 128 KiB of the same byte takes 4 bytes.
            case ZSTD -> 32_768;
            // A meta-block of up to 16 MiB takes at least 100 bits: 41 of header, 36 for three codes of one symbol,
            // 24 for the length of a copy.
            case BROTLI, UNKNOWN -> 1 << 21;
        };
    }
}
