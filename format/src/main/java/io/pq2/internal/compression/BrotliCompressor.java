package io.pq2.internal.compression;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Compresses BROTLI with the native encoder of brotli4j, which is an optional dependency. */
final class BrotliCompressor implements Compressor {

    /** The default level of parquet-java and arrow-rs. The default of the library, 11, is slow. */
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
                "writing BROTLI requires com.aayushatharva.brotli4j:brotli4j, its service and its native-... for this"
                        + " platform on the class path (reading BROTLI does not); codecs that do not require it: "
                        + Codecs.WRITABLE,
                cause);
    }

    @Override
    public int maxCompressedLength(int length) {
        // The bound of BrotliEncoderMaxCompressedSize, and some bytes more, because it does not cover low levels.
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
            throw new IllegalStateException("compressed " + srcLength + " bytes to " + compressed.length
                    + ", more than the maximum of " + maxLength);
        }
        System.arraycopy(compressed, 0, dst, dstOffset, compressed.length);
        return compressed.length;
    }

    @Override
    public void close() {}
}
