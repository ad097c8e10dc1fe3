package io.pq2.internal.encoding.rle;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.bitpack.BitPack;
import java.util.Arrays;
import java.util.Objects;

/**
 * Encodes values of 0 to 32 bits in the RLE/bit-packing hybrid, without a length prefix.
 *
 * <p>A bit-packed run contains whole groups of 8 values. Equal values at the start of a group become a repeated run if
 * they are at least 8 and the repeated run is smaller than a bit-packed one. All other values are bit-packed.
 */
public final class RleBitPackedEncoder {

    private static final int GROUP = 8;
    private static final int BLOCK = 32;

    private final HybridRunWriter runs;
    private final int width;
    private final int minRepeat;

    private final int[] group = new int[BLOCK];
    private int grouped;
    private int repeatedValue;
    private int repeated;

    /**
     * @param out receives the runs; the caller must not add other bytes before {@link #finish}
     * @param bitWidth the number of bits of a value, 0 to 32
     * @throws InvalidDataException if the bit width is out of range
     */
    public RleBitPackedEncoder(EncodedBytes out, int bitWidth) {
        if (bitWidth < 0 || bitWidth > Integer.SIZE) {
            throw new InvalidDataException("bitWidth is " + bitWidth + "; it must be 0 to 32");
        }
        runs = new HybridRunWriter(out, bitWidth);
        width = bitWidth;
        minRepeat = minRepeat(bitWidth);
    }

    /**
     * Returns the shortest repeated run. A repeated run costs its header, its value and usually the header of the next
     * bit-packed run, and must save at least as many bytes.
     */
    private static int minRepeat(int width) {
        if (width == 0) {
            return 1;
        }
        int runBytes = 2 + (width + 7) / 8;
        int values = (2 * runBytes * 8 + width - 1) / width;
        return Math.max(GROUP, (values + GROUP - 1) / GROUP * GROUP);
    }

    /** Adds {@code count} values, which must not have bits above the bit width. */
    public void write(int[] values, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, values.length);
        if (width == 0) {
            repeated += count;
            return;
        }
        int i = offset;
        int end = offset + count;
        while (i < end) {
            if (repeated > 0) {
                int same = endOfRun(values, i, end, repeatedValue);
                repeated += same - i;
                i = same;
                if (i < end) {
                    endRepeat();
                }
            } else if (grouped > 0) {
                int taken = Math.min(GROUP - grouped, end - i);
                System.arraycopy(values, i, group, grouped, taken);
                i += taken;
                grouped += taken;
                endGroup();
            } else {
                int packed = endOfPacked(values, i, end);
                pack(values, i, (packed - i) / GROUP);
                i = packed;
                if (end - i >= GROUP) {
                    repeatedValue = values[i];
                    repeated = GROUP;
                    i += GROUP;
                } else if (i < end) {
                    grouped = end - i;
                    System.arraycopy(values, i, group, 0, grouped);
                    i = end;
                }
            }
        }
    }

    /** Adds one value {@code count} times. */
    public void writeRepeated(int value, int count) {
        int left = count;
        if (repeated > 0 && value != repeatedValue && left > 0) {
            endRepeat();
        }
        while (grouped > 0 && left > 0) {
            group[grouped++] = value;
            left--;
            endGroup();
        }
        if (repeated > 0 || left >= GROUP || width == 0) {
            repeatedValue = value;
            repeated += left;
        } else if (left > 0) {
            Arrays.fill(group, 0, left, value);
            grouped = left;
        }
    }

    private static int endOfRun(int[] values, int from, int end, int value) {
        int i = from;
        while (i < end && values[i] == value) {
            i++;
        }
        return i;
    }

    /**
     * Returns the end of the groups to bit-pack from {@code from} on: the start of a group of 8 equal values, or of an
     * incomplete group.
     */
    private static int endOfPacked(int[] values, int from, int end) {
        int i = from;
        while (end - i >= GROUP && !isRepeat(values, i)) {
            i += GROUP;
        }
        return i;
    }

    private static boolean isRepeat(int[] values, int i) {
        int first = values[i];
        if (first != values[i + 7]) {
            return false;
        }
        int differences = first ^ values[i + 1];
        differences |= first ^ values[i + 2];
        differences |= first ^ values[i + 3];
        differences |= first ^ values[i + 4];
        differences |= first ^ values[i + 5];
        differences |= first ^ values[i + 6];
        return differences == 0;
    }

    private void endGroup() {
        if (grouped < GROUP) {
            return;
        }
        grouped = 0;
        if (isRepeat(group, 0)) {
            repeatedValue = group[0];
            repeated = GROUP;
        } else {
            pack(group, 0, 1);
        }
    }

    private void endRepeat() {
        int count = repeated;
        repeated = 0;
        if (count >= minRepeat) {
            runs.repeated(repeatedValue, count);
            return;
        }
        // The count is less than minRepeat and thus less than 48: some whole groups and the first values of another.
        Arrays.fill(group, 0, Math.min(count, BLOCK), repeatedValue);
        int groups = count / GROUP;
        while (groups > 0) {
            int packed = Math.min(groups, BLOCK / GROUP);
            pack(group, 0, packed);
            groups -= packed;
        }
        grouped = count % GROUP;
    }

    private void pack(int[] values, int offset, int count) {
        int from = offset;
        int left = count;
        while (left > 0) {
            int groups = runs.openPacked(left);
            packGroups(values, from, groups);
            runs.advance(groups);
            left -= groups;
            from += groups * GROUP;
        }
    }

    private void packGroups(int[] values, int offset, int groups) {
        byte[] dst = runs.array();
        int to = runs.position();
        int blocks = groups / (BLOCK / GROUP);
        BitPack.pack(values, offset, width, dst, to, blocks);
        int from = offset + blocks * BLOCK;
        to += blocks * 4 * width;
        for (int i = blocks * (BLOCK / GROUP); i < groups; i++) {
            packGroup(values, from, dst, to);
            from += GROUP;
            to += width;
        }
    }

    private void packGroup(int[] values, int from, byte[] dst, int to) {
        long word = 0;
        int bits = 0;
        int at = to;
        for (int i = 0; i < GROUP; i++) {
            word |= (values[from + i] & 0xFFFFFFFFL) << bits;
            bits += width;
            while (bits >= 8) {
                dst[at++] = (byte) word;
                word >>>= 8;
                bits -= 8;
            }
        }
    }

    /** Writes the remaining values and pads the last group with zeros. The encoder can then encode other values. */
    public void finish() {
        if (repeated > 0) {
            endRepeat();
        }
        if (grouped > 0) {
            Arrays.fill(group, grouped, GROUP, 0);
            pack(group, 0, 1);
            grouped = 0;
        }
        runs.closePacked();
    }
}
