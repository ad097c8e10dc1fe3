package io.pq2.spark.internal.files.keys;

import io.pq2.internal.predicate.filter.LongSet;
import io.pq2.statistics.ColumnStatistics;
import java.util.Arrays;
import java.util.OptionalLong;

/** Tests whether a number is one of many keys. */
final class NumberLookup extends CountedLookup {

    /**
     * Many numbers.
     *
     * @param sorted the numbers in ascending order
     * @param set the same numbers
     */
    record Keys(long[] sorted, LongSet set) {

        /** Creates the set of numbers in ascending order. */
        static Keys of(long[] sorted) {
            return new Keys(sorted, new LongSet(sorted));
        }
    }

    private final Keys keys;

    NumberLookup(RuntimeKeys all, StoredKeys column, Keys keys, Trial trial) {
        super(all, column, trial);
        this.keys = keys;
    }

    @Override
    boolean isKey(long number) {
        return keys.set().contains(number);
    }

    /** Whether one of the keys is between min and max. */
    @Override
    public boolean mayPass(ColumnStatistics statistics) {
        OptionalLong min = column().number(statistics.min());
        OptionalLong max = column().number(statistics.max());
        if (min.isEmpty() || max.isEmpty()) {
            return true;
        }
        long[] sorted = keys.sorted();
        int found = Arrays.binarySearch(sorted, min.getAsLong());
        int next = found >= 0 ? found : -found - 1;
        return next < sorted.length && sorted[next] <= max.getAsLong();
    }
}
