package io.pq2.vector;

import java.util.Arrays;

/** Makes {@link LongVector}s. */
public final class LongVectorBuilder implements VectorBuilder {

    private long[] values = new long[0];
    private final ValidityBuilder validity = new ValidityBuilder();
    private int length;

    @Override
    public int length() {
        return length;
    }

    /** Appends a value. */
    public void append(long value) {
        if (length == values.length) {
            grow();
        }
        values[length++] = value;
    }

    @Override
    public void appendNull() {
        validity.addNull(length);
        append(0L);
    }

    @Override
    public LongVector build() {
        return new LongVector(length, values, validity.build(length));
    }

    @Override
    public void reset() {
        length = 0;
        validity.reset();
    }

    @Override
    public long bytes() {
        return (long) length * Long.BYTES;
    }

    private void grow() {
        values = Arrays.copyOf(values, Growth.capacity(length, length + 1L, 64));
    }
}
