package io.pq2.predicate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** What equals one of some byte strings. */
final class BytesIn extends BytesCheck {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final byte[][] slots;
    /** The hash of each slot, so that few strings are looked at that are not the one. */
    private final long[] hashes;

    private final int shift;
    /** The lengths that occur, all from 63 on as one. */
    private final long knownLengths;

    BytesIn(List<byte[]> literals) {
        int bits = Math.max(2, 64 - Long.numberOfLeadingZeros(literals.size() * 2L));
        slots = new byte[1 << bits][];
        hashes = new long[1 << bits];
        shift = 64 - bits;
        long seen = 0;
        for (byte[] literal : literals) {
            seen |= lengthBit(literal.length);
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
    long test(byte[] bytes, int[] starts, int[] lengths, int from, long wanted) {
        long hits = 0;
        for (long left = wanted; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            int length = lengths[from + i];
            if ((knownLengths & lengthBit(length)) != 0 && slots[find(bytes, starts[from + i], length)] != null) {
                hits |= 1L << i;
            }
        }
        return hits;
    }

    /** Where a byte string is, or the free slot where it would be. */
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

    /** The last bytes of a longer string are read as eight as well, some of them twice. */
    private static long hash(byte[] bytes, int start, int length) {
        long hash = length;
        long rest = 0;
        if (length >= Long.BYTES) {
            int last = start + length - Long.BYTES;
            for (int at = start; at < last; at += Long.BYTES) {
                hash = (hash ^ (long) LONGS.get(bytes, at)) * SPREAD;
                hash ^= hash >>> 32;
            }
            rest = (long) LONGS.get(bytes, last);
        } else {
            for (int i = 0; i < length; i++) {
                rest = rest << 8 | bytes[start + i] & 0xFF;
            }
        }
        hash = (hash ^ rest) * SPREAD;
        return (hash ^ hash >>> 32) * SPREAD;
    }
}
