package io.pq2.internal.encoding.level;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.rle.BitRunEncoder;
import java.util.Objects;

/**
 * Encodes validity bitmaps as the definition levels of a column with maximum level 1, in RLE without a length prefix.
 */
public final class ValidityEncoder {

    private final BitRunEncoder bits;

    /** @param out receives the levels; the caller must not add other bytes before {@link #finish} */
    public ValidityEncoder(EncodedBytes out) {
        bits = new BitRunEncoder(out);
    }

    /** Adds the levels of {@code count} slots, whose bits begin at {@code bitOffset}. */
    public void write(long[] words, int bitOffset, int count) {
        Objects.checkFromIndexSize((long) bitOffset, count, (long) words.length << 6);
        bits.write(words, bitOffset, count);
    }

    /** Adds {@code count} present slots. */
    public void writePresent(int count) {
        bits.writeRepeated(1, count);
    }

    /** Adds {@code count} nulls. */
    public void writeNull(int count) {
        bits.writeRepeated(0, count);
    }

    /** Writes the remaining levels of the page. The encoder can then encode another page. */
    public void finish() {
        bits.finish();
    }
}
