package io.pq2.spark.internal.kernel.join;

import io.pq2.spark.internal.kernel.values.Sizes;
import java.util.Arrays;

/**
 * The numbers of distinct keys, from 0. Keys of a small range are looked up in a table with an element for each number
 * of the range, others in a hash table. Immutable.
 */
final class KeyIndex {

    /** The elements of a table for each key, up to which the table is used instead of a hash table. */
    private static final int MOST_ELEMENTS_PER_KEY = 8;

    /** A table of this size is used for any number of keys: 256 KiB. */
    private static final int SMALL_TABLE = 1 << 16;

    private final boolean usesTable;
    private final long base;
    /** The number plus one of each key from {@link #base}, or at the slot of its hash or a later one; 0 if free. */
    private final int[] numbers;
    /** The key of each slot of the hash table. */
    private final long[] slotKeys;

    /**
     * Creates an index.
     *
     * @param keys distinct keys, by number
     */
    KeyIndex(long[] keys, int count) {
        long min = Arrays.stream(keys, 0, count).min().orElse(0);
        long max = Arrays.stream(keys, 0, count).max().orElse(0);
        base = min;
        long last = max - min;
        // The difference is negative if it exceeds 63 bits.
        usesTable = last >= 0 && last < Math.max(SMALL_TABLE, (long) MOST_ELEMENTS_PER_KEY * count);
        if (usesTable) {
            numbers = new int[(int) last + 1];
            slotKeys = new long[0];
            for (int i = 0; i < count; i++) {
                numbers[(int) (keys[i] - base)] = i + 1;
            }
        } else {
            int slots = Integer.highestOneBit(Math.max(2, count)) << 2;
            numbers = new int[slots];
            slotKeys = new long[slots];
            for (int i = 0; i < count; i++) {
                int slot = freeSlot(keys[i]);
                numbers[slot] = i + 1;
                slotKeys[slot] = keys[i];
            }
        }
    }

    private int freeSlot(long key) {
        int slot = hash(key) & numbers.length - 1;
        while (numbers[slot] != 0) {
            slot = slot + 1 & numbers.length - 1;
        }
        return slot;
    }

    private static int hash(long value) {
        long mixed = (value ^ value >>> Integer.SIZE) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> Integer.SIZE ^ mixed);
    }

    /** Returns the number of a key; -1 if there is none. */
    int find(long key) {
        if (usesTable) {
            long offset = key - base;
            return Long.compareUnsigned(offset, numbers.length) < 0 ? numbers[(int) offset] - 1 : -1;
        }
        int slot = hash(key) & numbers.length - 1;
        while (numbers[slot] != 0 && slotKeys[slot] != key) {
            slot = slot + 1 & numbers.length - 1;
        }
        return numbers[slot] - 1;
    }

    /** Returns the most bytes that an index of some keys takes. */
    static long mostBytes(int count) {
        long slots = Math.max(SMALL_TABLE, (long) MOST_ELEMENTS_PER_KEY * count);
        return slots * Integer.BYTES + 4L * count * Long.BYTES;
    }

    long bytes() {
        return Sizes.bytes(numbers) + Sizes.bytes(slotKeys);
    }
}
