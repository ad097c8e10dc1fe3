package io.pq2.internal.encoding;

import io.pq2.metadata.Encoding;

/** BYTE_STREAM_SPLIT INT32: 4 streams, one for each byte of a value. */
final class ByteStreamSplitIntEncoder implements IntEncoder {

    private final EncodedBytes values = new EncodedBytes();
    private final EncodedBytes out;

    ByteStreamSplitIntEncoder(EncodedBytes out) {
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
