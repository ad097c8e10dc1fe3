package io.pq2.internal.encoding.plain;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.LongEncoder;
import io.pq2.metadata.Encoding;

/** PLAIN INT64: 8 bytes a value, little endian. */
public final class PlainLongEncoder implements LongEncoder {

    private final EncodedBytes out;

    public PlainLongEncoder(EncodedBytes out) {
        this.out = out;
    }

    @Override
    public void write(long[] values, int offset, int count) {
        out.putLongs(values, offset, count);
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
