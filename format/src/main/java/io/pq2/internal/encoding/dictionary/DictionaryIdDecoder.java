package io.pq2.internal.encoding.dictionary;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encoding.rle.HybridRuns;
import io.pq2.internal.encoding.rle.RleBitPackedDecoder;
import java.util.Objects;

/**
 * The ids in a data page of encoding RLE_DICTIONARY or PLAIN_DICTIONARY: one byte that says how many bits an id takes, then the
 * RLE/bit-packing hybrid of that width.
 */
public final class DictionaryIdDecoder {

    private final RleBitPackedDecoder ids;

    /**
     * @param bytes where the page's values lie, from {@code offset} (inclusive) to {@code limit} (exclusive)
     * @throws CorruptFileException if the bit width is not 0 to 32
     */
    public DictionaryIdDecoder(byte[] bytes, int offset, int limit) {
        Objects.checkFromToIndex(offset, limit, bytes.length);
        // A page without values may be without the byte; ids that are asked for are then missing and not 0.
        ids = offset == limit
                ? new RleBitPackedDecoder(bytes, limit, limit, 1)
                : new RleBitPackedDecoder(bytes, offset + 1, limit, bytes[offset] & 0xFF);
    }

    /**
     * Reads the next {@code count} ids to {@code dst}.
     *
     * @param dictionarySize how many entries there are
     * @throws CorruptFileException if there are fewer ids, one is not that of an entry or a run is malformed
     */
    public void read(int[] dst, int offset, int count, int dictionarySize) {
        ids.read(dst, offset, count);
        checkUnlessAllFit(dst, offset, count, dictionarySize);
    }

    /**
     * Passes over {@code count} ids; they are not held against a dictionary.
     *
     * @throws CorruptFileException if there are fewer or a run is malformed
     */
    public void skip(int count) {
        ids.skip(count);
    }

    /**
     * How many of the next ids are known to be the same, {@link #runId}, without looking at them; 0 if the next id is in a packed
     * run.
     *
     * @throws CorruptFileException if there are no more ids, the id is not that of an entry or a run is malformed
     */
    public int runLength(int dictionarySize) {
        int length = ids.runLength();
        if (length > 0) {
            checkId(ids.runValue(), dictionarySize);
        }
        return length;
    }

    /** The id of the run that {@link #runLength} tells the length of, if that is not 0. */
    public int runId() {
        return ids.runValue();
    }

    HybridRuns runs() {
        return ids.runs();
    }

    /** Reads ids of the current run, which is packed and has as many. */
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
        // The sign of one expression for both bounds: this loop is vectorised, one with a maximum costs four times as
        // much.
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
