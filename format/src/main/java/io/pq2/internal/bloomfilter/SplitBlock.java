package io.pq2.internal.bloomfilter;

import io.pq2.internal.io.LittleEndian;

/** Operations on the blocks of a bloom filter as an array of 32-bit words. The number of blocks is a power of two. */
public final class SplitBlock {

    /** The number of 32-bit words of a block. */
    public static final int WORDS = 8;

    /** The odd constants that select the bit of each word (BloomFilter.md). */
    @SuppressWarnings("MutablePublicArray") // a copy per call would cost more than the hash
    public static final int[] SALT = {
        0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
    };

    private SplitBlock() {}

    /** Inserts the first {@code count} hashes. */
    static void insert(int[] bits, long[] hashes, int count) {
        long blocks = bits.length / WORDS;
        for (int i = 0; i < count; i++) {
            long hash = hashes[i];
            int word = (int) ((hash >>> 32) * blocks >>> 32) * WORDS;
            int key = (int) hash;
            // Unrolled by hand, because HotSpot does not always unroll an inner loop of eight.
            bits[word] |= 1 << (key * 0x47b6137b >>> 27);
            bits[word + 1] |= 1 << (key * 0x44974d91 >>> 27);
            bits[word + 2] |= 1 << (key * 0x8824ad5b >>> 27);
            bits[word + 3] |= 1 << (key * 0xa2b7289d >>> 27);
            bits[word + 4] |= 1 << (key * 0x705495c7 >>> 27);
            bits[word + 5] |= 1 << (key * 0x2df1424b >>> 27);
            bits[word + 6] |= 1 << (key * 0x9efc4947 >>> 27);
            bits[word + 7] |= 1 << (key * 0x5c6bfb31 >>> 27);
        }
    }

    /**
     * Halves a filter of at least two blocks in place; the first half of the words is the new filter. The block of a
     * hash is {@code high * blocks >>> 32}, so halving the number of blocks halves the block's index: neighbours merge,
     * and no bit is lost.
     */
    static void fold(int[] bits, int words) {
        for (int to = 0, from = 0; from < words; to += WORDS, from += 2 * WORDS) {
            for (int i = 0; i < WORDS; i++) {
                bits[to + i] = bits[from + i] | bits[from + WORDS + i];
            }
        }
    }

    /**
     * Returns the false-positive probability of the folded filter, computed from the bits that are set in each block.
     */
    static double foldedFalsePositiveProbability(int[] bits, int words) {
        double sum = 0;
        for (int from = 0; from < words; from += 2 * WORDS) {
            long product = 1;
            for (int i = 0; i < WORDS; i++) {
                product *= Integer.bitCount(bits[from + i] | bits[from + WORDS + i]);
            }
            sum += product;
        }
        // A block has eight words of 32 bits.
        return sum / 0x1p40 * (2 * WORDS) / words;
    }

    /** Copies the first {@code words} words to bytes, little-endian. */
    static void copy(int[] bits, int words, byte[] bytes, int offset) {
        for (int i = 0; i < words; i++) {
            LittleEndian.putInt(bytes, offset + i * Integer.BYTES, bits[i]);
        }
    }
}
