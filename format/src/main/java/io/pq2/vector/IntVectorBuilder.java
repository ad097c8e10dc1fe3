package io.pq2.vector;

import java.util.Arrays;

/** Makes {@link IntVector}s. */
public final class IntVectorBuilder implements VectorBuilder {

    private int[] values = new int[0];
    private final ValidityBuilder validity = new ValidityBuilder();
    private int length;

    @Override
    public int length() {
        return length;
    }

    /** Appends a value. */
    public void append(int value) {
        if (length == values.length) {
            grow();
        }
        values[length++] = value;
    }

    @Override
    public void appendNull() {
        validity.addNull(length);
        append(0);
    }

    @Override
    public IntVector build() {
        return new IntVector(length, values, validity.build(length));
    }

    @Override
    public void reset() {
        length = 0;
        validity.reset();
    }

    @Override
    public long bytes() {
        return (long) length * Integer.BYTES;
    }

    private void grow() {
        values = Arrays.copyOf(values, Growth.capacity(length, length + 1L, 64));
    }
}
