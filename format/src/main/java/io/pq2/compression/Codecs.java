package io.pq2.compression;

import io.pq2.UnsupportedFeatureException;
import io.pq2.metadata.CompressionCodec;

/** Where compressors and decompressors come from. */
public final class Codecs {

    private Codecs() {}

    /**
     * A new decompressor, which the caller closes.
     *
     * @throws UnsupportedFeatureException if this version cannot read the codec
     */
    public static Decompressor decompressor(CompressionCodec codec) {
        return switch (codec) {
            case UNCOMPRESSED -> new CopyDecompressor();
            case SNAPPY -> new SnappyDecompressor();
            case GZIP -> new GzipDecompressor();
            case ZSTD -> new ZstdDecompressor();
            case LZO, BROTLI, LZ4, LZ4_RAW, UNKNOWN -> throw unsupported(codec);
        };
    }

    /**
     * A new compressor, which the caller closes.
     *
     * @param level how hard to try, null for the codec's default: GZIP 0 to 9 (default 6), ZSTD what the library knows, -131072 to
     *     22 (default 3); codecs without levels ignore it
     * @throws UnsupportedFeatureException if this version cannot write the codec
     * @throws io.pq2.InvalidDataException if the codec has no such level
     */
    public static Compressor compressor(CompressionCodec codec, Integer level) {
        return switch (codec) {
            case UNCOMPRESSED -> new CopyCompressor();
            case SNAPPY -> new SnappyCompressor();
            case GZIP -> new GzipCompressor(level == null ? GzipCompressor.DEFAULT_LEVEL : level);
            case ZSTD -> new ZstdCompressor(level == null ? ZstdCompressor.DEFAULT_LEVEL : level);
            case LZO, BROTLI, LZ4, LZ4_RAW, UNKNOWN -> throw unsupported(codec);
        };
    }

    private static UnsupportedFeatureException unsupported(CompressionCodec codec) {
        return new UnsupportedFeatureException(
                "compression codec " + codec + " (supported are UNCOMPRESSED, SNAPPY, GZIP and ZSTD)");
    }
}
