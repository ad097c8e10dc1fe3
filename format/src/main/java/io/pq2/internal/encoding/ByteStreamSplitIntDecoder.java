package io.pq2.internal.encoding;

import java.util.Objects;

/** BYTE_STREAM_SPLIT INT32: 4 streams, one for each byte of a value. */
final class ByteStreamSplitIntDecoder implements IntDecoder {

    private final SplitValues values;

    ByteStreamSplitIntDecoder(byte[] bytes, int offset, int limit) {
        values = new SplitValues("INT32", 4, bytes, offset, limit);
    }

    @Override
    public void read(int[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int from = values.take(count);
        for (int done = 0; done < count; done += SplitValues.BLOCK) {
            int n = Math.min(SplitValues.BLOCK, count - done);
            values.block(from + done, n).asIntBuffer().get(dst, offset + done, n);
        }
    }

    @Override
    public void skip(int count) {
        values.take(count);
    }
}
