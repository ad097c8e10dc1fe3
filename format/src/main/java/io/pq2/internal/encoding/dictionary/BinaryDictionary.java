package io.pq2.internal.encoding.dictionary;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.io.LittleEndian;
import io.pq2.internal.io.SmallCopy;
import java.util.Arrays;

/**
 * A hash table of distinct byte strings with open addressing. One array contains the bytes of all entries in the layout
 * of a PLAIN dictionary page. A slot has 32 bits of the hash and the id + 1; an empty slot is 0.
 */
final class BinaryDictionary {

    private static final int MIN_BITS = 6;
    /** The length from which the hash has two sums, in bytes. */
    private static final int LONG_VALUE = 48;

    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private final int prefix;
    private final EncodedBytes page = new EncodedBytes(64);
    private long[] slots = new long[1 << MIN_BITS];
    private int[] starts = new int[slots.length / 2];
    private int[] lengths = new int[slots.length / 2];
    private int size;

    /** @param prefixed whether a length of 4 bytes precedes each entry */
    BinaryDictionary(boolean prefixed) {
        prefix = prefixed ? Integer.BYTES : 0;
    }

    int size() {
        return size;
    }

    EncodedBytes page() {
        return page;
    }

    int[] starts() {
        return starts;
    }

    int[] lengths() {
        return lengths;
    }

    /** Returns the id of a value. Adds the value if it is not an entry yet. */
    int add(byte[] bytes, int start, int length, int hash) {
        int mask = slots.length - 1;
        int at = hash & mask;
        long slot = slots[at];
        while (slot != 0) {
            if ((int) (slot >>> 32) == hash && isEntry((int) slot - 1, bytes, start, length)) {
                return (int) slot - 1;
            }
            at = at + 1 & mask;
            slot = slots[at];
        }
        return insert(bytes, start, length, hash, at);
    }

    private boolean isEntry(int id, byte[] bytes, int start, int length) {
        byte[] entries = page.array();
        int from = starts[id];
        // The length before the bytes is in their cache line; the length in the array of lengths is not.
        return (prefix == 0 || LittleEndian.getInt(entries, from - Integer.BYTES) == length)
                && SmallCopy.equal(entries, from, bytes, start, length);
    }

    private int insert(byte[] bytes, int start, int length, int hash, int at) {
        int free = at;
        if (size == starts.length) {
            grow();
            free = freeSlot(hash);
        }
        if ((long) page.size() + prefix + length > Integer.MAX_VALUE - 64) {
            throw new InvalidDataException("a dictionary needs more than 2 GiB; choose a smaller dictionary limit");
        }
        if (prefix != 0) {
            page.putInt(length);
        }
        starts[size] = page.size();
        lengths[size] = length;
        page.putBytes(bytes, start, length);
        slots[free] = (long) hash << 32 | ++size;
        return size - 1;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 4];
        starts = Arrays.copyOf(starts, slots.length / 2);
        lengths = Arrays.copyOf(lengths, slots.length / 2);
        for (long slot : old) {
            if (slot != 0) {
                slots[freeSlot((int) (slot >>> 32))] = slot;
            }
        }
    }

    private int freeSlot(int hash) {
        int at = hash & slots.length - 1;
        while (slots[at] != 0) {
            at = at + 1 & slots.length - 1;
        }
        return at;
    }

    long memoryBytes() {
        return (long) Long.BYTES * slots.length
                + Integer.BYTES * ((long) starts.length + lengths.length)
                + page.array().length;
    }

    /** Removes all entries and frees their memory. */
    void reset() {
        size = 0;
        page.release();
        if (slots.length > 1 << MIN_BITS) {
            slots = new long[1 << MIN_BITS];
            starts = new int[slots.length / 2];
            lengths = new int[slots.length / 2];
        } else {
            Arrays.fill(slots, 0);
        }
    }

    /**
     * Returns the hash of a value. Callers hash many values before they add one, so that cache misses of the look-ups
     * overlap.
     */
    static int hash(byte[] bytes, int start, int length) {
        long hash = length * FACTOR;
        if (length < Long.BYTES) {
            hash = mix(hash, SmallCopy.word(bytes, start, length));
        } else {
            int last = start + length - Long.BYTES;
            int at = start;
            if (length >= LONG_VALUE) {
                // The multiplications of two sums overlap.
                long other = FACTOR;
                for (; at < last - Long.BYTES; at += 2 * Long.BYTES) {
                    hash = mix(hash, LittleEndian.getLong(bytes, at));
                    other = mix(other, LittleEndian.getLong(bytes, at + Long.BYTES));
                }
                hash = mix(hash, other);
            }
            for (; at < last; at += Long.BYTES) {
                hash = mix(hash, LittleEndian.getLong(bytes, at));
            }
            hash = mix(hash, LittleEndian.getLong(bytes, last));
        }
        hash ^= hash >>> 29;
        return (int) (hash * FACTOR >>> 32);
    }

    private static long mix(long hash, long word) {
        long mixed = (hash ^ word) * FACTOR;
        return mixed ^ mixed >>> 32;
    }
}
