package io.pq2.internal.encoding;

import java.util.Random;

/** Reads and skips the values of a decoder in steps around the boundaries of encodings. */
public final class Interleaving {

    private static final int[] STEPS = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 31, 32, 33, 63, 64, 65, 1024};

    /** An operation on the next values of a decoder. */
    public interface Step {
        void take(int index, int count);
    }

    private Interleaving() {}

    /** Takes steps of one size to the end. */
    public static void evenly(int total, int step, Step read) {
        for (int i = 0; i < total; i += step) {
            read.take(i, Math.min(step, total - i));
        }
    }

    /** Takes random steps to the end and skips a third of them. */
    public static void randomly(Random random, int total, Step read, Step skip) {
        int i = 0;
        while (i < total) {
            int count = Math.min(STEPS[random.nextInt(STEPS.length)], total - i);
            (random.nextInt(3) == 0 ? skip : read).take(i, count);
            i += count;
        }
    }
}
