package io.pq2.internal.encoding.plain;

import io.pq2.internal.encoding.DoubleDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/** PLAIN DOUBLE: 8 bytes a value, little endian. */
public final class PlainDoubleDecoder implements DoubleDecoder {

    private final PlainValues values;
    private final byte[] bytes;

    public PlainDoubleDecoder(byte[] bytes, int offset, int limit) {
        this.bytes = bytes;
        values = new PlainValues("DOUBLE", 8, bytes, offset, limit);
    }

    @Override
    public void read(double[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int from = values.take(count);
        ByteBuffer.wrap(bytes, from, count * 8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asDoubleBuffer()
                .get(dst, offset, count);
    }

    @Override
    public void skip(int count) {
        values.take(count);
    }
}
