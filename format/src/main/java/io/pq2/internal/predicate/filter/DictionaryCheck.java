package io.pq2.internal.predicate.filter;

import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Checks dictionary-encoded values. Each dictionary entry is tested at most once: one by one at first, and all at
 * once as soon as the number of rows justifies it.
 */
final class DictionaryCheck {

    private static final byte UNKNOWN = 0;
    private static final byte PASSES = 1;
    private static final byte FAILS = 2;

    /** The number of entries to test per row seen. More would waste work in a scan of few rows. */
    private static final int ENTRIES_PER_ROW = 2;

    private final ValueCheck test;
    private @Nullable Vector dictionary;
    private int entries;
    private byte[] results = new byte[0];
    private long rows;
    private boolean complete;
    /** The number of passing entries, once all entries are tested. */
    private int passing;

    DictionaryCheck(ValueCheck test) {
        this.test = test;
    }

    /** Prepares for a vector. */
    void begin(DictionaryVector vector) {
        if (vector.dictionary() != dictionary) {
            dictionary = vector.dictionary();
            entries = vector.dictionary().length();
            if (results.length < entries) {
                results = new byte[entries];
            } else {
                Arrays.fill(results, 0, entries, UNKNOWN);
            }
            rows = 0;
            complete = false;
        }
        rows += vector.length();
        if (!complete && entries <= rows * ENTRIES_PER_ROW) {
            testAll(vector.dictionary());
        }
    }

    private void testAll(Vector values) {
        passing = 0;
        for (int from = 0; from < entries; from += Long.SIZE) {
            int size = Math.min(Long.SIZE, entries - from);
            long hits = test.test(values, from, -1L >>> -size);
            for (int i = 0; i < size; i++) {
                boolean passes = (hits >>> i & 1) != 0;
                results[from + i] = passes ? PASSES : FAILS;
                passing += passes ? 1 : 0;
            }
        }
        complete = true;
    }

    /** Tests slots of a vector with this dictionary, see {@link ValueCheck#test}. */
    long test(DictionaryVector vector, int from, long tested) {
        int[] ids = vector.ids();
        if (!complete) {
            return testOneByOne(vector.dictionary(), ids, from, tested);
        }
        if (passing == 0 || passing == entries) {
            return passing == 0 ? 0 : -1L;
        }
        if (ValueCheck.isDense(tested, from, vector.length())) {
            return testDense(ids, from); // after the last slot there may be ids of another dictionary
        }
        long hits = 0;
        for (long left = tested; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            hits |= (long) (results[ids[from + i]] & PASSES) << i;
        }
        return hits;
    }

    private long testDense(int[] ids, int from) {
        byte[] table = results;
        if (isRun(ids, from)) {
            return table[ids[from]] == PASSES ? -1L : 0;
        }
        long hits = 0;
        for (int i = 0; i < Long.SIZE; i++) {
            hits |= (long) (table[ids[from + i]] & PASSES) << i;
        }
        return hits;
    }

    /**
     * Whether 64 slots have one id, as in sorted and clustered columns. Three samples avoid the full comparison
     * elsewhere.
     */
    private static boolean isRun(int[] ids, int from) {
        int id = ids[from];
        int last = from + Long.SIZE - 1;
        boolean likely = id == ids[last] && id == ids[from + Long.SIZE / 2] && id == ids[from + 1];
        return likely && Arrays.mismatch(ids, from, last, ids, from + 1, last + 1) < 0;
    }

    private long testOneByOne(Vector values, int[] ids, int from, long tested) {
        long hits = 0;
        for (long left = tested; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            int id = ids[from + i];
            if (results[id] == UNKNOWN) {
                boolean passes = (test.test(values, id, 1L) & 1) != 0;
                results[id] = passes ? PASSES : FAILS;
            }
            hits |= (long) (results[id] & PASSES) << i;
        }
        return hits;
    }
}
