package io.pq2.internal.inspect;

import java.util.Arrays;

/** Signed counts of 128-bit hashes, in an open-addressing hash table. */
public final class HashCounts {

    private static final int START_CAPACITY = 1024;

    private long[] first = new long[START_CAPACITY];
    private long[] second = new long[START_CAPACITY];
    private int[] counts = new int[START_CAPACITY];
    private boolean[] used = new boolean[START_CAPACITY];
    private int size;

    /** Adds to the count of a hash. */
    public void add(FingerprintHash hash, int change) {
        int slot = slot(hash.first(), hash.second());
        if (!used[slot]) {
            if (2 * (size + 1) > used.length) {
                grow();
                slot = slot(hash.first(), hash.second());
            }
            used[slot] = true;
            first[slot] = hash.first();
            second[slot] = hash.second();
            size++;
        }
        counts[slot] = Math.addExact(counts[slot], change);
    }

    /** Returns the count of a hash; 0 if it was never added. */
    public int count(FingerprintHash hash) {
        int slot = slot(hash.first(), hash.second());
        return used[slot] ? counts[slot] : 0;
    }

    /** Returns the sum of the positive counts (sign 1), or the negated sum of the negative ones (sign -1). */
    public long sum(int sign) {
        return Arrays.stream(counts)
                .mapToLong(count -> Math.max(0L, (long) sign * count))
                .sum();
    }

    private int slot(long one, long two) {
        int mask = used.length - 1;
        int slot = (int) two & mask;
        while (used[slot] && (first[slot] != one || second[slot] != two)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldFirst = first;
        long[] oldSecond = second;
        int[] oldCounts = counts;
        boolean[] oldUsed = used;
        int capacity = Math.multiplyExact(2, oldUsed.length);
        first = new long[capacity];
        second = new long[capacity];
        counts = new int[capacity];
        used = new boolean[capacity];
        for (int i = 0; i < oldUsed.length; i++) {
            if (oldUsed[i]) {
                int slot = slot(oldFirst[i], oldSecond[i]);
                used[slot] = true;
                first[slot] = oldFirst[i];
                second[slot] = oldSecond[i];
                counts[slot] = oldCounts[i];
            }
        }
    }
}
