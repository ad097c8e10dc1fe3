package io.pq2.internal.write.values;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.encoding.scatter.IntCompaction;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.ColumnBuffers;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Maps the entries of a vector's own dictionary to ids in the dictionary of the column chunk. */
final class EntryIds {

    /** The dictionary that {@link #ids} describes; absent before the first one and after {@link #clear()}. */
    private @Nullable Vector dictionary;

    private int[] ids = new int[0];
    private long[] seen = new long[0];

    /** Sets the dictionary of a vector. Keeps the ids if it is the previous object. */
    void use(Vector vectorDictionary) {
        if (dictionary == vectorDictionary) {
            return;
        }
        dictionary = vectorDictionary;
        if (ids.length < vectorDictionary.length()) {
            ids = new int[vectorDictionary.length()];
        }
        Arrays.fill(ids, 0, vectorDictionary.length(), -1);
    }

    /**
     * Returns the id of each entry, or -1 for an entry that was not looked up yet. The array belongs to this object.
     */
    int[] ids() {
        return ids;
    }

    /** Discards all ids. Call it when the column chunk starts a new dictionary. */
    void clear() {
        dictionary = null;
        ids = new int[0];
        seen = new long[0];
    }

    /** Returns the memory of this object in bytes. */
    long memoryBytes() {
        return (long) Integer.BYTES * ids.length + (long) Long.BYTES * seen.length;
    }

    /**
     * Returns the ids of a vector in the given slots. The array belongs to the worker's buffers.
     *
     * @throws InvalidDataException if an id is outside the vector's dictionary
     */
    static int[] of(DictionaryVector vector, PresentSlots slots, ColumnBuffers buffers) {
        int[] chosen = buffers.current().entryIds(slots.to - slots.from);
        int[] all = vector.ids();
        int[] list = slots.list;
        if (slots.isRange()) {
            System.arraycopy(all, slots.from, chosen, 0, slots.count);
        } else if (list == null) {
            IntCompaction.compact(all, slots.bitmap(), slots.from, slots.to, chosen, 0);
        } else {
            for (int i = 0; i < slots.count; i++) {
                chosen[i] = all[list[i]];
            }
        }
        int entries = vector.dictionary().length();
        for (int i = 0; i < slots.count; i++) {
            if (chosen[i] < 0 || chosen[i] >= entries) {
                throw new InvalidDataException(
                        "a DictionaryVector has id " + chosen[i] + ", but its dictionary has " + entries + " entries");
            }
        }
        return chosen;
    }

    /**
     * Collects the distinct ids among the first {@code count} of {@code all}.
     *
     * @param limit exceeds all ids
     * @param distinct receives the ids in ascending order
     * @return how many there are
     */
    int distinct(int[] all, int count, int limit, int[] distinct) {
        int words = (limit + 63) >>> 6;
        if (seen.length < words) {
            seen = new long[words + (words >> 1)];
        }
        for (int i = 0; i < count; i++) {
            seen[all[i] >>> 6] |= 1L << all[i];
        }
        int found = 0;
        for (int word = 0; word < words; word++) {
            for (long bits = seen[word]; bits != 0; bits &= bits - 1) {
                distinct[found++] = (word << 6) + Long.numberOfTrailingZeros(bits);
            }
            seen[word] = 0;
        }
        return found;
    }
}
