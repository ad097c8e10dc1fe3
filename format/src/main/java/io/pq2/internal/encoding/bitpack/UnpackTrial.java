package io.pq2.internal.encoding.bitpack;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Two kernels side by side on the same values, after both were called so often that they are compiled. */
final class UnpackTrial {

    private static final int[] WIDTHS = {3, 10, 17};
    private static final int BLOCKS = 128;
    private static final int WARM_UP_CALLS = 1500;
    private static final int TIMED_CALLS = 100;
    private static final long BURST_NANOS = 2_000_000;
    private static final long PAUSE_NANOS = 20_000_000;
    /** A kernel that is not warm by then never will be. */
    private static final long MAX_NANOS = 20_000_000_000L;

    private final byte[] src = new byte[BLOCKS * 4 * Integer.SIZE + 32];
    private final int[] dst = new int[BLOCKS * 32];

    private UnpackTrial() {
        new Random(1).nextBytes(src);
    }

    /** How many times as fast a kernel is as another; 0 if its answers are others or it takes too long to find out. */
    static double speed(UnpackKernel kernel, UnpackKernel other) {
        UnpackTrial trial = new UnpackTrial();
        if (!trial.agree(kernel, other) || !trial.warmsUp(other) || !trial.warmsUp(kernel)) {
            return 0;
        }
        return (double) trial.nanos(other) / Math.max(1, trial.nanos(kernel));
    }

    private boolean agree(UnpackKernel kernel, UnpackKernel other) {
        for (int width = 1; width <= Integer.SIZE; width++) {
            other.unpack(src, 0, width, dst, 0, BLOCKS);
            int[] expected = dst.clone();
            kernel.unpack(src, 0, width, dst, 0, BLOCKS);
            if (!Arrays.equals(dst, expected)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Calls the kernel until it is compiled, in short bursts: until then the vectorised one is thousands of times slower and makes
     * garbage, which those who read meanwhile would notice.
     */
    private boolean warmsUp(UnpackKernel kernel) {
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

    /** The shortest of many calls, for each width: others use the processor too. */
    private long nanos(UnpackKernel kernel) {
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
