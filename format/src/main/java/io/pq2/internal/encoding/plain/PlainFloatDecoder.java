package io.pq2.internal.encoding.plain;

import io.pq2.internal.encoding.FloatDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/** PLAIN FLOAT: 4 bytes a value, little endian. */
public final class PlainFloatDecoder implements FloatDecoder {

    private final PlainValues values;
    private final byte[] bytes;

    public PlainFloatDecoder(byte[] bytes, int offset, int limit) {
        this.bytes = bytes;
        values = new PlainValues("FLOAT", 4, bytes, offset, limit);
    }

    @Override
    public void read(float[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int from = values.take(count);
        ByteBuffer.wrap(bytes, from, count * 4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(dst, offset, count);
    }

    @Override
    public void skip(int count) {
        values.take(count);
    }
}
