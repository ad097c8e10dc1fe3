package io.pq2.internal.encoding.deltabytearray;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.FixedBinaryEncoder;
import io.pq2.metadata.Encoding;
import java.util.Arrays;

/** Encodes DELTA_BYTE_ARRAY FIXED_LEN_BYTE_ARRAY to the same bytes as BYTE_ARRAY values of equal length. */
public final class DeltaByteArrayFixedBinaryEncoder implements FixedBinaryEncoder {

    private static final int CHUNK = 512;

    private final DeltaByteArrayBinaryEncoder values;
    private final int width;
    private final int[] starts = new int[CHUNK];
    private final int[] lengths = new int[CHUNK];

    public DeltaByteArrayFixedBinaryEncoder(EncodedBytes out, int width) {
        this.values = new DeltaByteArrayBinaryEncoder(out);
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
