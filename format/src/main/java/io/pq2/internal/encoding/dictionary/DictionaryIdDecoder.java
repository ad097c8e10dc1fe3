package io.pq2.internal.encoding.dictionary;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encoding.rle.HybridRuns;
import io.pq2.internal.encoding.rle.RleBitPackedDecoder;
import java.util.Objects;

/**
 * Decodes the ids in a data page of encoding RLE_DICTIONARY or PLAIN_DICTIONARY: 1 byte of bit width, then the
 * RLE/bit-packing hybrid of that width.
 */
public final class DictionaryIdDecoder {

    private final RleBitPackedDecoder ids;

    /**
     * @param bytes contains the values of the page from {@code offset} to {@code limit} (exclusive)
     * @throws CorruptFileException if the bit width is not 0 to 32
     */
    public DictionaryIdDecoder(byte[] bytes, int offset, int limit) {
        Objects.checkFromToIndex(offset, limit, bytes.length);
        // A page without values can lack the byte. Reading an id of it fails.
        ids = offset == limit
                ? new RleBitPackedDecoder(bytes, limit, limit, 1)
                : new RleBitPackedDecoder(bytes, offset + 1, limit, bytes[offset] & 0xFF);
    }

    /**
     * Reads the next {@code count} ids into {@code dst}, beginning at {@code offset}.
     *
     * @param dictionarySize the number of entries
     * @throws CorruptFileException if fewer ids are left, an id has no entry, or a run is malformed
     */
    public void read(int[] dst, int offset, int count, int dictionarySize) {
        ids.read(dst, offset, count);
        checkUnlessAllFit(dst, offset, count, dictionarySize);
    }

    /**
     * Skips {@code count} ids without comparing them with the dictionary's size.
     *
     * @throws CorruptFileException if fewer ids are left or a run is malformed
     */
    public void skip(int count) {
        ids.skip(count);
    }

    /**
     * Returns the number of next ids that are in one run of equal ids, or 0 if the next id is bit-packed.
     * {@link #runId} returns the id.
     *
     * @throws CorruptFileException if no id is left, the id has no entry, or a run is malformed
     */
    public int runLength(int dictionarySize) {
        int length = ids.runLength();
        if (length > 0) {
            checkId(ids.runValue(), dictionarySize);
        }
        return length;
    }

    /** Returns the id of the run, if {@link #runLength} is not 0. */
    public int runId() {
        return ids.runValue();
    }

    /** Returns the runs, for decoders that process them themselves. */
    HybridRuns runs() {
        return ids.runs();
    }

    /** Reads {@code count} ids of the current run, which must be bit-packed. */
    void readPacked(int[] dst, int offset, int count, int dictionarySize) {
        ids.read(dst, offset, count);
        checkUnlessAllFit(dst, offset, count, dictionarySize);
    }

    private void checkUnlessAllFit(int[] dst, int offset, int count, int dictionarySize) {
        if (dictionarySize < 1L << ids.width()) {
            check(dst, offset, count, dictionarySize);
        }
    }

    static void check(int[] ids, int offset, int count, int dictionarySize) {
        int top = dictionarySize - 1;
        int signs = 0;
        // One sign covers both limits, so the loop is vectorised. A loop with a maximum takes four times as long.
        for (int i = offset; i < offset + count; i++) {
            signs |= top - ids[i] | ids[i];
        }
        if (signs < 0) {
            for (int i = offset; i < offset + count; i++) {
                checkId(ids[i], dictionarySize);
            }
        }
    }

    static void checkId(int id, int dictionarySize) {
        if (id < 0 || id >= dictionarySize) {
            throw new CorruptFileException("dictionary ids: expected ids below the dictionary's " + dictionarySize
                    + " entries, found " + Integer.toUnsignedString(id));
        }
    }
}
