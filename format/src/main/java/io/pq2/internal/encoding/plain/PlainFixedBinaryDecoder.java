package io.pq2.internal.encoding.plain;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encoding.FixedBinaryDecoder;

/** Decodes PLAIN FIXED_LEN_BYTE_ARRAY and INT96: the bytes of the values, back to back. */
public final class PlainFixedBinaryDecoder implements FixedBinaryDecoder {

    private final PlainValues values;
    private final byte[] bytes;
    private final int width;

    public PlainFixedBinaryDecoder(byte[] bytes, int offset, int limit, int width) {
        this.bytes = bytes;
        this.width = checkedWidth(width);
        values = new PlainValues("FIXED_LEN_BYTE_ARRAY", width, bytes, offset, limit);
    }

    public static int checkedWidth(int width) {
        if (width < 0) {
            throw new CorruptFileException("FIXED_LEN_BYTE_ARRAY: expected a type_length of 0 or more, found " + width);
        }
        return width;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public void read(byte[] dst, int offset, int count) {
        int from = values.take(count);
        System.arraycopy(bytes, from, dst, offset, count * width);
    }

    @Override
    public void checkLeft(int count) {
        values.checkLeft(count);
    }

    @Override
    public void skip(int count) {
        values.take(count);
    }
}
