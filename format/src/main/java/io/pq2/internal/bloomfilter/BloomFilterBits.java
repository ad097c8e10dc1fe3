package io.pq2.internal.bloomfilter;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.io.LittleEndian;
import io.pq2.metadata.BloomFilterAlgorithm;
import io.pq2.metadata.BloomFilterCompression;
import io.pq2.metadata.BloomFilterHash;
import io.pq2.metadata.BloomFilterHeader;

/** Checks and looks up the bitset of a bloom filter in the form that files have. */
public final class BloomFilterBits {

    /** The size of a block in bytes. */
    public static final int BYTES_PER_BLOCK = SplitBlock.WORDS * Integer.BYTES;

    private static final int[] SALT = SplitBlock.SALT;

    private BloomFilterBits() {}

    /**
     * Checks a header before its bitset is read.
     *
     * @throws CorruptFileException if the size of the bitset is invalid
     * @throws UnsupportedFeatureException if this version does not know the algorithm, hash or compression
     */
    public static void check(BloomFilterHeader header) {
        if (header.algorithm() != BloomFilterAlgorithm.BLOCK
                || header.hash() != BloomFilterHash.XXHASH
                || header.compression() != BloomFilterCompression.UNCOMPRESSED) {
            throw new UnsupportedFeatureException("a bloom filter with algorithm " + header.algorithm() + ", hash "
                    + header.hash() + " and compression " + header.compression());
        }
        if (header.numBytes() == 0 || header.numBytes() % BYTES_PER_BLOCK != 0) {
            throw new CorruptFileException("BloomFilterHeader.numBytes is " + header.numBytes()
                    + ", expected a multiple of " + BYTES_PER_BLOCK + " above 0");
        }
    }

    /**
     * Returns the offset of a hash's block in the bitset, in bytes.
     *
     * @param numBytes the size of the bitset in bytes
     */
    public static int block(long hash, int numBytes) {
        return (int) ((hash >>> 32) * (numBytes / BYTES_PER_BLOCK) >>> 32) * BYTES_PER_BLOCK;
    }

    /** Whether all bits of a hash are set in its block, which starts at index {@code position}. */
    public static boolean isSet(long hash, byte[] bytes, int position) {
        int key = (int) hash;
        int missing = 0;
        for (int i = 0; i < SplitBlock.WORDS; i++) {
            int word = LittleEndian.getInt(bytes, position + i * Integer.BYTES);
            missing |= ~word & 1 << (key * SALT[i] >>> 27);
        }
        return missing == 0;
    }
}
