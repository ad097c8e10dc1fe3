package io.pq2.internal.write.shred;

/**
 * The level entries of a node of the schema for some rows, and which of the node's slots they stand for. One entry for each slot
 * that a live entry stands for, and one for each ancestor that is null or empty and thereby has none.
 *
 * <p>The common cases need no arrays: all entries alike, no repetition, slots one after another. Arrays are reused.
 */
public final class Levels {

    /** The number of entries. */
    public int count;

    /** The number of rows that they belong to. */
    public int rows;

    /** One definition level an entry; null if all entries are live. */
    public byte[] definition;

    /** The definition level of live entries; what is below it ended at an ancestor. */
    public int definitionLevel;

    /** One repetition level an entry; null if all are 0, so that each entry is a row. */
    public byte[] repetition;

    /** The number of live entries. */
    int live;

    /** The slot of each live entry; null if they are consecutive from {@link #base} on. */
    int[] slots;

    /** The slot of the first live entry, if they are consecutive. */
    public int base;

    private byte[] definitionArray = new byte[0];
    private byte[] repetitionArray = new byte[0];
    private int[] slotArray = new int[0];

    /** Makes this the entries of rows {@code from} to {@code to} (exclusive) themselves. */
    public void rows(int from, int to) {
        count = to - from;
        rows = count;
        live = count;
        definition = null;
        definitionLevel = 0;
        repetition = null;
        slots = null;
        base = from;
    }

    /** Makes this the same entries as {@code other}, sharing its arrays. */
    void share(Levels other) {
        count = other.count;
        rows = other.rows;
        definition = other.definition;
        definitionLevel = other.definitionLevel;
        repetition = other.repetition;
        live = other.live;
        slots = other.slots;
        base = other.base;
    }

    /** This object's own array for definition levels, of {@code length} or longer, contents undefined. */
    byte[] ownDefinition(int length) {
        if (definitionArray.length < length) {
            definitionArray = new byte[grown(length)];
        }
        return definitionArray;
    }

    /** This object's own array for repetition levels, of {@code length} or longer, contents undefined. */
    byte[] ownRepetition(int length) {
        if (repetitionArray.length < length) {
            repetitionArray = new byte[grown(length)];
        }
        return repetitionArray;
    }

    /** This object's own array for slots, of {@code length} or longer, contents undefined. */
    int[] ownSlots(int length) {
        if (slotArray.length < length) {
            slotArray = new int[grown(length)];
        }
        return slotArray;
    }

    long memoryBytes() {
        return (long) definitionArray.length + repetitionArray.length + (long) Integer.BYTES * slotArray.length;
    }

    /** Forgets the entries and their memory. */
    void release() {
        definition = null;
        repetition = null;
        slots = null;
        definitionArray = new byte[0];
        repetitionArray = new byte[0];
        slotArray = new int[0];
    }

    private static int grown(int length) {
        return Math.max(length, (int) Math.min(Integer.MAX_VALUE - 16, length + (length >> 2) + 16L));
    }

    /** The row, from 0, of the entry at that index. */
    public int rowOf(int entry) {
        if (repetition == null) {
            return entry;
        }
        int row = -1;
        for (int i = 0; i <= entry; i++) {
            row += repetition[i] == 0 ? 1 : 0;
        }
        return row;
    }

    /** The index of the entry that is the {@code liveIndex}-th of the live ones, from 0. */
    public int entryOf(int liveIndex) {
        if (definition == null) {
            return liveIndex;
        }
        int seen = -1;
        int entry = -1;
        while (seen < liveIndex) {
            entry++;
            seen += definition[entry] == definitionLevel ? 1 : 0;
        }
        return entry;
    }
}
