package io.pq2.internal.statistics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * {@link MinMax} of BYTE_ARRAY, and of FIXED_LEN_BYTE_ARRAY unless it is FLOAT16.
 *
 * <p>Each bound is kept together with its first eight bytes as a number, against which most values are decided.
 */
public final class BinaryMinMax implements MinMax {

    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final BinaryOrder order;
    /** Turns the order of two's complement into that of unsigned bytes, as far as values of one width go. */
    private final long flip;

    private byte[] min;
    private byte[] max;

    /** @param order how values compare */
    public BinaryMinMax(BinaryOrder order) {
        this.order = order;
        this.flip = order == BinaryOrder.UNSIGNED ? Long.MIN_VALUE : 0;
    }

    /** Sees the slices from index {@code from} to {@code to} (exclusive). */
    public void update(byte[] bytes, int[] starts, int[] lengths, int from, int to) {
        if (from >= to) {
            return;
        }
        if (order == BinaryOrder.TWOS_COMPLEMENT) {
            updateNumbers(bytes, starts, lengths, from, to);
            return;
        }
        // Indexes of the extremes among these values; copied only once, at the end.
        int least = from;
        int greatest = from;
        long leastKey = key(bytes, starts[from], lengths[from]);
        long greatestKey = leastKey;
        for (int i = from + 1; i < to; i++) {
            long key = key(bytes, starts[i], lengths[i]);
            if (key <= leastKey && (key < leastKey || compare(bytes, starts, lengths, i, least) < 0)) {
                least = i;
                leastKey = key;
            }
            if (key >= greatestKey && (key > greatestKey || compare(bytes, starts, lengths, i, greatest) > 0)) {
                greatest = i;
                greatestKey = key;
            }
        }
        offer(bytes, starts[least], lengths[least], starts[greatest], lengths[greatest]);
    }

    private void updateNumbers(byte[] bytes, int[] starts, int[] lengths, int from, int to) {
        int least = from;
        int greatest = from;
        for (int i = from + 1; i < to; i++) {
            if (compare(bytes, starts, lengths, i, least) < 0) {
                least = i;
            } else if (compare(bytes, starts, lengths, i, greatest) > 0) {
                greatest = i;
            }
        }
        offer(bytes, starts[least], lengths[least], starts[greatest], lengths[greatest]);
    }

    private int compare(byte[] bytes, int[] starts, int[] lengths, int a, int b) {
        return order.compare(bytes, starts[a], lengths[a], bytes, starts[b], lengths[b]);
    }

    /** Sees {@code values} values of {@code width} bytes that lie one behind the other from {@code offset} on. */
    public void update(byte[] bytes, int offset, int width, int values) {
        if (values == 0) {
            return;
        }
        int least = offset;
        int greatest = offset;
        long leastKey = key(bytes, offset, width);
        long greatestKey = leastKey;
        for (int i = 1; i < values; i++) {
            int start = offset + i * width;
            long key = key(bytes, start, width);
            if (key <= leastKey && (key < leastKey || order.compare(bytes, start, width, bytes, least, width) < 0)) {
                least = start;
                leastKey = key;
            }
            if (key >= greatestKey
                    && (key > greatestKey || order.compare(bytes, start, width, bytes, greatest, width) > 0)) {
                greatest = start;
                greatestKey = key;
            }
        }
        offer(bytes, least, width, greatest, width);
    }

    /** The first eight bytes, zeros behind a shorter value, as a number that orders as they do. */
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

    private void offer(byte[] bytes, int leastStart, int leastLength, int greatestStart, int greatestLength) {
        if (min == null || order.compare(bytes, leastStart, leastLength, min, 0, min.length) < 0) {
            min = Arrays.copyOfRange(bytes, leastStart, leastStart + leastLength);
        }
        if (max == null || order.compare(bytes, greatestStart, greatestLength, max, 0, max.length) > 0) {
            max = Arrays.copyOfRange(bytes, greatestStart, greatestStart + greatestLength);
        }
    }

    @Override
    public boolean isEmpty() {
        return min == null;
    }

    @Override
    public byte[] min() {
        return min;
    }

    @Override
    public byte[] max() {
        return max;
    }

    @Override
    public void reset() {
        min = null;
        max = null;
    }
}
