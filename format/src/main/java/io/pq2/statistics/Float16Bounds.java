package io.pq2.statistics;

/** {@link Bounds} of FLOAT16 in the TYPE_ORDER of {@code ColumnOrder}, with the rules of FLOAT for NaN and zero. */
public final class Float16Bounds implements Bounds {

    /** Bytes a value. */
    public static final int WIDTH = 2;

    private static final int MAGNITUDE = 0x7FFF;
    private static final int INFINITY = 0x7C00;
    private static final int NEGATIVE_ZERO = 0x8000;

    private int min;
    private int max;
    private long count;
    private long nans;

    /** No values yet. */
    public Float16Bounds() {
        reset();
    }

    /** Sees {@code values} values that lie one behind the other from {@code offset} on. */
    public void update(byte[] bytes, int offset, int values) {
        for (int i = 0; i < values; i++) {
            see((bytes[offset + 2 * i] & 0xFF) | bytes[offset + 2 * i + 1] << 8);
        }
        count += values;
    }

    private void see(int bits) {
        int magnitude = bits & MAGNITUDE;
        if (magnitude > INFINITY) {
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
        return count == nans;
    }

    @Override
    public byte[] min() {
        return bytes(min == 0 ? NEGATIVE_ZERO : bits(min));
    }

    @Override
    public byte[] max() {
        return bytes(bits(max));
    }

    private static int bits(int key) {
        return key < 0 ? -key | NEGATIVE_ZERO : key;
    }

    private static byte[] bytes(int bits) {
        return new byte[] {(byte) bits, (byte) (bits >> 8)};
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
    }
}
