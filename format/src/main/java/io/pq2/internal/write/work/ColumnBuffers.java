package io.pq2.internal.write.work;

/**
 * Gives a column the {@link EncodingBuffers} of the worker that currently encodes it. Each column has one object of
 * this class; {@link #use} changes when another worker takes the column over.
 */
public final class ColumnBuffers {

    private EncodingBuffers current = new EncodingBuffers();

    /** Makes the column use the buffers of another worker from now on. */
    public void use(EncodingBuffers buffers) {
        current = buffers;
    }

    /** Returns the buffers of the worker that currently encodes the column. */
    public EncodingBuffers current() {
        return current;
    }
}
