package io.pq2.internal.encoding.dictionary;

import java.util.Arrays;

/**
 * A hash table of distinct 32-bit patterns with open addressing. A slot is one long with the pattern and the id + 1, so
 * a look-up loads one word. An empty slot is 0.
 */
final class IntDictionary {

    private static final int MIN_BITS = 6;
    private static final int GOLDEN = 0x9E3779B9;

    private long[] slots = new long[1 << MIN_BITS];
    private int shift = Integer.SIZE - MIN_BITS;
    private int[] entries = new int[slots.length / 2];
    private int size;

    int size() {
        return size;
    }

    int[] entries() {
        return entries;
    }

    void add(int[] values, int offset, int count, int[] ids, int idOffset) {
        long[] table = slots;
        int mask = table.length - 1;
        int move = shift;
        for (int i = 0; i < count; i++) {
            int value = values[offset + i];
            int at = hash(value) >>> move;
            long slot = table[at];
            while ((int) (slot >>> 32) != value && slot != 0) {
                at = at + 1 & mask;
                slot = table[at];
            }
            // An empty slot equals the pattern 0 without an id.
            if ((int) slot == 0) {
                ids[idOffset + i] = insert(value, at);
                table = slots;
                mask = table.length - 1;
                move = shift;
            } else {
                ids[idOffset + i] = (int) slot - 1;
            }
        }
    }

    /** Returns the hash of a pattern. Two rounds spread values at equal distances. */
    private static int hash(int value) {
        int hash = value * GOLDEN;
        return (hash ^ hash >>> 15) * GOLDEN;
    }

    private int insert(int value, int at) {
        if (size == entries.length) {
            grow();
            return insert(value, freeSlot(value));
        }
        entries[size] = value;
        slots[at] = (long) value << 32 | ++size;
        return size - 1;
    }

    private void grow() {
        slots = new long[slots.length * 4];
        shift -= 2;
        entries = Arrays.copyOf(entries, slots.length / 2);
        for (int id = 0; id < size; id++) {
            slots[freeSlot(entries[id])] = (long) entries[id] << 32 | id + 1;
        }
    }

    private int freeSlot(int value) {
        int at = hash(value) >>> shift;
        while (slots[at] != 0) {
            at = at + 1 & slots.length - 1;
        }
        return at;
    }

    long memoryBytes() {
        return (long) Long.BYTES * slots.length + (long) Integer.BYTES * entries.length;
    }

    /** Removes all entries and frees their memory. */
    void reset() {
        size = 0;
        if (slots.length > 1 << MIN_BITS) {
            slots = new long[1 << MIN_BITS];
            shift = Integer.SIZE - MIN_BITS;
            entries = new int[slots.length / 2];
        } else {
            Arrays.fill(slots, 0);
        }
    }
}
