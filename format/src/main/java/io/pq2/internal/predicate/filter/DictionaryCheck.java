package io.pq2.internal.predicate.filter;

import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import java.util.Arrays;

/**
 * A test of values that are entries of a dictionary: each entry is tested once, and all of them at once as soon as so many rows were
 * seen that it pays.
 */
final class DictionaryCheck {

    private static final byte UNKNOWN = 0;
    private static final byte PASSES = 1;
    private static final byte FAILS = 2;

    /** Entries that are tested for each row seen; more would be a waste on a scan of few rows. */
    private static final int ENTRIES_PER_ROW = 2;

    private final ValueCheck test;
    private Vector dictionary;
    private byte[] verdicts = new byte[0];
    private long rows;
    private boolean complete;
    /** Of a complete dictionary. */
    private int passing;

    DictionaryCheck(ValueCheck test) {
        this.test = test;
    }

    /** Gets ready for a vector. */
    void begin(DictionaryVector vector) {
        if (vector.dictionary() != dictionary) {
            dictionary = vector.dictionary();
            int entries = dictionary.length();
            if (verdicts.length < entries) {
                verdicts = new byte[entries];
            } else {
                Arrays.fill(verdicts, 0, entries, UNKNOWN);
            }
            rows = 0;
            complete = false;
        }
        rows += vector.length();
        if (!complete && dictionary.length() <= rows * ENTRIES_PER_ROW) {
            testAll();
        }
    }

    private void testAll() {
        int entries = dictionary.length();
        passing = 0;
        for (int from = 0; from < entries; from += Long.SIZE) {
            int size = Math.min(Long.SIZE, entries - from);
            long hits = test.test(dictionary, from, -1L >>> -size);
            for (int i = 0; i < size; i++) {
                boolean passes = (hits >>> i & 1) != 0;
                verdicts[from + i] = passes ? PASSES : FAILS;
                passing += passes ? 1 : 0;
            }
        }
        complete = true;
    }

    /** Like {@link ValueCheck#test} of a vector with this dictionary. */
    long test(DictionaryVector vector, int from, long wanted) {
        int[] ids = vector.ids();
        if (!complete) {
            return testOneByOne(ids, from, wanted);
        }
        if (passing == 0 || passing == dictionary.length()) {
            return passing == 0 ? 0 : -1L;
        }
        if (ValueCheck.isDense(wanted, from, vector.length())) {
            return testDense(ids, from); // behind the last slot there may be ids of another dictionary
        }
        long hits = 0;
        for (long left = wanted; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            hits |= (long) (verdicts[ids[from + i]] & PASSES) << i;
        }
        return hits;
    }

    private long testDense(int[] ids, int from) {
        byte[] table = verdicts;
        if (isRun(ids, from)) {
            return table[ids[from]] == PASSES ? -1L : 0;
        }
        long hits = 0;
        for (int i = 0; i < Long.SIZE; i++) {
            hits |= (long) (table[ids[from + i]] & PASSES) << i;
        }
        return hits;
    }

    /** Whether all slots have one id, as in sorted and clustered columns; first a guess, which costs nothing elsewhere. */
    private static boolean isRun(int[] ids, int from) {
        int id = ids[from];
        int last = from + Long.SIZE - 1;
        boolean likely = id == ids[last] && id == ids[from + Long.SIZE / 2] && id == ids[from + 1];
        return likely && Arrays.mismatch(ids, from, last, ids, from + 1, last + 1) < 0;
    }

    private long testOneByOne(int[] ids, int from, long wanted) {
        long hits = 0;
        for (long left = wanted; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            int id = ids[from + i];
            if (verdicts[id] == UNKNOWN) {
                boolean passes = (test.test(dictionary, id, 1L) & 1) != 0;
                verdicts[id] = passes ? PASSES : FAILS;
            }
            hits |= (long) (verdicts[id] & PASSES) << i;
        }
        return hits;
    }
}
