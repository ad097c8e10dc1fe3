package io.pq2.internal.statistics;

import io.pq2.internal.vector.Float16;
import org.jspecify.annotations.Nullable;

/** {@link MinMax} of FLOAT16, with the rules of {@link FloatMinMax} for NaN and zero. */
public final class Float16MinMax implements MinMax {

    private static final int MAGNITUDE = 0x7FFF;
    private static final int NEGATIVE_ZERO = 0x8000;

    private int min;
    private int max;
    private long count;
    private long nans;
    /** Absent in TYPE_ORDER. */
    private final @Nullable TotalOrder totalOrder;

    /** @param total whether the order is IEEE 754 total order */
    public Float16MinMax(boolean total) {
        totalOrder = total ? new TotalOrder() : null;
        reset();
    }

    /** Adds {@code values} consecutive values, starting at {@code offset}. */
    public void update(byte[] bytes, int offset, int values) {
        for (int i = 0; i < values; i++) {
            add(Float16.bits(bytes, offset + Float16.BYTES * i));
        }
        count += values;
    }

    private void add(int bits) {
        if (totalOrder != null) {
            totalOrder.add(TotalOrder.key(bits << 16), Float16.isNan(bits));
        }
        if (Float16.isNan(bits)) {
            nans++;
            return;
        }
        int key = key(bits);
        min = Math.min(min, key);
        max = Math.max(max, key);
    }

    /** Returns a number that orders like the value; the key of both zeros is 0. */
    static int key(int bits) {
        int magnitude = bits & MAGNITUDE;
        return (bits & NEGATIVE_ZERO) != 0 ? -magnitude : magnitude;
    }

    @Override
    public boolean isEmpty() {
        return totalOrder == null ? count == nans : totalOrder.isEmpty();
    }

    @Override
    public byte[] min() {
        if (totalOrder != null) {
            return Float16.bytes(TotalOrder.key((int) totalOrder.min()) >> 16);
        }
        return Float16.bytes(min == 0 ? NEGATIVE_ZERO : bits(min));
    }

    @Override
    public byte[] max() {
        if (totalOrder != null) {
            return Float16.bytes(TotalOrder.key((int) totalOrder.max()) >> 16);
        }
        return Float16.bytes(bits(max));
    }

    private static int bits(int key) {
        return key < 0 ? -key | NEGATIVE_ZERO : key;
    }

    @Override
    public long nanCount() {
        return nans;
    }

    @Override
    public void reset() {
        min = Integer.MAX_VALUE;
        max = Integer.MIN_VALUE;
        count = 0;
        nans = 0;
        if (totalOrder != null) {
            totalOrder.reset();
        }
    }
}
