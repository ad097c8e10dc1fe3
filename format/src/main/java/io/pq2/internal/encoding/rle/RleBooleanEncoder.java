package io.pq2.internal.encoding.rle;

import io.pq2.internal.encoding.BooleanEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.bitpack.PackedBits;
import io.pq2.metadata.Encoding;
import java.util.Objects;

/** Encodes RLE BOOLEAN: 4 bytes of length, little endian, then the RLE/bit-packing hybrid with bit width 1. */
public final class RleBooleanEncoder implements BooleanEncoder {

    private static final int CHUNK = 4096;

    private final EncodedBytes out;
    private final BitRunEncoder runs;
    private final long[] words = new long[CHUNK / Long.SIZE];
    private int start = -1;

    public RleBooleanEncoder(EncodedBytes out) {
        this.out = out;
        this.runs = new BitRunEncoder(out);
    }

    @Override
    public void write(boolean[] values, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, values.length);
        begin();
        int done = 0;
        while (done < count) {
            int taken = Math.min(CHUNK, count - done);
            for (int i = 0; i < taken; i += Long.SIZE) {
                words[i >>> 6] = PackedBits.collect(values, offset + done + i, Math.min(Long.SIZE, taken - i));
            }
            runs.write(words, 0, taken);
            done += taken;
        }
    }

    private void begin() {
        if (start < 0) {
            start = out.size();
            out.putInt(0);
        }
    }

    @Override
    public Encoding encoding() {
        return Encoding.RLE;
    }

    @Override
    public int pendingBytes() {
        return Long.BYTES;
    }

    @Override
    public void finish() {
        begin();
        runs.finish();
        out.setInt(start, out.size() - start - Integer.BYTES);
        start = -1;
    }
}
