package io.pq2.internal.encoding;

import java.util.Objects;

/** BYTE_STREAM_SPLIT FLOAT: 4 streams, one for each byte of a value. */
final class ByteStreamSplitFloatDecoder implements FloatDecoder {

    private final SplitValues values;

    ByteStreamSplitFloatDecoder(byte[] bytes, int offset, int limit) {
        values = new SplitValues("FLOAT", 4, bytes, offset, limit);
    }

    @Override
    public void read(float[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int from = values.take(count);
        for (int done = 0; done < count; done += SplitValues.BLOCK) {
            int n = Math.min(SplitValues.BLOCK, count - done);
            values.block(from + done, n).asFloatBuffer().get(dst, offset + done, n);
        }
    }

    @Override
    public void skip(int count) {
        values.take(count);
    }
}
