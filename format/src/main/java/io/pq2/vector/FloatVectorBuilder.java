package io.pq2.vector;

import java.util.Arrays;

/** Makes {@link FloatVector}s. */
public final class FloatVectorBuilder implements VectorBuilder {

    private float[] values = new float[0];
    private final ValidityBuilder validity = new ValidityBuilder();
    private int length;

    @Override
    public int length() {
        return length;
    }

    /** Appends a value. */
    public void append(float value) {
        if (length == values.length) {
            grow();
        }
        values[length++] = value;
    }

    @Override
    public void appendNull() {
        validity.addNull(length);
        append(0f);
    }

    @Override
    public FloatVector build() {
        return new FloatVector(length, values, validity.build(length));
    }

    @Override
    public void reset() {
        length = 0;
        validity.reset();
    }

    @Override
    public long bytes() {
        return (long) length * Float.BYTES;
    }

    private void grow() {
        values = Arrays.copyOf(values, Growth.capacity(length, length + 1L, 64));
    }
}
