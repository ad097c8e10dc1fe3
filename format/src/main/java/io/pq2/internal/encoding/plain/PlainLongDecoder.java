package io.pq2.internal.encoding.plain;

import io.pq2.internal.encoding.LongDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/** PLAIN INT64: 8 bytes a value, little endian. */
public final class PlainLongDecoder implements LongDecoder {

    private final PlainValues values;
    private final byte[] bytes;

    public PlainLongDecoder(byte[] bytes, int offset, int limit) {
        this.bytes = bytes;
        values = new PlainValues("INT64", 8, bytes, offset, limit);
    }

    @Override
    public void read(long[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int from = values.take(count);
        ByteBuffer.wrap(bytes, from, count * 8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asLongBuffer()
                .get(dst, offset, count);
    }

    @Override
    public void skip(int count) {
        values.take(count);
    }
}
