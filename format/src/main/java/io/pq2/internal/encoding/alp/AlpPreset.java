package io.pq2.internal.encoding.alp;

/**
 * The few pairs of exponent and factor that an encoder tries on each vector. Where they may not be good enough it searches among all
 * pairs: on the first vector, after that less and less often for as long as nothing better is found, and at once where a vector takes
 * clearly more than others did. What is found is put before the others, and the pair that was found longest ago drops out.
 */
final class AlpPreset {

    /** So many values of a vector speak for it. */
    static final int SAMPLE = 256;

    private static final int MAX_PAIRS = 5;
    private static final int MAX_WAIT = 64;

    private final int[] pairs = new int[MAX_PAIRS];
    private int size;
    /** So many vectors after the last search is the next one. */
    private int wait = 1;

    private int vectorsSince;
    /** So many bits a value took a vector for which nothing better was found. */
    private double accepted;

    /** A pair as one number. */
    static int pair(int exponent, int factor) {
        return exponent << 8 | factor;
    }

    static int exponent(int pair) {
        return pair >>> 8;
    }

    static int factor(int pair) {
        return pair & 0xFF;
    }

    /** Counts a vector, for which the known pairs take {@code bits} a value; whether all pairs are to be tried on it. */
    boolean searchesNext(double bits) {
        vectorsSince++;
        return vectorsSince >= wait || bits > 1.25 * accepted;
    }

    /** Remembers which of all pairs was the best, and whether it is better than the known ones, by the bits that a value takes. */
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

    /** How many pairs to try. */
    int size() {
        return size;
    }

    /** One of them, those found last first. */
    int pair(int index) {
        return pairs[index];
    }
}
