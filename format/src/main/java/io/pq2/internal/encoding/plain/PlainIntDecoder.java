package io.pq2.internal.encoding.plain;

import io.pq2.internal.encoding.IntDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/** PLAIN INT32: 4 bytes a value, little endian. */
public final class PlainIntDecoder implements IntDecoder {

    private final PlainValues values;
    private final byte[] bytes;

    public PlainIntDecoder(byte[] bytes, int offset, int limit) {
        this.bytes = bytes;
        values = new PlainValues("INT32", 4, bytes, offset, limit);
    }

    @Override
    public void read(int[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int from = values.take(count);
        ByteBuffer.wrap(bytes, from, count * 4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .get(dst, offset, count);
    }

    @Override
    public void skip(int count) {
        values.take(count);
    }
}
