package io.pq2.vector;

import java.util.Arrays;

/** Makes {@link DoubleVector}s. */
public final class DoubleVectorBuilder implements VectorBuilder {

    private double[] values = new double[0];
    private final ValidityBuilder validity = new ValidityBuilder();
    private int length;

    @Override
    public int length() {
        return length;
    }

    /** Appends a value. */
    public void append(double value) {
        if (length == values.length) {
            grow();
        }
        values[length++] = value;
    }

    @Override
    public void appendNull() {
        validity.addNull(length);
        append(0d);
    }

    @Override
    public DoubleVector build() {
        return new DoubleVector(length, values, validity.build(length));
    }

    @Override
    public void reset() {
        length = 0;
        validity.reset();
    }

    @Override
    public long bytes() {
        return (long) length * Double.BYTES;
    }

    private void grow() {
        values = Arrays.copyOf(values, Growth.capacity(length, length + 1L, 64));
    }
}
