package io.pq2.internal.encoding;

import java.util.Objects;

/** BYTE_STREAM_SPLIT INT64: 8 streams, one for each byte of a value. */
final class ByteStreamSplitLongDecoder implements LongDecoder {

    private final SplitValues values;

    ByteStreamSplitLongDecoder(byte[] bytes, int offset, int limit) {
        values = new SplitValues("INT64", 8, bytes, offset, limit);
    }

    @Override
    public void read(long[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int from = values.take(count);
        for (int done = 0; done < count; done += SplitValues.BLOCK) {
            int n = Math.min(SplitValues.BLOCK, count - done);
            values.block(from + done, n).asLongBuffer().get(dst, offset + done, n);
        }
    }

    @Override
    public void skip(int count) {
        values.take(count);
    }
}
