package io.pq2.predicate;

/** A few numbers, to be asked often. */
final class LongSet {

    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final long[] slots;
    private final int shift;
    private final boolean hasZero;

    LongSet(long[] numbers) {
        int bits = Math.max(2, 64 - Long.numberOfLeadingZeros(numbers.length * 2L));
        slots = new long[1 << bits];
        shift = 64 - bits;
        boolean zero = false;
        for (long number : numbers) {
            zero |= number == 0;
            int slot = find(number);
            slots[slot] = number;
        }
        hasZero = zero;
    }

    boolean contains(long number) {
        return number == 0 ? hasZero : slots[find(number)] == number;
    }

    /** Where a number is, or would be: free slots hold 0. */
    private int find(long number) {
        int slot = (int) (number * SPREAD >>> shift);
        while (slots[slot] != 0 && slots[slot] != number) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }
}
