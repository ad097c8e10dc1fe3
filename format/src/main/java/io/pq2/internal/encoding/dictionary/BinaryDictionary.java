package io.pq2.internal.encoding.dictionary;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.io.LittleEndian;
import io.pq2.internal.io.SmallCopy;
import java.util.Arrays;

/**
 * Distinct byte strings by open addressing. The bytes of the entries lie in one array as a PLAIN dictionary page has them, each with
 * so many bytes before it as its length takes. A slot holds 32 bits of hash and the id + 1; 0 is an empty slot.
 */
final class BinaryDictionary {

    private static final int MIN_BITS = 6;
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private final int prefix;
    private final EncodedBytes page = new EncodedBytes(64);
    private long[] slots = new long[1 << MIN_BITS];
    private int[] starts = new int[slots.length / 2];
    private int[] lengths = new int[slots.length / 2];
    private int size;

    /** @param prefixed whether 4 bytes of length stand before each entry */
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

    /** The id of a value, which becomes an entry if it is none yet. */
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
        // The length before the bytes is in the same cache line as they are, the one in the array of lengths is not.
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
            throw new InvalidDataException("a dictionary of more than 2 GiB; end it earlier");
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

    /** Forgets the entries and their memory. */
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

    /** A hash of a value for {@link #add}; taken for many values before any is looked up, the look-ups can overlap. */
    static int hash(byte[] bytes, int start, int length) {
        long hash = length * FACTOR;
        if (length < Long.BYTES) {
            hash = mix(hash, SmallCopy.word(bytes, start, length));
        } else {
            int last = start + length - Long.BYTES;
            for (int at = start; at < last; at += Long.BYTES) {
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
