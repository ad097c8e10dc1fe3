package io.pq2.internal.encoding.bitpack;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Compares the speed of two kernels on the same values, after HotSpot has compiled both. */
final class UnpackTrial {

    /** The bit widths that are measured. */
    private static final int[] WIDTHS = {3, 10, 17};

    /** The blocks of each call: 4,096 values. */
    private static final int BLOCKS = 128;

    /** The calls after which a kernel counts as compiled. */
    private static final int WARM_UP_CALLS = 1500;

    /** The measured calls for each bit width. */
    private static final int TIMED_CALLS = 100;

    /** The duration of a burst of warm-up calls, and of the pause after it. */
    private static final long BURST_NANOS = 2_000_000;

    private static final long PAUSE_NANOS = 20_000_000;

    /** The time limit of a kernel's warm-up. A kernel that exceeds it is rejected. */
    private static final long MAX_NANOS = 20_000_000_000L;

    private final byte[] src = new byte[BLOCKS * 4 * Integer.SIZE + 32];
    private final int[] dst = new int[BLOCKS * 32];

    private UnpackTrial() {
        new Random(1).nextBytes(src);
    }

    /**
     * Returns the speed of {@code kernel} relative to {@code baseline}: 2 if it takes half the time.
     *
     * @return 0 if the kernels return different values or one of them exceeds the time limit of the warm-up
     */
    static double speed(UnpackKernel kernel, UnpackKernel baseline) {
        UnpackTrial trial = new UnpackTrial();
        if (!trial.returnSameValues(kernel, baseline) || !trial.warmUp(baseline) || !trial.warmUp(kernel)) {
            return 0;
        }
        return (double) trial.measure(baseline) / Math.max(1, trial.measure(kernel));
    }

    private boolean returnSameValues(UnpackKernel kernel, UnpackKernel baseline) {
        for (int width = 1; width <= Integer.SIZE; width++) {
            baseline.unpack(src, 0, width, dst, 0, BLOCKS);
            int[] expected = dst.clone();
            kernel.unpack(src, 0, width, dst, 0, BLOCKS);
            if (!Arrays.equals(dst, expected)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Calls the kernel until HotSpot has compiled it. Interpreted, the vectorised kernel is thousands of times slower
     * and allocates an object for each vector. Short bursts with pauses keep that load from slowing down the
     * application.
     *
     * @return whether the warm-up ended within the time limit
     */
    private boolean warmUp(UnpackKernel kernel) {
        long start = System.nanoTime();
        int calls = 0;
        while (calls < WARM_UP_CALLS) {
            long burst = System.nanoTime();
            while (calls < WARM_UP_CALLS && System.nanoTime() - burst < BURST_NANOS) {
                kernel.unpack(src, 0, WIDTHS[calls % WIDTHS.length], dst, 0, BLOCKS);
                calls++;
            }
            if (System.nanoTime() - start > MAX_NANOS) {
                return false;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return true;
    }

    /**
     * Returns the sum of the shortest call durations of all bit widths, in nanoseconds. The shortest duration is the
     * least disturbed by other threads.
     */
    private long measure(UnpackKernel kernel) {
        long sum = 0;
        for (int width : WIDTHS) {
            long best = Long.MAX_VALUE;
            for (int call = 0; call < TIMED_CALLS; call++) {
                long start = System.nanoTime();
                kernel.unpack(src, 0, width, dst, 0, BLOCKS);
                best = Math.min(best, System.nanoTime() - start);
            }
            sum += best;
        }
        return sum;
    }
}
