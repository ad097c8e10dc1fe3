package io.pq2.internal.encoding.bytestreamsplit;

import io.pq2.internal.encoding.DoubleDecoder;
import java.util.Objects;

/** BYTE_STREAM_SPLIT DOUBLE: 8 streams, one for each byte of a value. */
public final class ByteStreamSplitDoubleDecoder implements DoubleDecoder {

    private final ByteStreamSplitValues values;

    public ByteStreamSplitDoubleDecoder(byte[] bytes, int offset, int limit) {
        values = new ByteStreamSplitValues("DOUBLE", 8, bytes, offset, limit);
    }

    @Override
    public void read(double[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int from = values.take(count);
        for (int done = 0; done < count; done += ByteStreamSplitValues.BLOCK) {
            int n = Math.min(ByteStreamSplitValues.BLOCK, count - done);
            values.block(from + done, n).asDoubleBuffer().get(dst, offset + done, n);
        }
    }

    @Override
    public void skip(int count) {
        values.take(count);
    }
}
