package io.pq2.internal.encoding.plain;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encoding.BooleanDecoder;
import io.pq2.internal.encoding.bitpack.PackedBits;
import java.util.Objects;

/** Decodes PLAIN BOOLEAN: 1 bit for each value, least significant bit first. */
public final class PlainBooleanDecoder implements BooleanDecoder {

    private final byte[] bytes;
    private final int start;
    private final long bits;
    private int index;

    public PlainBooleanDecoder(byte[] bytes, int offset, int limit) {
        Objects.checkFromToIndex(offset, limit, bytes.length);
        this.bytes = bytes;
        this.start = offset;
        this.bits = 8L * (limit - offset);
    }

    @Override
    public void read(boolean[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, dst.length);
        int from = index;
        skip(count);
        PackedBits.expand(bytes, start, from, dst, offset, count);
    }

    @Override
    public void skip(int count) {
        if (count > bits - index) {
            throw new CorruptFileException(
                    "PLAIN BOOLEAN values: expected " + count + " bits, found " + (bits - index));
        }
        index += count;
    }
}
