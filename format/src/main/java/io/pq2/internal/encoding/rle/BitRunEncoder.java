package io.pq2.internal.encoding.rle;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.io.LittleEndian;

/** Encodes bitmaps in the RLE/bit-packing hybrid with bit width 1, up to 64 bits at a time. */
public final class BitRunEncoder {

    /** The shortest repeated run. Shorter ones are smaller and faster to read when they are bit-packed. */
    private static final int MIN_REPEAT = 128;

    private static final int GROUP = 8;

    private final HybridRunWriter runs;
    private int group;
    private int grouped;
    private int repeatedBit;
    private int repeated;

    /** @param out receives the runs; the caller must not add other bytes before {@link #finish} */
    public BitRunEncoder(EncodedBytes out) {
        runs = new HybridRunWriter(out, 1);
    }

    /** Adds {@code count} bits of {@code words}, beginning with bit {@code offset}. */
    public void write(long[] words, int offset, int count) {
        int i = offset;
        int end = offset + count;
        while (i < end) {
            if (repeated > 0) {
                int same = runLength(words, i, end, repeatedBit);
                repeated += same;
                i += same;
                if (i < end) {
                    endRepeat();
                }
            } else if (grouped > 0) {
                int taken = Math.min(GROUP - grouped, end - i);
                addToGroup((int) bits(words, i, taken), taken);
                i += taken;
            } else {
                i += writeAligned(words, i, end);
            }
        }
    }

    /** Adds bits at the start of a group. Returns the number of bits added. */
    private int writeAligned(long[] words, int from, int end) {
        int bit = (int) (words[from >>> 6] >>> from) & 1;
        int same = runLength(words, from, Math.min(end, from + Long.SIZE), bit);
        if (same == Long.SIZE) {
            repeatedBit = bit;
            repeated = same;
            return same;
        }
        int count = Math.min(Long.SIZE, end - from);
        if (count < GROUP) {
            addToGroup((int) bits(words, from, count), count);
            return count;
        }
        int groups = count / GROUP;
        pack(bits(words, from, groups * GROUP), groups);
        return groups * GROUP;
    }

    /** Adds one bit {@code count} times. */
    public void writeRepeated(int bit, int count) {
        int left = count;
        if (repeated > 0 && bit != repeatedBit && left > 0) {
            endRepeat();
        }
        if (grouped > 0 && left > 0) {
            int taken = Math.min(GROUP - grouped, left);
            addToGroup(-bit & (1 << taken) - 1, taken);
            left -= taken;
        }
        if (repeated > 0 || left >= GROUP) {
            repeatedBit = bit;
            repeated += left;
        } else if (left > 0) {
            addToGroup(-bit & (1 << left) - 1, left);
        }
    }

    private void addToGroup(int bits, int count) {
        group |= bits << grouped;
        grouped += count;
        if (grouped == GROUP) {
            int full = group;
            group = 0;
            grouped = 0;
            pack(full, 1);
        }
    }

    private void endRepeat() {
        int count = repeated;
        repeated = 0;
        if (count >= MIN_REPEAT) {
            runs.repeated(repeatedBit, count);
            return;
        }
        long bits = -repeatedBit;
        for (int groups = count / GROUP; groups > 0; groups -= Math.min(groups, Long.BYTES)) {
            pack(bits, Math.min(groups, Long.BYTES));
        }
        grouped = count % GROUP;
        group = (int) bits & (1 << grouped) - 1;
    }

    /** Packs {@code count} groups, the low {@code 8 * count} bits; at most 64 bits. */
    private void pack(long bits, int count) {
        long rest = bits;
        int left = count;
        while (left > 0) {
            int groups = runs.openPacked(left);
            byte[] dst = runs.array();
            int to = runs.position();
            if (groups == Long.BYTES) {
                LittleEndian.putLong(dst, to, rest);
            } else {
                for (int i = 0; i < groups; i++) {
                    dst[to + i] = (byte) rest;
                    rest >>>= 8;
                }
            }
            runs.advance(groups);
            left -= groups;
        }
    }

    /** Returns the number of consecutive bits equal to {@code bit}, from {@code from} to at most {@code end}. */
    private static int runLength(long[] words, int from, int end, int bit) {
        long flip = -bit;
        int i = from;
        while (i < end) {
            long other = (words[i >>> 6] ^ flip) >>> i;
            if (other != 0) {
                return Math.min(end, i + Long.numberOfTrailingZeros(other)) - from;
            }
            i = (i & -Long.SIZE) + Long.SIZE;
        }
        return end - from;
    }

    /** Returns {@code count} bits, 1 to 64, in the low bits; the other bits are 0. */
    private static long bits(long[] words, int from, int count) {
        int index = from >>> 6;
        int shift = from & 63;
        long bits = words[index] >>> shift;
        if (shift + count > Long.SIZE) {
            bits |= words[index + 1] << -shift;
        }
        return bits & -1L >>> -count;
    }

    /** Writes the remaining bits and pads the last group with zeros. The encoder can then encode other bits. */
    public void finish() {
        if (repeated > 0) {
            endRepeat();
        }
        if (grouped > 0) {
            addToGroup(0, GROUP - grouped);
        }
        runs.closePacked();
    }
}
