package io.pq2.internal.encoding.alp;

/**
 * The few pairs of exponent and factor that an encoder tries on each vector. The encoder searches all pairs for the
 * first vector, for later vectors at intervals that double while the search finds nothing better, and for a vector
 * that takes clearly more bits than the accepted ones. A found pair becomes the first of the preset and replaces the
 * oldest one.
 */
final class AlpPreset {

    /** The number of values of a vector that are sampled. */
    static final int SAMPLE = 256;

    private static final int MAX_PAIRS = 5;
    private static final int MAX_WAIT = 64;

    private final int[] pairs = new int[MAX_PAIRS];
    private int size;
    /** The number of vectors between the last search and the next one. */
    private int wait = 1;

    private int vectorsSince;
    /** The most bits per value of a vector for which a search found nothing better. */
    private double accepted;

    /** Returns a pair as one number. */
    static int pair(int exponent, int factor) {
        return exponent << 8 | factor;
    }

    static int exponent(int pair) {
        return pair >>> 8;
    }

    static int factor(int pair) {
        return pair & 0xFF;
    }

    /**
     * Counts a vector.
     *
     * @param bits the bits per value with the best pair of the preset
     * @return whether the encoder must search all pairs
     */
    boolean searchesNext(double bits) {
        vectorsSince++;
        return vectorsSince >= wait || bits > 1.25 * accepted;
    }

    /**
     * Adds the best of all pairs to the preset.
     *
     * @param bits the bits per value with the pair
     * @param bitsBefore the bits per value with the best pair of the preset so far
     */
    void found(int pair, double bits, double bitsBefore) {
        vectorsSince = 0;
        if (bits < 0.95 * bitsBefore) {
            wait = 1;
            accepted = bits;
        } else {
            wait = Math.min(2 * wait, MAX_WAIT);
            accepted = Math.max(accepted, bits);
        }
        int known = 0;
        while (known < size && pairs[known] != pair) {
            known++;
        }
        if (known == size) {
            size = Math.min(size + 1, MAX_PAIRS);
            known = size - 1;
        }
        System.arraycopy(pairs, 0, pairs, 1, known);
        pairs[0] = pair;
    }

    /** Returns the number of pairs. */
    int size() {
        return size;
    }

    /** Returns a pair; the pair that was found last has index 0. */
    int pair(int index) {
        return pairs[index];
    }
}
