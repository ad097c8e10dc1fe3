package io.pq2.spark.internal.runtime;

import io.pq2.internal.predicate.filter.LongSet;
import io.pq2.predicate.ValuePredicate;
import io.pq2.statistics.ColumnStatistics;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * Tests whether an integer is one of many keys. Counts its results, and passes all values once the counts of the
 * executor show that the test excludes few of them.
 *
 * <p>Threads may share the counts of a test. A race can only make the decision less accurate.
 */
public final class KeyTest implements ValuePredicate {

    /** The number of tests between two looks at the counts of the executor. */
    private static final int PERIOD = 1024;

    private final RuntimeKeys keys;
    private final long[] sorted;
    private final LongSet set;
    private int tests;
    private int passes;
    private boolean dropped;

    KeyTest(RuntimeKeys keys, long[] sorted, LongSet set) {
        this.keys = keys;
        this.sorted = sorted;
        this.set = set;
    }

    @Override
    public boolean test(Comparable<?> value) {
        return !(value instanceof BigDecimal number)
                || number.stripTrailingZeros().scale() > 0
                || number.toBigInteger().bitLength() >= Long.SIZE
                || testLong(number.longValue());
    }

    @Override
    public boolean testLong(long value) {
        if (dropped) {
            return true;
        }
        boolean passed = set.contains(value);
        passes += passed ? 1 : 0;
        if (++tests >= PERIOD) {
            keys.count(tests, passes);
            tests = 0;
            passes = 0;
            dropped = keys.isDropped();
        }
        return passed;
    }

    /** Whether one of the keys is between min and max. */
    @Override
    public boolean mayPass(ColumnStatistics statistics) {
        if (!(statistics.min() instanceof BigDecimal min) || !(statistics.max() instanceof BigDecimal max)) {
            return true;
        }
        BigDecimal largest = BigDecimal.valueOf(sorted[sorted.length - 1]);
        if (min.compareTo(largest) > 0 || max.compareTo(BigDecimal.valueOf(sorted[0])) < 0) {
            return false;
        }
        // Now min is at most the largest key, so that it fits into 64 bits unless it is below all keys.
        if (min.compareTo(BigDecimal.valueOf(sorted[0])) <= 0) {
            return true;
        }
        int found = Arrays.binarySearch(sorted, min.longValue());
        int next = found >= 0 ? found : -found - 1;
        return BigDecimal.valueOf(sorted[next]).compareTo(max) <= 0;
    }

    @Override
    public String toString() {
        return keys.toString();
    }
}
