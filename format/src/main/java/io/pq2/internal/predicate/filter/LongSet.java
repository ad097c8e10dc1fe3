package io.pq2.internal.predicate.filter;

import io.pq2.vector.Validity;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A set of numbers with fast lookup: a bitmap if the numbers are close together, otherwise a hash table. */
public final class LongSet {

    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    /** The widest range that always gets a bitmap, which is then as large as a hash table of a thousand numbers. */
    private static final long BITS = 1 << 17;
    /** A wider range gets a bitmap with up to this many bits per number: a hash table needs 128 to 256. */
    private static final long BITS_PER_NUMBER = 128;

    private final long min;
    private final long span;
    /** The bitmap; absent when the set is a hash table. */
    private final long @Nullable [] bits;

    private final long[] slots;
    private final int shift;
    private final boolean hasZero;

    /** @param numbers the numbers, at least one */
    public LongSet(long[] numbers) {
        min = Arrays.stream(numbers).min().orElseThrow();
        span = Arrays.stream(numbers).max().orElseThrow() - min;
        if (span >= 0 && span < Math.max(BITS, numbers.length * BITS_PER_NUMBER) && span < Integer.MAX_VALUE) {
            bits = new long[Validity.words((int) span + 1)];
            for (long number : numbers) {
                Validity.set(bits, (int) (number - min));
            }
            slots = new long[0];
            shift = 0;
            hasZero = false;
            return;
        }
        bits = null;
        int width = Math.max(2, 64 - Long.numberOfLeadingZeros(numbers.length * 2L));
        slots = new long[1 << width];
        shift = 64 - width;
        boolean zero = false;
        for (long number : numbers) {
            zero |= number == 0;
            int slot = find(number);
            slots[slot] = number;
        }
        hasZero = zero;
    }

    /** Whether a number is in the set. */
    public boolean contains(long number) {
        long distance = number - min;
        if (Long.compareUnsigned(distance, span) > 0) {
            return false;
        } else if (bits != null) {
            return Validity.isSet(bits, (int) distance);
        }
        return number == 0 ? hasZero : slots[find(number)] == number;
    }

    /** Returns the slot of a number, or the free slot where it belongs. Free slots hold 0. */
    private int find(long number) {
        int slot = (int) (number * SPREAD >>> shift);
        while (slots[slot] != 0 && slots[slot] != number) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }
}
