package io.pq2.internal.bloomfilter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** What is done to the blocks of a filter while they are an array of words. Their number is a power of two. */
public final class SplitBlock {

    /** 32-bit words in a block. */
    public static final int WORDS = 8;

    /** What a key is multiplied by to get the bit of each word. */
    @SuppressWarnings("MutablePublicArray") // a copy per call would cost more than the hash
    public static final int[] SALT = {
        0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
    };

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private SplitBlock() {}

    /** Puts the first {@code count} hashes in. */
    static void insert(int[] bits, long[] hashes, int count) {
        long blocks = bits.length / WORDS;
        for (int i = 0; i < count; i++) {
            long hash = hashes[i];
            int word = (int) ((hash >>> 32) * blocks >>> 32) * WORDS;
            int key = (int) hash;
            // Written out, because loops of eight inside a loop are not always unrolled.
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
     * Halves a filter of at least two blocks in place; the first half of the words is the new filter. The block of a hash is
     * {@code high * blocks >>> 32}, so that with half as many blocks it is half its number: neighbours become one, and none loses a
     * bit.
     */
    static void fold(int[] bits, int words) {
        for (int to = 0, from = 0; from < words; to += WORDS, from += 2 * WORDS) {
            for (int i = 0; i < WORDS; i++) {
                bits[to + i] = bits[from + i] | bits[from + WORDS + i];
            }
        }
    }

    /** The part of all hashes that would be found in the filter once it is folded: by the bits that are set, block by block. */
    static double falsePositivesFolded(int[] bits, int words) {
        double sum = 0;
        for (int from = 0; from < words; from += 2 * WORDS) {
            long product = 1;
            for (int i = 0; i < WORDS; i++) {
                product *= Integer.bitCount(bits[from + i] | bits[from + WORDS + i]);
            }
            sum += product;
        }
        // 32 bits a word, eight words a block.
        return sum / 0x1p40 * (2 * WORDS) / words;
    }

    /** Writes the first words out, little-endian. */
    static void copy(int[] bits, int words, byte[] bytes, int offset) {
        for (int i = 0; i < words; i++) {
            INTS.set(bytes, offset + i * Integer.BYTES, bits[i]);
        }
    }
}
