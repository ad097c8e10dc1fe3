package io.pq2.spark.internal.runtime;

import io.pq2.internal.predicate.filter.LongSet;
import io.pq2.statistics.ColumnStatistics;
import java.math.BigDecimal;
import java.util.Arrays;

/** Tests whether an integer is one of many keys. */
final class KeyTest extends CountedTest {

    private final long[] sorted;
    private final LongSet set;

    KeyTest(RuntimeKeys keys, Trial trial, long[] sorted, LongSet set) {
        super(keys, trial);
        this.sorted = sorted;
        this.set = set;
    }

    @Override
    public boolean testLong(long value) {
        return isDropped() || counted(set.contains(value));
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
}
