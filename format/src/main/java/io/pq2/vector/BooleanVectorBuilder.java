package io.pq2.vector;

import java.util.Arrays;

/** Makes {@link BooleanVector}s. */
public final class BooleanVectorBuilder implements VectorBuilder {

    private boolean[] values = new boolean[0];
    private final ValidityBuilder validity = new ValidityBuilder();
    private int length;

    @Override
    public int length() {
        return length;
    }

    /** Appends a value. */
    public void append(boolean value) {
        if (length == values.length) {
            grow();
        }
        values[length++] = value;
    }

    @Override
    public void appendNull() {
        validity.addNull(length);
        append(false);
    }

    @Override
    public BooleanVector build() {
        return new BooleanVector(length, values, validity.build(length));
    }

    @Override
    public void reset() {
        length = 0;
        validity.reset();
    }

    @Override
    public long bytes() {
        return length;
    }

    private void grow() {
        values = Arrays.copyOf(values, Growth.capacity(length, length + 1L, 64));
    }
}
