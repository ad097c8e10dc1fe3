package io.pq2.internal.write.values;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.encoding.scatter.Compaction;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.EncodingBuffers;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import java.util.Arrays;

/** Which id in the dictionary of a column chunk belongs to each entry of a vector's own dictionary. */
final class EntryIds {

    private Vector dictionary;
    private int[] ids = new int[0];
    private long[] seen = new long[0];

    /** Turns to a vector's dictionary; what is known of it stays known while it is the same object. */
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

    /** The id of each entry, -1 where it is not known yet. */
    int[] ids() {
        return ids;
    }

    /** Forgets all, because the dictionary of the column chunk is another one. */
    void forget() {
        dictionary = null;
        ids = new int[0];
        seen = new long[0];
    }

    long memoryBytes() {
        return (long) Integer.BYTES * ids.length + (long) Long.BYTES * seen.length;
    }

    /**
     * The ids that a vector has in those slots.
     *
     * @throws InvalidDataException if an id is outside the vector's dictionary
     */
    static int[] of(DictionaryVector vector, PresentSlots slots, EncodingBuffers scratch) {
        int[] chosen = scratch.entryIds(slots.to - slots.from);
        int[] all = vector.ids();
        if (slots.isRange()) {
            System.arraycopy(all, slots.from, chosen, 0, slots.count);
        } else if (slots.list == null) {
            Compaction.ints(all, slots.validity, slots.from, slots.to, chosen, 0);
        } else {
            for (int i = 0; i < slots.count; i++) {
                chosen[i] = all[slots.list[i]];
            }
        }
        int entries = vector.dictionary().length();
        for (int i = 0; i < slots.count; i++) {
            if (chosen[i] < 0 || chosen[i] >= entries) {
                throw new InvalidDataException(
                        "a DictionaryVector with id " + chosen[i] + " and a dictionary of " + entries + " entries");
            }
        }
        return chosen;
    }

    /** Puts each id that occurs into {@code distinct} once, ascending, and returns how many there are. */
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
