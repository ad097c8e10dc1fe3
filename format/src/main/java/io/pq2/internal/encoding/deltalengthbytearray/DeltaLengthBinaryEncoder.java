package io.pq2.internal.encoding.deltalengthbytearray;

import io.pq2.internal.encoding.BinaryEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.deltabinarypacked.DeltaIntEncoder;
import io.pq2.internal.io.LittleEndian;
import io.pq2.metadata.Encoding;
import java.util.Objects;

/** Encodes DELTA_LENGTH_BYTE_ARRAY: all lengths as DELTA_BINARY_PACKED, then the bytes of the values, back to back. */
public final class DeltaLengthBinaryEncoder implements BinaryEncoder {

    /** Values up to this length are copied as two words. */
    private static final int SHORT = 16;

    private final EncodedBytes out;
    private final DeltaIntEncoder lengthEncoder;
    private final EncodedBytes values = new EncodedBytes();

    public DeltaLengthBinaryEncoder(EncodedBytes out) {
        this.out = out;
        this.lengthEncoder = new DeltaIntEncoder(out);
    }

    @Override
    public void write(byte[] bytes, int[] starts, int[] lengths, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, starts.length);
        lengthEncoder.write(lengths, offset, count);
        long total = SHORT;
        for (int i = offset; i < offset + count; i++) {
            total += lengths[i];
        }
        int from = values.reserve(total);
        byte[] dst = values.array();
        int to = from;
        int lastShort = bytes.length - SHORT;
        for (int i = offset; i < offset + count; i++) {
            int start = starts[i];
            int length = lengths[i];
            if (length <= SHORT && start <= lastShort) {
                LittleEndian.putLong(dst, to, LittleEndian.getLong(bytes, start));
                LittleEndian.putLong(dst, to + Long.BYTES, LittleEndian.getLong(bytes, start + Long.BYTES));
            } else {
                System.arraycopy(bytes, start, dst, to, length);
            }
            to += length;
        }
        values.advance(to - from);
    }

    @Override
    public Encoding encoding() {
        return Encoding.DELTA_LENGTH_BYTE_ARRAY;
    }

    @Override
    public int pendingBytes() {
        return lengthEncoder.pendingBytes() + values.size();
    }

    @Override
    public void finish() {
        lengthEncoder.finish();
        out.putBytes(values);
        values.reset();
    }
}
