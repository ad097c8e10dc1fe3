package io.pq2.internal.encoding.bytestreamsplit;

import io.pq2.internal.encoding.LongDecoder;
import java.util.Objects;

/** BYTE_STREAM_SPLIT INT64: 8 streams, one for each byte of a value. */
public final class ByteStreamSplitLongDecoder implements LongDecoder {

    private final ByteStreamSplitValues values;

    public ByteStreamSplitLongDecoder(byte[] bytes, int offset, int limit) {
        values = new ByteStreamSplitValues("INT64", 8, bytes, offset, limit);
    }

    @Override
    public void read(long[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int from = values.take(count);
        for (int done = 0; done < count; done += ByteStreamSplitValues.BLOCK) {
            int n = Math.min(ByteStreamSplitValues.BLOCK, count - done);
            values.block(from + done, n).asLongBuffer().get(dst, offset + done, n);
        }
    }

    @Override
    public void skip(int count) {
        values.take(count);
    }
}
