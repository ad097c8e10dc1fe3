package io.pq2.internal.compression;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import java.io.IOException;
import java.io.UncheckedIOException;

/** BROTLI, by the native encoder of brotli4j, which an application may bring or not. */
final class BrotliCompressor implements Compressor {

    /** As parquet-java's and arrow-rs's: the library's own, 11, is meant for files that are compressed once and for all. */
    static final int DEFAULT_LEVEL = 1;

    private static final int MAX_LEVEL = 11;

    private final Encoder.Parameters parameters;

    private BrotliCompressor(int level) {
        parameters = Encoder.Parameters.create(level);
    }

    static BrotliCompressor ofLevel(int level) {
        if (level < 0 || level > MAX_LEVEL) {
            throw new InvalidDataException("BROTLI level " + level + ", expected 0 to " + MAX_LEVEL);
        }
        Throwable cause;
        try {
            if (Brotli4jLoader.isAvailable()) {
                return new BrotliCompressor(level);
            }
            cause = Brotli4jLoader.getUnavailabilityCause();
        } catch (NoClassDefFoundError e) {
            cause = e;
        }
        throw new UnsupportedFeatureException(
                "writing BROTLI needs the library com.aayushatharva.brotli4j:brotli4j, its service and its native-... for this"
                        + " platform on the class path (reading BROTLI does not); supported without it are "
                        + Codecs.WRITABLE,
                cause);
    }

    @Override
    public int maxCompressedLength(int length) {
        // The bound of BrotliEncoderMaxCompressedSize, with room for lower levels, for which it is not made.
        return Blocks.maxLength("BROTLI", length, 1_024L + length + ((length + 16_383L) >>> 14) * 8);
    }

    @Override
    public int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset) {
        int maxLength = maxCompressedLength(srcLength);
        Blocks.checkCompress(src, srcOffset, srcLength, dst, dstOffset, maxLength);
        byte[] compressed;
        try {
            compressed = Encoder.compress(src, srcOffset, srcLength, parameters);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (compressed.length > maxLength) {
            throw new IllegalStateException(
                    srcLength + " bytes became " + compressed.length + ", more than the bound of " + maxLength);
        }
        System.arraycopy(compressed, 0, dst, dstOffset, compressed.length);
        return compressed.length;
    }

    @Override
    public void close() {}
}
