package io.pq2.spark.internal.files.keys;

import io.pq2.internal.predicate.filter.BytesIn;
import io.pq2.predicate.ByteString;
import io.pq2.statistics.ColumnStatistics;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Tests whether a byte string is one of many keys. */
final class BytesLookup extends CountedLookup {

    /**
     * Many byte strings.
     *
     * @param sorted the strings in ascending order
     * @param set the same strings
     */
    record Keys(List<byte[]> sorted, BytesIn set) {

        /** Creates the set of strings in ascending order. */
        static Keys of(ByteStrings sorted) {
            List<byte[]> list = sorted.list();
            return new Keys(list, new BytesIn(list));
        }
    }

    private final Keys keys;

    BytesLookup(RuntimeKeys all, StoredKeys column, Keys keys, Trial trial) {
        super(all, column, trial);
        this.keys = keys;
    }

    @Override
    boolean isKey(byte[] bytes, int start, int length) {
        return keys.set().contains(bytes, start, length);
    }

    /** Whether one of the strings is between min and max, which may be shortened. Decimals have another order. */
    @Override
    public boolean mayPass(ColumnStatistics statistics) {
        if (!(statistics.min() instanceof ByteString min) || !(statistics.max() instanceof ByteString max)) {
            return true;
        }
        List<byte[]> sorted = keys.sorted();
        int found = Collections.binarySearch(sorted, min.bytes(), Arrays::compareUnsigned);
        int next = found >= 0 ? found : -found - 1;
        return next < sorted.size() && Arrays.compareUnsigned(sorted.get(next), max.bytes()) <= 0;
    }
}
