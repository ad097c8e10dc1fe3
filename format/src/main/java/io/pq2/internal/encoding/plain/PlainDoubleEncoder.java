package io.pq2.internal.encoding.plain;

import io.pq2.internal.encoding.DoubleEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.metadata.Encoding;

/** PLAIN DOUBLE: 8 bytes a value, little endian. */
public final class PlainDoubleEncoder implements DoubleEncoder {

    private final EncodedBytes out;

    public PlainDoubleEncoder(EncodedBytes out) {
        this.out = out;
    }

    @Override
    public void write(double[] values, int offset, int count) {
        out.putDoubles(values, offset, count);
    }

    @Override
    public Encoding encoding() {
        return Encoding.PLAIN;
    }

    @Override
    public int pendingBytes() {
        return 0;
    }

    @Override
    public void finish() {}
}
