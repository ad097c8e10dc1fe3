package io.pq2.internal.encoding.bytestreamsplit;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.FixedBinaryEncoder;
import io.pq2.metadata.Encoding;

/** Encodes BYTE_STREAM_SPLIT FIXED_LEN_BYTE_ARRAY into one stream for each byte of a value. */
public final class ByteStreamSplitFixedBinaryEncoder implements FixedBinaryEncoder {

    private final EncodedBytes values = new EncodedBytes();
    private final EncodedBytes out;
    private final int width;

    public ByteStreamSplitFixedBinaryEncoder(EncodedBytes out, int width) {
        this.out = out;
        this.width = width;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        values.putBytes(bytes, offset, Math.multiplyExact(count, width));
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
        ByteStreams.moveSplit(values, width, out);
    }
}
