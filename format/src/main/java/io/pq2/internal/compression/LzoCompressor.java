package io.pq2.internal.compression;

/** Compresses LZO1X in Hadoop's framing, as parquet-java does with hadoop-lzo. */
final class LzoCompressor extends HadoopFramedCompressor {

    /** Maximum input of a block of hadoop-lzo's LzoCodec: its buffer of 256 KiB minus the overhead that LZO may add. */
    private static final int MAX_GROUP = (1 << 18) - ((1 << 18) / 16 + 64 + 3);

    private final Lzo1xEncoder encoder = new Lzo1xEncoder();

    LzoCompressor() {
        super("LZO", MAX_GROUP);
    }

    @Override
    long maxBlockLength(int length) {
        return Lzo1xEncoder.maxLength(length);
    }

    @Override
    int compressBlock(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int limit) {
        return encoder.encode(src, srcOffset, srcLength, dst, dstOffset);
    }
}
