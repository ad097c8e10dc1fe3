package io.pq2.internal.encoding.bytestreamsplit;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.LongEncoder;
import io.pq2.metadata.Encoding;

/** BYTE_STREAM_SPLIT INT64: 8 streams, one for each byte of a value. */
public final class ByteStreamSplitLongEncoder implements LongEncoder {

    private final EncodedBytes values = new EncodedBytes();
    private final EncodedBytes out;

    public ByteStreamSplitLongEncoder(EncodedBytes out) {
        this.out = out;
    }

    @Override
    public void write(long[] src, int offset, int count) {
        values.putLongs(src, offset, count);
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
