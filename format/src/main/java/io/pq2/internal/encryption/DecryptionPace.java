package io.pq2.internal.encryption;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Knows for modules of about one length whether one call of GCM or two passes of short calls decrypt them faster in this virtual machine, now. At first
 * it is two passes, whose code is compiled long before; once that of the one call is, it saves doing AES twice. So every now and then a module is decrypted in
 * both ways and timed. Used by all threads; when they meet, no more than a worse guess comes of it.
 */
final class DecryptionPace {

    /**
     * What is not even tried in one call: on JDK 17 a single longer one makes HotSpot throw away what it has compiled for the two passes, and for
     * seconds they run at a fiftieth of their speed.
     */
    static final int LONGEST_CALL = 1 << 16;
    /** Modules in front of the first trial, and between trials while their result changes. */
    static final int SHORTEST_INTERVAL = 64;
    /** Modules between trials once their result has long been the same. */
    static final int LONGEST_INTERVAL = 1 << 12;
    /** How often one call may take long in a row, before both ways are tried again. */
    static final int PATIENCE = 4;
    /** What compiled code takes for a byte at the most, in nanoseconds; before it is compiled that are 15 and more. */
    private static final int COMPILED = 2;
    /** How many times as long as at the trial is long. */
    private static final int LONG = 4;

    /** By the number of bits of the length. */
    private static final DecryptionPace[] SHARED = new DecryptionPace[Integer.SIZE];

    static {
        for (int i = 0; i < SHARED.length; i++) {
            SHARED[i] = new DecryptionPace();
        }
    }

    private final AtomicInteger untilTrial = new AtomicInteger(SHORTEST_INTERVAL);
    private volatile int interval = SHORTEST_INTERVAL;
    private volatile boolean oneCall;
    /** That of one call at the last trial. */
    private volatile double nanosPerByte;

    private final AtomicInteger delays = new AtomicInteger();

    /** That of modules of such a length. */
    static DecryptionPace of(int length) {
        return SHARED[Integer.SIZE - 1 - Integer.numberOfLeadingZeros(length)];
    }

    /** Whether one call is faster, as far as is known. */
    boolean prefersOneCall() {
        return oneCall;
    }

    /** Whether the next module is to be decrypted in both ways; says so to one of the threads, which then reports to {@link #tried}. */
    boolean isTrialDue() {
        boolean due = untilTrial.decrementAndGet() == 0;
        if (due) {
            // In case that the trial fails.
            untilTrial.set(interval);
        }
        return due;
    }

    /** Whether code that decrypts in so many nanoseconds is compiled. If not, only two passes of short calls get theirs compiled soon. */
    static boolean isCompiled(int length, long nanos) {
        return nanos <= (long) COMPILED * length;
    }

    /** What a trial has taken, the best of several times. */
    void tried(int length, long twoPasses, long one) {
        boolean before = oneCall;
        oneCall = one < twoPasses && isCompiled(length, one);
        nanosPerByte = (double) one / length;
        delays.set(0);
        interval = oneCall == before ? Math.min(2 * interval, LONGEST_INTERVAL) : SHORTEST_INTERVAL;
        untilTrial.set(interval);
    }

    /** What one call has taken outside of a trial: if it takes long again and again, the next module is a trial. */
    void took(int length, long nanos) {
        if (nanos <= LONG * nanosPerByte * length) {
            delays.setPlain(0);
        } else if (delays.incrementAndGet() == PATIENCE) {
            interval = SHORTEST_INTERVAL;
            untilTrial.set(1);
        }
    }
}
