package io.pq2.internal.encoding.bytestreamsplit;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.IntEncoder;
import io.pq2.metadata.Encoding;

/** BYTE_STREAM_SPLIT INT32: 4 streams, one for each byte of a value. */
public final class ByteStreamSplitIntEncoder implements IntEncoder {

    private final EncodedBytes values = new EncodedBytes();
    private final EncodedBytes out;

    public ByteStreamSplitIntEncoder(EncodedBytes out) {
        this.out = out;
    }

    @Override
    public void write(int[] src, int offset, int count) {
        values.putInts(src, offset, count);
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
