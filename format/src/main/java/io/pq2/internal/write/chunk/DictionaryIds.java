package io.pq2.internal.write.chunk;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.dictionary.DictionaryIdEncoder;
import io.pq2.internal.write.encode.DictionaryTrial;
import io.pq2.internal.write.encode.EncodingChoice;
import io.pq2.internal.write.values.LeafValues;
import java.util.Arrays;

/** The dictionary ids of the open page, and the counts of the chunk's values that were looked up in the dictionary. */
final class DictionaryIds {

    private final LeafValues values;
    private int[] ids = new int[0];
    private int count;
    private int entries;
    private long lookedUpValues;
    private long lookedUpBytes;

    DictionaryIds(LeafValues values) {
        this.values = values;
    }

    /**
     * Looks up a range of the current batch's values and stores their ids. {@link #accept} then adds them to the open
     * page.
     *
     * @param plainBytes the size of the values in PLAIN encoding
     */
    void lookUp(int from, int to, long plainBytes) {
        int length = to - from;
        if (ids.length - count < length) {
            ids = Arrays.copyOf(ids, Math.max(Math.addExact(count, length), ids.length + (ids.length >> 1)));
        }
        values.lookUp(from, to, ids, count);
        lookedUpValues += length;
        lookedUpBytes += plainBytes;
    }

    /** Whether the chunk should go on looking up values, given the values that were looked up so far. */
    boolean shouldContinue(DictionaryTrial trial, EncodingChoice choice) {
        return trial.shouldContinue(
                lookedUpValues, values.dictionarySize(), values.dictionaryBytes(), lookedUpBytes, choice.ratios());
    }

    /** Whether the dictionary makes the chunk's accepted values smaller. */
    boolean isDictionaryWorthIt(EncodingChoice choice) {
        return DictionaryTrial.isWorthIt(
                lookedUpValues, entries, values.dictionaryBytes(), lookedUpBytes, choice.ratios());
    }

    /** Adds the ids of the {@code length} values that were looked up last to the open page. */
    void accept(int length) {
        count += length;
        entries = values.dictionarySize();
    }

    /** Returns the ids of the open page. The array belongs to this object and may be longer than {@link #count()}. */
    int[] ids() {
        return ids;
    }

    /** Returns the number of ids of the open page. */
    int count() {
        return count;
    }

    /**
     * Returns the number of dictionary entries that the chunk's ids refer to. The dictionary may have more, from values
     * that were looked up but not accepted.
     */
    int entries() {
        return entries;
    }

    /** Returns the size in PLAIN encoding of the chunk's values that were looked up, in bytes. */
    long lookedUpBytes() {
        return lookedUpBytes;
    }

    /** Returns the size of {@code idCount} ids, bit-packed and not compressed, in bytes. */
    long packedBytes(long idCount) {
        return (long) DictionaryTrial.idBytes((double) idCount, entries);
    }

    /** Updates the min and max of the open page, if they are computed from dictionary entries. */
    void updateMinMax() {
        if (values.hasMinMaxByEntry()) {
            values.updateMinMaxOfEntries(ids, count);
        }
    }

    /** Encodes the first {@code length} ids of a page. */
    static void encode(int[] pageIds, int length, int dictionarySize, EncodedBytes out) {
        DictionaryIdEncoder encoder = new DictionaryIdEncoder(out, dictionarySize);
        encoder.write(pageIds, 0, length);
        encoder.finish();
    }

    /** Makes the open page empty. */
    void endPage() {
        count = 0;
    }

    /** Returns the memory of the ids in bytes. */
    long memoryBytes() {
        return (long) ids.length * Integer.BYTES;
    }
}
