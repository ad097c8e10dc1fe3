package io.pq2.internal.compression;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.metadata.CompressionCodec;

/** Where compressors and decompressors come from. */
public final class Codecs {

    static final String WRITABLE = "UNCOMPRESSED, SNAPPY, GZIP, ZSTD, LZ4_RAW and LZ4";

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
            case BROTLI -> new BrotliDecompressor();
            case LZ4 -> new Lz4Decompressor();
            case LZ4_RAW -> new Lz4RawDecompressor();
            case LZO -> new LzoDecompressor();
            case UNKNOWN -> throw new UnsupportedFeatureException("a compression codec unknown to this version");
        };
    }

    /**
     * A new compressor, which the caller closes.
     *
     * @param level how hard to try, null for the codec's default: GZIP 0 to 9 (default 6), ZSTD what the library knows, -131072 to
     *     22 (default 3), BROTLI 0 to 11 (default 1); codecs without levels ignore it
     * @throws UnsupportedFeatureException if this version cannot write the codec, or a library for it is missing
     * @throws io.pq2.exception.InvalidDataException if the codec has no such level
     */
    public static Compressor compressor(CompressionCodec codec, Integer level) {
        return switch (codec) {
            case UNCOMPRESSED -> new CopyCompressor();
            case SNAPPY -> new SnappyCompressor();
            case GZIP -> new GzipCompressor(level == null ? GzipCompressor.DEFAULT_LEVEL : level);
            case ZSTD -> new ZstdCompressor(level == null ? ZstdCompressor.DEFAULT_LEVEL : level);
            case BROTLI -> BrotliCompressor.ofLevel(level == null ? BrotliCompressor.DEFAULT_LEVEL : level);
            case LZ4 -> new Lz4HadoopCompressor();
            case LZ4_RAW -> new Lz4RawCompressor();
            case LZO, UNKNOWN ->
                throw new UnsupportedFeatureException("writing compression codec " + codec + " (supported are "
                        + WRITABLE + ", and BROTLI with brotli4j)");
        };
    }
}
