package io.pq2.internal.inspect;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The difference between two multisets of hashes, by bucket: the sum of the hashes of one side minus that of the other.
 * The sum of equal multisets is 0. That of different multisets is 0 with a probability of about 2<sup>-128</sup>.
 */
public final class BucketSums {

    private static final int BITS = 16;
    private static final int COUNT = 1 << BITS;

    private final long[] first = new long[COUNT];
    private final long[] second = new long[COUNT];
    /** The hashes of both sides. */
    private final long[] hashes = new long[COUNT];
    /** The hashes of one side minus those of the other. */
    private final long[] surplus = new long[COUNT];

    /** Returns the bucket of a hash. */
    public static int bucket(FingerprintHash hash) {
        return (int) (hash.first() >>> (Long.SIZE - BITS));
    }

    /**
     * Adds a hash.
     *
     * @param sign 1 for one side, -1 for the other
     */
    public void add(FingerprintHash hash, int sign) {
        int bucket = bucket(hash);
        first[bucket] += sign * hash.first();
        second[bucket] += sign * hash.second();
        hashes[bucket]++;
        surplus[bucket] += sign;
    }

    /**
     * Returns the buckets with differences, in sets.
     *
     * @param maxHashes the number of hashes up to which buckets share a set
     */
    public List<BitSet> differing(long maxHashes) {
        List<BitSet> sets = new ArrayList<>();
        long inLast = 0;
        for (int i = 0; i < COUNT; i++) {
            if (first[i] == 0 && second[i] == 0 && surplus[i] == 0) {
                continue;
            }
            if (sets.isEmpty() || inLast + hashes[i] > maxHashes) {
                sets.add(new BitSet(COUNT));
                inLast = 0;
            }
            sets.get(sets.size() - 1).set(i);
            inLast += hashes[i];
        }
        return sets;
    }
}
