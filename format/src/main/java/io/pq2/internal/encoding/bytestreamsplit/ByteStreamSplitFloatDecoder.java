package io.pq2.internal.encoding.bytestreamsplit;

import io.pq2.internal.encoding.FloatDecoder;
import java.util.Objects;

/** BYTE_STREAM_SPLIT FLOAT: 4 streams, one for each byte of a value. */
public final class ByteStreamSplitFloatDecoder implements FloatDecoder {

    private final ByteStreamSplitValues values;

    public ByteStreamSplitFloatDecoder(byte[] bytes, int offset, int limit) {
        values = new ByteStreamSplitValues("FLOAT", 4, bytes, offset, limit);
    }

    @Override
    public void read(float[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int from = values.take(count);
        for (int done = 0; done < count; done += ByteStreamSplitValues.BLOCK) {
            int n = Math.min(ByteStreamSplitValues.BLOCK, count - done);
            values.block(from + done, n).asFloatBuffer().get(dst, offset + done, n);
        }
    }

    @Override
    public void skip(int count) {
        values.take(count);
    }
}
