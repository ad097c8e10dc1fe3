package io.pq2.internal.encoding.level;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.rle.BitRunEncoder;
import java.util.Objects;

/**
 * Writes definition levels of a column whose maximum level is 1, from bitmaps of presence, in encoding RLE without a length before
 * them.
 */
public final class ValidityEncoder {

    private final BitRunEncoder bits;

    /** @param out where the levels go; nothing else may be added to it until {@link #finish} */
    public ValidityEncoder(EncodedBytes out) {
        bits = new BitRunEncoder(out);
    }

    /** Adds the levels of {@code count} slots, whose bits are those from {@code bitOffset} on. */
    public void write(long[] words, int bitOffset, int count) {
        Objects.checkFromIndexSize((long) bitOffset, count, (long) words.length << 6);
        bits.write(words, bitOffset, count);
    }

    /** Adds {@code count} slots that are present. */
    public void writePresent(int count) {
        bits.writeRepeated(1, count);
    }

    /** Adds {@code count} slots that are null. */
    public void writeNull(int count) {
        bits.writeRepeated(0, count);
    }

    /** Writes what is left. The encoder is then ready for another page. */
    public void finish() {
        bits.finish();
    }
}
