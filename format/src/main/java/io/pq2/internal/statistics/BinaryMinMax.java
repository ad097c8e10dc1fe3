package io.pq2.internal.statistics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@link MinMax} of BYTE_ARRAY, and of FIXED_LEN_BYTE_ARRAY other than FLOAT16.
 *
 * <p>The first eight bytes of a value, taken as a number, decide most comparisons.
 */
public final class BinaryMinMax implements MinMax {

    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final BinaryOrder order;
    /** Converts the order of unsigned bytes to that of signed numbers. */
    private final long flip;

    private byte @Nullable [] min;
    private byte @Nullable [] max;

    /** @param order the order of the values */
    public BinaryMinMax(BinaryOrder order) {
        this.order = order;
        this.flip = order == BinaryOrder.UNSIGNED ? Long.MIN_VALUE : 0;
    }

    /** Adds the slices from index {@code from} (inclusive) to {@code to} (exclusive). */
    public void update(byte[] bytes, int[] starts, int[] lengths, int from, int to) {
        if (from >= to) {
            return;
        }
        if (order == BinaryOrder.TWOS_COMPLEMENT) {
            updateNumbers(bytes, starts, lengths, from, to);
            return;
        }
        // Indexes of the min and max of this call; the values are copied only once, at the end.
        int minIndex = from;
        int maxIndex = from;
        long minKey = key(bytes, starts[from], lengths[from]);
        long maxKey = minKey;
        for (int i = from + 1; i < to; i++) {
            long key = key(bytes, starts[i], lengths[i]);
            if (key <= minKey && (key < minKey || compare(bytes, starts, lengths, i, minIndex) < 0)) {
                minIndex = i;
                minKey = key;
            }
            if (key >= maxKey && (key > maxKey || compare(bytes, starts, lengths, i, maxIndex) > 0)) {
                maxIndex = i;
                maxKey = key;
            }
        }
        offer(bytes, starts[minIndex], lengths[minIndex], starts[maxIndex], lengths[maxIndex]);
    }

    private void updateNumbers(byte[] bytes, int[] starts, int[] lengths, int from, int to) {
        int minIndex = from;
        int maxIndex = from;
        for (int i = from + 1; i < to; i++) {
            if (compare(bytes, starts, lengths, i, minIndex) < 0) {
                minIndex = i;
            } else if (compare(bytes, starts, lengths, i, maxIndex) > 0) {
                maxIndex = i;
            }
        }
        offer(bytes, starts[minIndex], lengths[minIndex], starts[maxIndex], lengths[maxIndex]);
    }

    private int compare(byte[] bytes, int[] starts, int[] lengths, int a, int b) {
        return order.compare(bytes, starts[a], lengths[a], bytes, starts[b], lengths[b]);
    }

    /** Adds {@code values} consecutive values of {@code width} bytes each, starting at {@code offset}. */
    public void update(byte[] bytes, int offset, int width, int values) {
        if (values == 0) {
            return;
        }
        int minStart = offset;
        int maxStart = offset;
        long minKey = key(bytes, offset, width);
        long maxKey = minKey;
        for (int i = 1; i < values; i++) {
            int start = offset + i * width;
            long key = key(bytes, start, width);
            if (key <= minKey && (key < minKey || order.compare(bytes, start, width, bytes, minStart, width) < 0)) {
                minStart = start;
                minKey = key;
            }
            if (key >= maxKey && (key > maxKey || order.compare(bytes, start, width, bytes, maxStart, width) > 0)) {
                maxStart = start;
                maxKey = key;
            }
        }
        offer(bytes, minStart, width, maxStart, width);
    }

    /** Returns the first eight bytes as a number that orders like them; missing bytes count as zero. */
    private long key(byte[] bytes, int start, int length) {
        long key;
        if (length >= Long.BYTES) {
            key = (long) BIG_ENDIAN.get(bytes, start);
        } else {
            key = 0;
            for (int i = 0; i < length; i++) {
                key |= (bytes[start + i] & 0xFFL) << (56 - 8 * i);
            }
        }
        return key ^ flip;
    }

    private void offer(byte[] bytes, int minStart, int minLength, int maxStart, int maxLength) {
        if (min == null || order.compare(bytes, minStart, minLength, min, 0, min.length) < 0) {
            min = Arrays.copyOfRange(bytes, minStart, minStart + minLength);
        }
        if (max == null || order.compare(bytes, maxStart, maxLength, max, 0, max.length) > 0) {
            max = Arrays.copyOfRange(bytes, maxStart, maxStart + maxLength);
        }
    }

    @Override
    public boolean isEmpty() {
        return min == null;
    }

    @Override
    public byte[] min() {
        return Objects.requireNonNull(min, "no values");
    }

    @Override
    public byte[] max() {
        return Objects.requireNonNull(max, "no values");
    }

    @Override
    public void reset() {
        min = null;
        max = null;
    }
}
