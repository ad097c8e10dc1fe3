package io.pq2.spark.internal.kernel.values;

import java.util.Arrays;

/**
 * Numbers distinct longs from 0, in the order in which they are first seen. Longs of a small range are looked up in a
 * table with an element for each long of the range, others in a hash table.
 */
public final class LongIndex {

    private static final int FIRST_SLOTS = 1 << 8;

    /** The largest range of a table: 4 MiB. */
    private static final long MAX_RANGE = 1 << 20;

    private long[] values = new long[FIRST_SLOTS / 2];
    private int size;

    /** The number of a value plus one, at the slot of its hash or a later one; 0 in free slots. */
    private int[] slots = new int[FIRST_SLOTS];

    /** The number plus one of each value from {@link #base}; 0 for values that were not seen. */
    private int[] table = {};

    private long base;
    private boolean usesTable = true;

    /** Returns the number of distinct values. */
    public int size() {
        return size;
    }

    /** Whether longs are looked up in the hash table. */
    public boolean isHashed() {
        return !usesTable;
    }

    /** Returns the value with a number. */
    public long value(int index) {
        return values[index];
    }

    /**
     * Sets the numbers of some values.
     *
     * @param all the values with their bounds
     * @param rows the indexes of the rows
     * @param numbers receives the number plus one at the index of each row; 0 for nulls
     */
    public void number(LongValues all, int[] rows, int count, int[] numbers) {
        if (usesTable && covers(all.min(), all.max())) {
            numberInTable(all, rows, count, numbers);
            return;
        }
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            numbers[row] = all.isNull(row) ? 0 : indexOf(all.values[row]) + 1;
        }
    }

    private void numberInTable(LongValues all, int[] rows, int count, int[] numbers) {
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (all.isNull(row)) {
                numbers[row] = 0;
                continue;
            }
            int slot = (int) (all.values[row] - base);
            int number = table[slot];
            if (number == 0) {
                number = append(all.values[row]) + 1;
                table[slot] = number;
            }
            numbers[row] = number;
        }
    }

    /** Whether the table has the values of a range. Extends it, or gives it up for the hash table. */
    private boolean covers(long min, long max) {
        if (table.length > 0 && min >= base && max - base < table.length && max - base >= 0) {
            return true;
        }
        long low = table.length == 0 ? min : Math.min(min, base);
        long high = table.length == 0 ? max : Math.max(max, greatestOfTable());
        long range = high - low + 1;
        if (range <= 0 || range > MAX_RANGE) {
            leaveTable();
            return false;
        }
        // Half of the room is left for greater values.
        int length = (int) Math.min(MAX_RANGE, Math.max(FIRST_SLOTS, 2 * range));
        base = low;
        table = new int[length];
        for (int i = 0; i < size; i++) {
            table[(int) (values[i] - base)] = i + 1;
        }
        return true;
    }

    private void leaveTable() {
        usesTable = false;
        table = new int[0];
        rehash(slotsFor(size));
    }

    private long greatestOfTable() {
        long greatest = base + table.length - 1;
        return greatest < base ? Long.MAX_VALUE : greatest;
    }

    private int append(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * values.length);
        }
        values[size] = value;
        return size++;
    }

    /** Returns the number of a value, by the hash table. */
    public int indexOf(long value) {
        if (usesTable) {
            leaveTable();
        }
        int mask = slots.length - 1;
        int slot = hash(value) & mask;
        while (slots[slot] != 0) {
            int found = slots[slot] - 1;
            if (values[found] == value) {
                return found;
            }
            slot = slot + 1 & mask;
        }
        if (2 * size >= slots.length) {
            rehash(2 * slots.length);
            return indexOf(value);
        }
        slots[slot] = size + 1;
        return append(value);
    }

    private static int hash(long value) {
        long mixed = (value ^ value >>> Integer.SIZE) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> Integer.SIZE ^ mixed);
    }

    private static int slotsFor(int values) {
        int needed = FIRST_SLOTS;
        while (needed < 4 * (long) values && needed < 1 << 30) {
            needed *= 2;
        }
        return needed;
    }

    private void rehash(int length) {
        slots = new int[length];
        int mask = length - 1;
        for (int i = 0; i < size; i++) {
            int slot = hash(values[i]) & mask;
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = i + 1;
        }
    }

    /** Returns the bytes that the values and their numbers take. */
    public long bytes() {
        return Sizes.bytes(values) + Sizes.bytes(slots) + Sizes.bytes(table);
    }

    /** Forgets all values, and frees their memory. */
    public void clear() {
        values = new long[FIRST_SLOTS / 2];
        slots = new int[FIRST_SLOTS];
        table = new int[0];
        usesTable = true;
        size = 0;
    }
}
