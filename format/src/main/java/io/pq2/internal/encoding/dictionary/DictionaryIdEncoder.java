package io.pq2.internal.encoding.dictionary;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.rle.RleBitPackedEncoder;

/** Writes the ids of a data page of encoding RLE_DICTIONARY: one byte of bit width, then the RLE/bit-packing hybrid. */
public final class DictionaryIdEncoder {

    private final RleBitPackedEncoder ids;

    /**
     * Begins a page.
     *
     * @param out where the ids go; nothing else may be added to it until {@link #finish}
     * @param dictionarySize how many entries there are; ids are below that
     */
    public DictionaryIdEncoder(EncodedBytes out, int dictionarySize) {
        int width = bitWidth(dictionarySize);
        out.putByte(width);
        ids = new RleBitPackedEncoder(out, width);
    }

    /** The bits that an id takes, 0 if there is one entry or none. */
    public static int bitWidth(int dictionarySize) {
        return dictionarySize <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(dictionarySize - 1);
    }

    /** Adds {@code count} ids. */
    public void write(int[] values, int offset, int count) {
        ids.write(values, offset, count);
    }

    /** Adds one id {@code count} times. */
    public void writeRepeated(int id, int count) {
        ids.writeRepeated(id, count);
    }

    /** Ends the page's values. */
    public void finish() {
        ids.finish();
    }
}
