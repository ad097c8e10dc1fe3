package io.pq2.internal.encoding.plain;

import io.pq2.internal.encoding.BinaryEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.io.LittleEndian;
import io.pq2.metadata.Encoding;
import java.util.Objects;

/** Encodes PLAIN BYTE_ARRAY: for each value 4 bytes of length, little endian, then the bytes. */
public final class PlainBinaryEncoder implements BinaryEncoder {

    /** Values up to this length are copied as two words. */
    private static final int SHORT = 16;

    private final EncodedBytes out;

    public PlainBinaryEncoder(EncodedBytes out) {
        this.out = out;
    }

    @Override
    public void write(byte[] bytes, int[] starts, int[] lengths, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, starts.length);
        long total = (long) Integer.BYTES * count;
        for (int i = offset; i < offset + count; i++) {
            total += lengths[i];
        }
        int from = out.reserve(total + SHORT);
        byte[] dst = out.array();
        int to = from;
        int lastShort = bytes.length - SHORT;
        for (int i = offset; i < offset + count; i++) {
            int start = starts[i];
            int length = lengths[i];
            LittleEndian.putInt(dst, to, length);
            to += Integer.BYTES;
            if (length <= SHORT && start <= lastShort) {
                LittleEndian.putLong(dst, to, LittleEndian.getLong(bytes, start));
                LittleEndian.putLong(dst, to + Long.BYTES, LittleEndian.getLong(bytes, start + Long.BYTES));
            } else {
                System.arraycopy(bytes, start, dst, to, length);
            }
            to += length;
        }
        out.advance(to - from);
    }

    @Override
    public Encoding encoding() {
        return Encoding.PLAIN;
    }

    @Override
    public int pendingBytes() {
        return 0;
    }

    @Override
    public void finish() {}
}
