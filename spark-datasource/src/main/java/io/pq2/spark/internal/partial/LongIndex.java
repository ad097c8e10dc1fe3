package io.pq2.spark.internal.partial;

import java.util.Arrays;

/** Numbers distinct longs from 0, in the order in which they are first seen. */
final class LongIndex {

    private static final int FIRST_SLOTS = 1 << 8;

    private long[] values = new long[FIRST_SLOTS / 2];
    /** The number of a value plus one, at the slot of its hash or a later one; 0 in free slots. */
    private int[] slots = new int[FIRST_SLOTS];

    private int size;

    /** Returns the number of distinct values. */
    int size() {
        return size;
    }

    /** Returns the value with a number. */
    long value(int index) {
        return values[index];
    }

    /** Returns the number of a value. */
    int indexOf(long value) {
        int mask = slots.length - 1;
        int slot = hash(value) & mask;
        while (slots[slot] != 0) {
            int found = slots[slot] - 1;
            if (values[found] == value) {
                return found;
            }
            slot = slot + 1 & mask;
        }
        if (size == values.length) {
            grow();
            return indexOf(value);
        }
        values[size] = value;
        slots[slot] = ++size;
        return size - 1;
    }

    private static int hash(long value) {
        long mixed = (value ^ value >>> 32) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32 ^ mixed);
    }

    private void grow() {
        values = Arrays.copyOf(values, 2 * values.length);
        slots = new int[2 * values.length];
        int mask = slots.length - 1;
        for (int i = 0; i < size; i++) {
            int slot = hash(values[i]) & mask;
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = i + 1;
        }
    }

    /** Forgets all values. */
    void clear() {
        if (size > 0) {
            Arrays.fill(slots, 0);
            size = 0;
        }
    }
}
