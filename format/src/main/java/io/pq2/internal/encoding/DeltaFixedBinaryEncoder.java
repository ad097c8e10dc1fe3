package io.pq2.internal.encoding;

import io.pq2.metadata.Encoding;
import java.util.Arrays;

/** DELTA_BYTE_ARRAY of FIXED_LEN_BYTE_ARRAY: the same bytes as for BYTE_ARRAY values of that length. */
final class DeltaFixedBinaryEncoder implements FixedBinaryEncoder {

    private static final int CHUNK = 512;

    private final DeltaBinaryEncoder values;
    private final int width;
    private final int[] starts = new int[CHUNK];
    private final int[] lengths = new int[CHUNK];

    DeltaFixedBinaryEncoder(EncodedBytes out, int width) {
        this.values = new DeltaBinaryEncoder(out);
        this.width = width;
        Arrays.fill(lengths, width);
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        int at = offset;
        for (int left = count; left > 0; left -= CHUNK) {
            int taken = Math.min(left, CHUNK);
            for (int i = 0; i < taken; i++) {
                starts[i] = at;
                at += width;
            }
            values.write(bytes, starts, lengths, 0, taken);
        }
    }

    @Override
    public Encoding encoding() {
        return Encoding.DELTA_BYTE_ARRAY;
    }

    @Override
    public int pendingBytes() {
        return values.pendingBytes();
    }

    @Override
    public void finish() {
        values.finish();
    }
}
