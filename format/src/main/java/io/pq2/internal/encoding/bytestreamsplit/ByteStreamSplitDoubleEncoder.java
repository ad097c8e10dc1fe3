package io.pq2.internal.encoding.bytestreamsplit;

import io.pq2.internal.encoding.DoubleEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.metadata.Encoding;

/** BYTE_STREAM_SPLIT DOUBLE: 8 streams, one for each byte of a value. */
public final class ByteStreamSplitDoubleEncoder implements DoubleEncoder {

    private final EncodedBytes values = new EncodedBytes();
    private final EncodedBytes out;

    public ByteStreamSplitDoubleEncoder(EncodedBytes out) {
        this.out = out;
    }

    @Override
    public void write(double[] src, int offset, int count) {
        values.putDoubles(src, offset, count);
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
        ByteStreams.moveSplit(values, 8, out);
    }
}
