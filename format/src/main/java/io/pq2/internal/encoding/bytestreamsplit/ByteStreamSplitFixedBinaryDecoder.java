package io.pq2.internal.encoding.bytestreamsplit;

import io.pq2.internal.encoding.FixedBinaryDecoder;
import java.util.Objects;

/** Decodes BYTE_STREAM_SPLIT FIXED_LEN_BYTE_ARRAY from one stream for each byte of a value. */
public final class ByteStreamSplitFixedBinaryDecoder implements FixedBinaryDecoder {

    private final ByteStreamSplitValues values;
    private final int width;

    public ByteStreamSplitFixedBinaryDecoder(byte[] bytes, int offset, int limit, int width) {
        this.width = width;
        values = new ByteStreamSplitValues("FIXED_LEN_BYTE_ARRAY", width, bytes, offset, limit);
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public void read(byte[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, (long) count * width, dst.length);
        values.join(values.take(count), dst, offset, count);
    }

    @Override
    public void checkLeft(int count) {
        values.checkLeft(count);
    }

    @Override
    public void skip(int count) {
        values.take(count);
    }
}
