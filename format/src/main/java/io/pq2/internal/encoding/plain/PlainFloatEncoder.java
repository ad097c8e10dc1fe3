package io.pq2.internal.encoding.plain;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.FloatEncoder;
import io.pq2.metadata.Encoding;

/** PLAIN FLOAT: 4 bytes a value, little endian. */
public final class PlainFloatEncoder implements FloatEncoder {

    private final EncodedBytes out;

    public PlainFloatEncoder(EncodedBytes out) {
        this.out = out;
    }

    @Override
    public void write(float[] values, int offset, int count) {
        out.putFloats(values, offset, count);
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
