package io.pq2.internal.encoding.bytestreamsplit;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.FloatEncoder;
import io.pq2.metadata.Encoding;

/** BYTE_STREAM_SPLIT FLOAT: 4 streams, one for each byte of a value. */
public final class ByteStreamSplitFloatEncoder implements FloatEncoder {

    private final EncodedBytes values = new EncodedBytes();
    private final EncodedBytes out;

    public ByteStreamSplitFloatEncoder(EncodedBytes out) {
        this.out = out;
    }

    @Override
    public void write(float[] src, int offset, int count) {
        values.putFloats(src, offset, count);
    }

    @Override
    public Encoding encoding() {
        return Encoding.BYTE_STREAM_SPLIT;
    }

    @Override
    public int pendingBytes() {
        return values.size();
    }

    @Override
    public void finish() {
        ByteStreams.moveSplit(values, 4, out);
    }
}
