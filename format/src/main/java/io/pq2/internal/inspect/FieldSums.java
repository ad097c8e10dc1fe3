package io.pq2.internal.inspect;

import java.util.Arrays;
import java.util.BitSet;

/** Sums of the hashes of each field's values. The sums of two tables are equal if their values are, in any order. */
public final class FieldSums {

    /** The sums of the two halves of the hashes of field {@code i} are at {@code 2 * i} and {@code 2 * i + 1}. */
    private long[] sums = new long[0];

    /**
     * Adds the hash of a value.
     *
     * @param sign 1 for one table, -1 for the other
     */
    public void add(int field, FingerprintHash hash, int sign) {
        if (2 * field >= sums.length) {
            sums = Arrays.copyOf(sums, 2 * field + 2);
        }
        sums[2 * field] += sign * hash.first();
        sums[2 * field + 1] += sign * hash.second();
    }

    /** Returns the fields whose sums in the two tables differ. */
    public BitSet differing() {
        BitSet fields = new BitSet();
        for (int i = 0; i < sums.length; i++) {
            if (sums[i] != 0) {
                fields.set(i / 2);
            }
        }
        return fields;
    }
}
