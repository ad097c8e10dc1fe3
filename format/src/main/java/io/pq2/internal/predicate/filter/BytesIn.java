package io.pq2.internal.predicate.filter;

import io.pq2.internal.io.LittleEndian;
import java.util.Arrays;
import java.util.List;

/**
 * Passes values that equal one of many byte strings.
 *
 * <p>A value passes three stages: the set of lengths, a bitmap over a hash of its first and last bytes, and a hash
 * table. Most values of a selective filter fail in the first two.
 */
public final class BytesIn extends BytesCheck {

    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    /** The number of bits by which a sample index is longer than a slot index. */
    private static final int SAMPLE_BITS = 4;

    private final byte[][] slots;
    /** The hash of the string in each slot; a different hash avoids comparing bytes. */
    private final long[] hashes;

    private final int shift;
    /** One bit per length of a literal; bit 63 is set for any length of 63 or more. */
    private final long knownLengths;
    /** One bit per sample of a literal. The bitmap is sparse, so that few other strings have their bit set. */
    private final long[] samples;

    private final int sampleShift;

    /** @param literals the byte strings, which must not change */
    public BytesIn(List<byte[]> literals) {
        int bits = Math.max(2, 64 - Long.numberOfLeadingZeros(literals.size() * 2L));
        slots = new byte[1 << bits][];
        hashes = new long[1 << bits];
        shift = 64 - bits;
        int sampleBits = Math.max(6, bits + SAMPLE_BITS);
        samples = new long[1 << sampleBits - 6];
        sampleShift = 64 - sampleBits;
        long seen = 0;
        for (byte[] literal : literals) {
            seen |= lengthBit(literal.length);
            int sample = (int) (sample(literal, 0, literal.length) >>> sampleShift);
            samples[sample >>> 6] |= 1L << sample;
            int slot = find(literal, 0, literal.length);
            slots[slot] = literal;
            hashes[slot] = hash(literal, 0, literal.length);
        }
        knownLengths = seen;
    }

    private static long lengthBit(int length) {
        return 1L << Math.min(length, 63);
    }

    @Override
    public long test(byte[] bytes, int[] starts, int[] lengths, int from, long tested) {
        long hits = 0;
        // Nearly all values of a selective filter fail here and do not reach the hash table.
        for (long left = candidates(bytes, starts, lengths, from, tested); left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            hits |= slots[find(bytes, starts[from + i], lengths[from + i])] == null ? 0 : 1L << i;
        }
        return hits;
    }

    /** Whether a slice is one of the byte strings. */
    public boolean contains(byte[] bytes, int start, int length) {
        if ((knownLengths & lengthBit(length)) == 0) {
            return false;
        }
        int sample = (int) (sample(bytes, start, length) >>> sampleShift);
        return (samples[sample >>> 6] >>> sample & 1) != 0 && slots[find(bytes, start, length)] != null;
    }

    /** Returns the bits of the slices whose length and sample occur among the literals. */
    private long candidates(byte[] bytes, int[] starts, int[] lengths, int from, long tested) {
        long[] known = samples;
        int down = sampleShift;
        long candidates = 0;
        for (long left = tested; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            int length = lengths[from + i];
            if ((knownLengths & lengthBit(length)) != 0) {
                int sample = (int) (sample(bytes, starts[from + i], length) >>> down);
                candidates |= (known[sample >>> 6] >>> sample & 1) << i;
            }
        }
        return candidates;
    }

    /** Hashes the length class, the first and the last bytes of a string into the upper bits of a number. */
    private static long sample(byte[] bytes, int start, int length) {
        if (length >= Long.BYTES) {
            long first = LittleEndian.getLong(bytes, start);
            long last = LittleEndian.getLong(bytes, start + length - Long.BYTES);
            return (first * SPREAD ^ last) * SPREAD;
        }
        if (length >= Integer.BYTES) {
            long first = LittleEndian.getInt(bytes, start);
            long last = LittleEndian.getInt(bytes, start + length - Integer.BYTES);
            return (first << 32 ^ last) * SPREAD;
        }
        long rest = length;
        for (int i = 0; i < length; i++) {
            rest = rest << 8 | bytes[start + i] & 0xFF;
        }
        return rest * SPREAD;
    }

    /** Returns the slot of a byte string, or the free slot where it belongs. */
    private int find(byte[] bytes, int start, int length) {
        long hash = hash(bytes, start, length);
        int slot = (int) (hash >>> shift);
        while (slots[slot] != null && !(hashes[slot] == hash && isAt(slot, bytes, start, length))) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    private boolean isAt(int slot, byte[] bytes, int start, int length) {
        return Arrays.equals(slots[slot], 0, slots[slot].length, bytes, start, start + length);
    }

    /** Hashes a byte string, eight bytes at a time. The last eight bytes may overlap the previous ones. */
    private static long hash(byte[] bytes, int start, int length) {
        long hash = length;
        long rest = 0;
        if (length >= Long.BYTES) {
            int last = start + length - Long.BYTES;
            for (int at = start; at < last; at += Long.BYTES) {
                hash = (hash ^ LittleEndian.getLong(bytes, at)) * SPREAD;
                hash ^= hash >>> 32;
            }
            rest = LittleEndian.getLong(bytes, last);
        } else {
            for (int i = 0; i < length; i++) {
                rest = rest << 8 | bytes[start + i] & 0xFF;
            }
        }
        hash = (hash ^ rest) * SPREAD;
        return (hash ^ hash >>> 32) * SPREAD;
    }
}
