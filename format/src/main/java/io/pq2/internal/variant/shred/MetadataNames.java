package io.pq2.internal.variant.shred;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.variant.EncodedNames;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The names of one metadata that many variants use, with what has been computed from them. Not thread-safe. */
final class MetadataNames {

    /** More names than this are compared each time, so that a large dictionary does not need large tables. */
    static final int MAX_TABLE = 4096;

    private final EncodedNames names;
    private final int slot;
    private int uses;
    /** The position of each name in their order; equal names have one position. Absent until the names are reused. */
    private int @Nullable [] ranks;

    private @Nullable String @Nullable [] texts;

    /** @param slot the place in the cache, which tables of other objects share */
    MetadataNames(EncodedNames names, int slot) {
        this.names = names;
        this.slot = slot;
    }

    EncodedNames names() {
        return names;
    }

    int slot() {
        return slot;
    }

    int size() {
        return names.size();
    }

    /** Reports that one more variant uses the names. */
    void use() {
        uses++;
        if (uses == 2 && size() <= MAX_TABLE) {
            ranks = ranks();
        }
    }

    private int[] ranks() {
        int[] order = IntStream.range(0, size())
                .boxed()
                .sorted(names::compare)
                .mapToInt(Integer::intValue)
                .toArray();
        int[] result = new int[order.length];
        for (int i = 1; i < order.length; i++) {
            result[order[i]] = names.compare(order[i - 1], order[i]) == 0 ? result[order[i - 1]] : i;
        }
        return result;
    }

    /**
     * Whether a name comes before another one.
     *
     * @throws CorruptFileException if there is no such id, or the offsets of a name are invalid
     */
    boolean isBefore(int id, int other) {
        int[] known = ranks;
        if (known == null) {
            return names.compare(id, other) < 0;
        }
        return known[check(id)] < known[check(other)];
    }

    /**
     * Returns an id that exists.
     *
     * @throws CorruptFileException if it does not
     */
    int check(int id) {
        if (id < 0 || id >= size()) {
            throw new CorruptFileException("VARIANT: field_id " + id + ", dictionary_size is " + size());
        }
        return id;
    }

    /** Returns the name with an id. */
    String text(int id) {
        check(id);
        if (size() > MAX_TABLE) {
            return names.name(id);
        }
        @Nullable String[] known = texts;
        if (known == null) {
            known = new String[size()];
            texts = known;
        }
        String text = known[id];
        if (text == null) {
            text = names.name(id);
            known[id] = text;
        }
        return text;
    }

    /** Returns the index of an id's name in a sorted list of names in UTF-8, or -1. */
    int find(int id, byte[][] sorted) {
        return Math.max(-1, Arrays.binarySearch(sorted, names.nameBytes(check(id)), Arrays::compareUnsigned));
    }
}
