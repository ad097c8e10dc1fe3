package io.pq2.internal.encoding.scatter;

import io.pq2.internal.io.SmallCopy;
import java.util.Arrays;
import java.util.Objects;

/**
 * Moves values that were decoded densely to their slots, in place.
 *
 * <p>Each method takes {@code present} values that stand at {@code [from, from + present)} and leaves them at those slots of {@code
 * [from, to)} whose validity bits are set, in the same order; bit {@code i} belongs to slot {@code i}, and {@code present} is the
 * number of bits set in that range. Slots of nulls become 0. Values only ever move towards the back, so the work is done from
 * there, a word of the bitmap at a time: a word without nulls is one move, one without values a fill. In other words every slot
 * takes the value that is next, masked by its bit, and the bit says whether that value is used up: no branch depends on the data.
 */
public final class Scatter {

    /** So many values of a word are moved one by one, if they do not stand in its slots: the rest is a fill. */
    private static final int FEW = 16;

    private Scatter() {}

    /** Spreads ints. */
    public static void ints(int[] values, long[] validity, int from, int to, int present) {
        Objects.checkFromToIndex(from, to, values.length);
        int source = from + present;
        int end = to;
        while (end > from && source < end) {
            int start = Math.max(from, end - 1 & -64);
            long word = validity[start >>> 6] & -1L << start & -1L >>> -end;
            int count = Long.bitCount(word);
            source -= count;
            if (count == end - start) {
                System.arraycopy(values, source, values, start, count);
            } else if (count == 0) {
                Arrays.fill(values, start, end, 0);
            } else {
                intsMixed(values, word >>> start, source, start, end - start, count);
            }
            end = start;
        }
    }

    private static void intsMixed(int[] values, long word, int source, int start, int length, int count) {
        if (count <= FEW && source + count <= start) {
            intsApart(values, word, source, start, length);
            return;
        }
        int last = source + count - 1;
        int lowest = Long.numberOfTrailingZeros(word);
        for (int i = length - 1; i >= lowest; i--) {
            int bit = (int) (word >>> i) & 1;
            values[start + i] = values[last] & -bit;
            last -= bit;
        }
        Arrays.fill(values, start, start + lowest, 0);
    }

    private static void intsApart(int[] values, long word, int source, int start, int length) {
        Arrays.fill(values, start, start + length, 0);
        int from = source;
        for (long left = word; left != 0; left &= left - 1) {
            values[start + Long.numberOfTrailingZeros(left)] = values[from++];
        }
    }

    /** Spreads longs. */
    public static void longs(long[] values, long[] validity, int from, int to, int present) {
        Objects.checkFromToIndex(from, to, values.length);
        int source = from + present;
        int end = to;
        while (end > from && source < end) {
            int start = Math.max(from, end - 1 & -64);
            long word = validity[start >>> 6] & -1L << start & -1L >>> -end;
            int count = Long.bitCount(word);
            source -= count;
            if (count == end - start) {
                System.arraycopy(values, source, values, start, count);
            } else if (count == 0) {
                Arrays.fill(values, start, end, 0L);
            } else {
                longsMixed(values, word >>> start, source, start, end - start, count);
            }
            end = start;
        }
    }

    private static void longsMixed(long[] values, long word, int source, int start, int length, int count) {
        if (count <= FEW && source + count <= start) {
            longsApart(values, word, source, start, length);
            return;
        }
        int last = source + count - 1;
        int lowest = Long.numberOfTrailingZeros(word);
        for (int i = length - 1; i >= lowest; i--) {
            int bit = (int) (word >>> i) & 1;
            values[start + i] = values[last] & -(long) bit;
            last -= bit;
        }
        Arrays.fill(values, start, start + lowest, 0L);
    }

    private static void longsApart(long[] values, long word, int source, int start, int length) {
        Arrays.fill(values, start, start + length, 0L);
        int from = source;
        for (long left = word; left != 0; left &= left - 1) {
            values[start + Long.numberOfTrailingZeros(left)] = values[from++];
        }
    }

    /** Spreads floats. */
    public static void floats(float[] values, long[] validity, int from, int to, int present) {
        Objects.checkFromToIndex(from, to, values.length);
        int source = from + present;
        int end = to;
        while (end > from && source < end) {
            int start = Math.max(from, end - 1 & -64);
            long word = validity[start >>> 6] & -1L << start & -1L >>> -end;
            int count = Long.bitCount(word);
            source -= count;
            if (count == end - start) {
                System.arraycopy(values, source, values, start, count);
            } else if (count == 0) {
                Arrays.fill(values, start, end, 0f);
            } else {
                floatsMixed(values, word >>> start, source, start, end - start, count);
            }
            end = start;
        }
    }

    private static void floatsMixed(float[] values, long word, int source, int start, int length, int count) {
        if (count <= FEW && source + count <= start) {
            floatsApart(values, word, source, start, length);
            return;
        }
        int last = source + count - 1;
        int lowest = Long.numberOfTrailingZeros(word);
        for (int i = length - 1; i >= lowest; i--) {
            int bit = (int) (word >>> i) & 1;
            values[start + i] = Float.intBitsToFloat(Float.floatToRawIntBits(values[last]) & -bit);
            last -= bit;
        }
        Arrays.fill(values, start, start + lowest, 0f);
    }

    private static void floatsApart(float[] values, long word, int source, int start, int length) {
        Arrays.fill(values, start, start + length, 0f);
        int from = source;
        for (long left = word; left != 0; left &= left - 1) {
            values[start + Long.numberOfTrailingZeros(left)] = values[from++];
        }
    }

    /** Spreads doubles. */
    public static void doubles(double[] values, long[] validity, int from, int to, int present) {
        Objects.checkFromToIndex(from, to, values.length);
        int source = from + present;
        int end = to;
        while (end > from && source < end) {
            int start = Math.max(from, end - 1 & -64);
            long word = validity[start >>> 6] & -1L << start & -1L >>> -end;
            int count = Long.bitCount(word);
            source -= count;
            if (count == end - start) {
                System.arraycopy(values, source, values, start, count);
            } else if (count == 0) {
                Arrays.fill(values, start, end, 0d);
            } else {
                doublesMixed(values, word >>> start, source, start, end - start, count);
            }
            end = start;
        }
    }

    private static void doublesMixed(double[] values, long word, int source, int start, int length, int count) {
        if (count <= FEW && source + count <= start) {
            doublesApart(values, word, source, start, length);
            return;
        }
        int last = source + count - 1;
        int lowest = Long.numberOfTrailingZeros(word);
        for (int i = length - 1; i >= lowest; i--) {
            int bit = (int) (word >>> i) & 1;
            values[start + i] = Double.longBitsToDouble(Double.doubleToRawLongBits(values[last]) & -(long) bit);
            last -= bit;
        }
        Arrays.fill(values, start, start + lowest, 0d);
    }

    private static void doublesApart(double[] values, long word, int source, int start, int length) {
        Arrays.fill(values, start, start + length, 0d);
        int from = source;
        for (long left = word; left != 0; left &= left - 1) {
            values[start + Long.numberOfTrailingZeros(left)] = values[from++];
        }
    }

    /** Spreads booleans. */
    public static void booleans(boolean[] values, long[] validity, int from, int to, int present) {
        Objects.checkFromToIndex(from, to, values.length);
        int source = from + present;
        int end = to;
        while (end > from && source < end) {
            int start = Math.max(from, end - 1 & -64);
            long word = validity[start >>> 6] & -1L << start & -1L >>> -end;
            int count = Long.bitCount(word);
            source -= count;
            if (count == end - start) {
                System.arraycopy(values, source, values, start, count);
            } else if (count == 0) {
                Arrays.fill(values, start, end, false);
            } else {
                booleansMixed(values, word >>> start, source, start, end - start, count);
            }
            end = start;
        }
    }

    @SuppressWarnings("ShortCircuitBoolean") // a branch here would depend on the data
    private static void booleansMixed(boolean[] values, long word, int source, int start, int length, int count) {
        int last = source + count - 1;
        int lowest = Long.numberOfTrailingZeros(word);
        for (int i = length - 1; i >= lowest; i--) {
            int bit = (int) (word >>> i) & 1;
            values[start + i] = values[last] & bit != 0;
            last -= bit;
        }
        Arrays.fill(values, start, start + lowest, false);
    }

    /** Spreads values of {@code width} bytes; slot {@code i} is the bytes from {@code offset + i * width} on. */
    public static void bytes(byte[] values, int offset, int width, long[] validity, int from, int to, int present) {
        Objects.checkFromIndexSize(
                (long) offset + (long) from * width, (long) (to - from) * width, (long) values.length);
        int source = from + present;
        int end = to;
        while (end > from && source < end) {
            int start = Math.max(from, end - 1 & -64);
            long word = validity[start >>> 6] & -1L << start & -1L >>> -end;
            int count = Long.bitCount(word);
            source -= count;
            if (count == end - start) {
                System.arraycopy(values, offset + source * width, values, offset + start * width, count * width);
            } else if (count == 0) {
                Arrays.fill(values, offset + start * width, offset + end * width, (byte) 0);
            } else {
                bytesMixed(values, offset, width, word >>> start, source + count, start, end - start);
            }
            end = start;
        }
    }

    private static void bytesMixed(
            byte[] values, int offset, int width, long word, int sourceEnd, int start, int length) {
        if (sourceEnd <= start) {
            bytesApart(values, offset, width, word, sourceEnd, start, length);
            return;
        }
        int source = sourceEnd;
        for (int i = length - 1; i >= 0; i--) {
            int slot = offset + (start + i) * width;
            if ((word >>> i & 1) != 0) {
                source--;
                SmallCopy.copy(values, offset + source * width, values, slot, width);
            } else {
                Arrays.fill(values, slot, slot + width, (byte) 0);
            }
        }
    }
    /** The values do not stand in any of their slots, so that all slots can be cleared at once. */
    private static void bytesApart(
            byte[] values, int offset, int width, long word, int sourceEnd, int start, int length) {
        int first = offset + start * width;
        Arrays.fill(values, first, first + length * width, (byte) 0);
        int source = offset + (sourceEnd - Long.bitCount(word)) * width;
        for (long left = word; left != 0; left &= left - 1) {
            SmallCopy.copy(values, source, values, first + Long.numberOfTrailingZeros(left) * width, width);
            source += width;
        }
    }
}
