package io.pq2.internal.encoding.bytestreamsplit;

import io.pq2.internal.encoding.IntDecoder;
import java.util.Objects;

/** BYTE_STREAM_SPLIT INT32: 4 streams, one for each byte of a value. */
public final class ByteStreamSplitIntDecoder implements IntDecoder {

    private final ByteStreamSplitValues values;

    public ByteStreamSplitIntDecoder(byte[] bytes, int offset, int limit) {
        values = new ByteStreamSplitValues("INT32", 4, bytes, offset, limit);
    }

    @Override
    public void read(int[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int from = values.take(count);
        for (int done = 0; done < count; done += ByteStreamSplitValues.BLOCK) {
            int n = Math.min(ByteStreamSplitValues.BLOCK, count - done);
            values.block(from + done, n).asIntBuffer().get(dst, offset + done, n);
        }
    }

    @Override
    public void skip(int count) {
        values.take(count);
    }
}
