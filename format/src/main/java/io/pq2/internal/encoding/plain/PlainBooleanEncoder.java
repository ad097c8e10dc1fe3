package io.pq2.internal.encoding.plain;

import io.pq2.internal.encoding.BooleanEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.bitpack.PackedBits;
import io.pq2.metadata.Encoding;
import java.util.Objects;

/** Encodes PLAIN BOOLEAN: 1 bit for each value, least significant bit first. */
public final class PlainBooleanEncoder implements BooleanEncoder {

    private final EncodedBytes out;
    private long word;
    private int bits;

    public PlainBooleanEncoder(EncodedBytes out) {
        this.out = out;
    }

    @Override
    public void write(boolean[] values, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, values.length);
        int end = offset + count;
        int i = offset;
        while (i < end) {
            int taken = Math.min(Long.SIZE, end - i);
            add(PackedBits.collect(values, i, taken), taken);
            i += taken;
        }
    }

    private void add(long added, int count) {
        word |= added << bits;
        if (bits + count >= Long.SIZE) {
            out.putLong(word);
            word = bits == 0 ? 0 : added >>> Long.SIZE - bits;
        }
        bits = bits + count & Long.SIZE - 1;
    }

    @Override
    public Encoding encoding() {
        return Encoding.PLAIN;
    }

    @Override
    public int pendingBytes() {
        return (bits + 7) / 8;
    }

    @Override
    public void finish() {
        for (; bits > 0; bits -= 8) {
            out.putByte((int) word);
            word >>>= 8;
        }
        bits = 0;
        word = 0;
    }
}
