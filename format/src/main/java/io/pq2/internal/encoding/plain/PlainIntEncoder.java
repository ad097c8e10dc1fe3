package io.pq2.internal.encoding.plain;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.IntEncoder;
import io.pq2.metadata.Encoding;

/** PLAIN INT32: 4 bytes a value, little endian. */
public final class PlainIntEncoder implements IntEncoder {

    private final EncodedBytes out;

    public PlainIntEncoder(EncodedBytes out) {
        this.out = out;
    }

    @Override
    public void write(int[] values, int offset, int count) {
        out.putInts(values, offset, count);
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
