package io.pq2.internal.compression;

import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/** Compresses LZ4 in Hadoop's framing. */
final class Lz4HadoopCompressor extends HadoopFramedCompressor {

    /** Maximum input of a block of Hadoop's Lz4Codec: its buffer of 256 KiB minus the overhead that LZ4 may add. */
    private static final int MAX_GROUP = (1 << 18) - ((1 << 18) / 255 + 16);

    private final LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();

    Lz4HadoopCompressor() {
        super("LZ4", MAX_GROUP);
    }

    @Override
    long maxBlockLength(int length) {
        return Lz4RawCompressor.maxBlockLength(length);
    }

    @Override
    int compressBlock(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int limit) {
        return compressor.compress(src, srcOffset, srcLength, dst, dstOffset, limit - dstOffset);
    }
}
