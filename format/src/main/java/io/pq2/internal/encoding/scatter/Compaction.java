package io.pq2.internal.encoding.scatter;

import io.pq2.internal.io.SmallCopy;
import java.util.Objects;

/**
 * The inverse of {@link Scatter}: takes the values of slots that are present to where they stand one after another, for an encoder.
 *
 * <p>Each method copies the values of those slots of {@code [from, to)} whose validity bits are set to {@code dst} from {@code offset}
 * on, in the same order, and returns how many they are. Bit {@code i} belongs to slot {@code i}. {@code dst} has room for {@code to -
 * from} values and is not the source.
 */
public final class Compaction {

    private Compaction() {}

    /** Compacts ints. */
    public static int ints(int[] src, long[] validity, int from, int to, int[] dst, int offset) {
        Objects.checkFromToIndex(from, to, src.length);
        Objects.checkFromIndexSize(offset, to - from, dst.length);
        int target = offset;
        int start = from;
        while (start < to) {
            int end = Math.min(to, (start & -64) + 64);
            long word = validity[start >>> 6] & -1L << start & -1L >>> -end;
            int count = Long.bitCount(word);
            if (count == end - start) {
                System.arraycopy(src, start, dst, target, count);
            } else if (count != 0) {
                intsMixed(src, word >>> start, start, dst, target);
            }
            target += count;
            start = end;
        }
        return target - offset;
    }

    private static void intsMixed(int[] src, long word, int start, int[] dst, int offset) {
        int target = offset;
        for (long left = word; left != 0; left &= left - 1) {
            dst[target++] = src[start + Long.numberOfTrailingZeros(left)];
        }
    }

    /** Compacts longs. */
    public static int longs(long[] src, long[] validity, int from, int to, long[] dst, int offset) {
        Objects.checkFromToIndex(from, to, src.length);
        Objects.checkFromIndexSize(offset, to - from, dst.length);
        int target = offset;
        int start = from;
        while (start < to) {
            int end = Math.min(to, (start & -64) + 64);
            long word = validity[start >>> 6] & -1L << start & -1L >>> -end;
            int count = Long.bitCount(word);
            if (count == end - start) {
                System.arraycopy(src, start, dst, target, count);
            } else if (count != 0) {
                longsMixed(src, word >>> start, start, dst, target);
            }
            target += count;
            start = end;
        }
        return target - offset;
    }

    private static void longsMixed(long[] src, long word, int start, long[] dst, int offset) {
        int target = offset;
        for (long left = word; left != 0; left &= left - 1) {
            dst[target++] = src[start + Long.numberOfTrailingZeros(left)];
        }
    }

    /** Compacts floats. */
    public static int floats(float[] src, long[] validity, int from, int to, float[] dst, int offset) {
        Objects.checkFromToIndex(from, to, src.length);
        Objects.checkFromIndexSize(offset, to - from, dst.length);
        int target = offset;
        int start = from;
        while (start < to) {
            int end = Math.min(to, (start & -64) + 64);
            long word = validity[start >>> 6] & -1L << start & -1L >>> -end;
            int count = Long.bitCount(word);
            if (count == end - start) {
                System.arraycopy(src, start, dst, target, count);
            } else if (count != 0) {
                floatsMixed(src, word >>> start, start, dst, target);
            }
            target += count;
            start = end;
        }
        return target - offset;
    }

    private static void floatsMixed(float[] src, long word, int start, float[] dst, int offset) {
        int target = offset;
        for (long left = word; left != 0; left &= left - 1) {
            dst[target++] = src[start + Long.numberOfTrailingZeros(left)];
        }
    }

    /** Compacts doubles. */
    public static int doubles(double[] src, long[] validity, int from, int to, double[] dst, int offset) {
        Objects.checkFromToIndex(from, to, src.length);
        Objects.checkFromIndexSize(offset, to - from, dst.length);
        int target = offset;
        int start = from;
        while (start < to) {
            int end = Math.min(to, (start & -64) + 64);
            long word = validity[start >>> 6] & -1L << start & -1L >>> -end;
            int count = Long.bitCount(word);
            if (count == end - start) {
                System.arraycopy(src, start, dst, target, count);
            } else if (count != 0) {
                doublesMixed(src, word >>> start, start, dst, target);
            }
            target += count;
            start = end;
        }
        return target - offset;
    }

    private static void doublesMixed(double[] src, long word, int start, double[] dst, int offset) {
        int target = offset;
        for (long left = word; left != 0; left &= left - 1) {
            dst[target++] = src[start + Long.numberOfTrailingZeros(left)];
        }
    }

    /** Compacts booleans. */
    public static int booleans(boolean[] src, long[] validity, int from, int to, boolean[] dst, int offset) {
        Objects.checkFromToIndex(from, to, src.length);
        Objects.checkFromIndexSize(offset, to - from, dst.length);
        int target = offset;
        int start = from;
        while (start < to) {
            int end = Math.min(to, (start & -64) + 64);
            long word = validity[start >>> 6] & -1L << start & -1L >>> -end;
            int count = Long.bitCount(word);
            if (count == end - start) {
                System.arraycopy(src, start, dst, target, count);
            } else if (count != 0) {
                booleansMixed(src, word >>> start, start, dst, target);
            }
            target += count;
            start = end;
        }
        return target - offset;
    }

    private static void booleansMixed(boolean[] src, long word, int start, boolean[] dst, int offset) {
        int target = offset;
        for (long left = word; left != 0; left &= left - 1) {
            dst[target++] = src[start + Long.numberOfTrailingZeros(left)];
        }
    }

    /** Compacts values of {@code width} bytes; slot {@code i} is the bytes of {@code src} from {@code srcOffset + i * width} on. */
    public static int bytes(
            byte[] src, int srcOffset, int width, long[] validity, int from, int to, byte[] dst, int offset) {
        int taken = 0;
        int start = from;
        while (start < to) {
            int end = Math.min(to, (start & -64) + 64);
            long word = validity[start >>> 6] & -1L << start & -1L >>> -end;
            int count = Long.bitCount(word);
            int target = offset + taken * width;
            if (count == end - start) {
                System.arraycopy(src, srcOffset + start * width, dst, target, count * width);
            } else {
                bytesMixed(src, srcOffset + start * width, width, word >>> start, dst, target);
            }
            taken += count;
            start = end;
        }
        return taken;
    }

    private static void bytesMixed(byte[] src, int srcOffset, int width, long word, byte[] dst, int offset) {
        int target = offset;
        for (long left = word; left != 0; left &= left - 1) {
            SmallCopy.copy(src, srcOffset + Long.numberOfTrailingZeros(left) * width, dst, target, width);
            target += width;
        }
    }
}
