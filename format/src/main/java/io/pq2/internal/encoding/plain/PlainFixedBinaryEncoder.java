package io.pq2.internal.encoding.plain;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.FixedBinaryEncoder;
import io.pq2.metadata.Encoding;

/** Encodes PLAIN FIXED_LEN_BYTE_ARRAY and INT96: the bytes of the values, back to back. */
public final class PlainFixedBinaryEncoder implements FixedBinaryEncoder {

    private final EncodedBytes out;
    private final int width;

    public PlainFixedBinaryEncoder(EncodedBytes out, int width) {
        this.out = out;
        this.width = width;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        out.putBytes(bytes, offset, Math.multiplyExact(count, width));
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
