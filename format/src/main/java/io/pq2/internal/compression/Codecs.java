package io.pq2.internal.compression;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import org.jspecify.annotations.Nullable;

/** Creates compressors and decompressors. */
public final class Codecs {

    static final String WRITABLE = "UNCOMPRESSED, SNAPPY, GZIP, ZSTD, LZ4_RAW, LZ4 and LZO";

    private Codecs() {}

    /**
     * Creates a decompressor, which the caller closes.
     *
     * @throws UnsupportedFeatureException if the codec is unknown
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
            case UNKNOWN -> throw new UnsupportedFeatureException("unknown compression codec");
        };
    }

    /**
     * Creates a decompressor for the pages of a column chunk, which the caller closes.
     *
     * @throws UnsupportedFeatureException if the codec is unknown, or its library is missing
     */
    public static Decompressor decompressor(ColumnMetaData metadata) {
        if (metadata.codec() == CompressionCodec.UNKNOWN) {
            throw new UnsupportedFeatureException(
                    "compression codec " + metadata.unknownCodec() + ", which this version does not know");
        }
        return decompressor(metadata.codec());
    }

    /**
     * Creates a compressor, which the caller closes.
     *
     * @param level compression level; absent for the default of the codec. GZIP has levels 0 to 9 (default 6), ZSTD
     *     -131072 to 22 (default 3), BROTLI 0 to 11 (default 1). Other codecs ignore it
     * @throws UnsupportedFeatureException if the codec cannot be written, or its library is missing
     * @throws io.pq2.exception.InvalidDataException if the codec does not have the level
     */
    public static Compressor compressor(CompressionCodec codec, @Nullable Integer level) {
        return switch (codec) {
            case UNCOMPRESSED -> new CopyCompressor();
            case SNAPPY -> new SnappyCompressor();
            case GZIP -> new GzipCompressor(level == null ? GzipCompressor.DEFAULT_LEVEL : level);
            case ZSTD -> new ZstdCompressor(level == null ? ZstdCompressor.DEFAULT_LEVEL : level);
            case BROTLI -> BrotliCompressor.ofLevel(level == null ? BrotliCompressor.DEFAULT_LEVEL : level);
            case LZ4 -> new Lz4HadoopCompressor();
            case LZ4_RAW -> new Lz4RawCompressor();
            case LZO -> new LzoCompressor();
            case UNKNOWN ->
                throw new UnsupportedFeatureException("writing compression codec " + codec + " (supported: " + WRITABLE
                        + ", and BROTLI with brotli4j)");
        };
    }
}
