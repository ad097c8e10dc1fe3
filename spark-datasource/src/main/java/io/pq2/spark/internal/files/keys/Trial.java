package io.pq2.spark.internal.files.keys;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the tests of a filter on an executor, to drop it if it excludes few values. */
final class Trial {

    /** The number of tests after which a filter may be dropped. */
    private static final long TESTS = 8192;

    /** The share of passing values from which the tests cost more than they save. */
    private static final double MAX_WORTHWHILE_SHARE = 0.75;

    private final AtomicLong tested = new AtomicLong();
    private final AtomicLong passed = new AtomicLong();

    /** Adds the results of tests. */
    void count(long tests, long passes) {
        tested.addAndGet(tests);
        passed.addAndGet(passes);
    }

    /** Whether the filter excludes too few values to be worth its tests. */
    boolean isLost() {
        return tested.get() >= TESTS && passed.doubleValue() > tested.doubleValue() * MAX_WORTHWHILE_SHARE;
    }
}
