package io.pq2.internal.encoding.dictionary;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.rle.RleBitPackedEncoder;

/** Encodes the ids of a data page of encoding RLE_DICTIONARY: 1 byte of bit width, then the RLE/bit-packing hybrid. */
public final class DictionaryIdEncoder {

    private final RleBitPackedEncoder ids;

    /**
     * Begins a page.
     *
     * @param out receives the ids; the caller must not add other bytes before {@link #finish}
     * @param dictionarySize the number of entries; all ids must be smaller
     */
    public DictionaryIdEncoder(EncodedBytes out, int dictionarySize) {
        int width = bitWidth(dictionarySize);
        out.putByte(width);
        ids = new RleBitPackedEncoder(out, width);
    }

    /** Returns the bit width of ids, which is 0 for a dictionary of at most one entry. */
    public static int bitWidth(int dictionarySize) {
        return dictionarySize <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(dictionarySize - 1);
    }

    /** Adds {@code count} ids, beginning with {@code values[offset]}. */
    public void write(int[] values, int offset, int count) {
        ids.write(values, offset, count);
    }

    /** Adds one id {@code count} times. */
    public void writeRepeated(int id, int count) {
        ids.writeRepeated(id, count);
    }

    /** Writes the remaining ids of the page. */
    public void finish() {
        ids.finish();
    }
}
