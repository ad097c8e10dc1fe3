package io.pq2.internal.encoding.dictionary;

import java.util.Arrays;

/**
 * A hash table of distinct 64-bit patterns with open addressing. A slot consists of two longs, the pattern and the id +
 * 1. An empty slot has 0 in place of the id + 1.
 */
final class LongDictionary {

    private static final int MIN_BITS = 6;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long[] slots = new long[2 << MIN_BITS];
    private int shift = Long.SIZE - MIN_BITS;
    private long[] entries = new long[1 << MIN_BITS - 1];
    private int size;

    int size() {
        return size;
    }

    long[] entries() {
        return entries;
    }

    void add(long[] values, int offset, int count, int[] ids, int idOffset) {
        long[] table = slots;
        int mask = table.length - 1;
        int move = shift;
        for (int i = 0; i < count; i++) {
            long value = values[offset + i];
            int at = (int) (hash(value) >>> move) << 1;
            int id = (int) table[at + 1];
            while (id != 0 && table[at] != value) {
                at = at + 2 & mask;
                id = (int) table[at + 1];
            }
            if (id == 0) {
                ids[idOffset + i] = insert(value, at);
                table = slots;
                mask = table.length - 1;
                move = shift;
            } else {
                ids[idOffset + i] = id - 1;
            }
        }
    }

    /**
     * Returns the hash of a pattern. Two rounds spread values at equal distances and values that differ in upper bits
     * only.
     */
    private static long hash(long value) {
        long hash = value * GOLDEN;
        return (hash ^ hash >>> 32) * GOLDEN;
    }

    private int insert(long value, int at) {
        if (size == entries.length) {
            grow();
            return insert(value, freeSlot(value));
        }
        entries[size] = value;
        slots[at] = value;
        slots[at + 1] = ++size;
        return size - 1;
    }

    private void grow() {
        slots = new long[slots.length * 4];
        shift -= 2;
        entries = Arrays.copyOf(entries, slots.length / 4);
        for (int id = 0; id < size; id++) {
            int at = freeSlot(entries[id]);
            slots[at] = entries[id];
            slots[at + 1] = id + 1L;
        }
    }

    private int freeSlot(long value) {
        int at = (int) (hash(value) >>> shift) << 1;
        while (slots[at + 1] != 0) {
            at = at + 2 & slots.length - 1;
        }
        return at;
    }

    long memoryBytes() {
        return Long.BYTES * ((long) slots.length + entries.length);
    }

    /** Removes all entries and frees their memory. */
    void reset() {
        size = 0;
        if (slots.length > 2 << MIN_BITS) {
            slots = new long[2 << MIN_BITS];
            shift = Long.SIZE - MIN_BITS;
            entries = new long[1 << MIN_BITS - 1];
        } else {
            Arrays.fill(slots, 0);
        }
    }
}
