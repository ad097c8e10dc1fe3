package io.pq2.internal.statistics;

import io.pq2.internal.vector.Float16;

/** {@link MinMax} of FLOAT16, with the rules of FLOAT for NaN and zero. */
public final class Float16MinMax implements MinMax {

    private static final int MAGNITUDE = 0x7FFF;
    private static final int NEGATIVE_ZERO = 0x8000;

    private int min;
    private int max;
    private long count;
    private long nans;
    /** Null in TYPE_ORDER. */
    private final TotalOrder totalOrder;

    /** @param total whether the order is IEEE 754 total order */
    public Float16MinMax(boolean total) {
        totalOrder = total ? new TotalOrder() : null;
        reset();
    }

    /** Sees {@code values} values that lie one behind the other from {@code offset} on. */
    public void update(byte[] bytes, int offset, int values) {
        for (int i = 0; i < values; i++) {
            see(Float16.bits(bytes, offset + Float16.BYTES * i));
        }
        count += values;
    }

    private void see(int bits) {
        if (totalOrder != null) {
            totalOrder.see(TotalOrder.key(bits << 16), Float16.isNan(bits));
        }
        if (Float16.isNan(bits)) {
            nans++;
            return;
        }
        int key = key(bits);
        min = Math.min(min, key);
        max = Math.max(max, key);
    }

    /** A number that orders as the values do; both zeros have 0. */
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
