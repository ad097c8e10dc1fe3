package io.pq2.internal.write.shred;

import org.jspecify.annotations.Nullable;

/**
 * The level entries of a schema node for some rows, and the slots of the live ones. A live entry belongs to a slot of
 * the node's vector. Every other entry belongs to an ancestor that is null or empty.
 *
 * <p>Common cases need no arrays: equal levels, no repetition, consecutive slots. Arrays are reused.
 */
public final class Levels {

    /** The number of entries. */
    public int count;

    /** The number of rows to which the entries belong. */
    public int rows;

    /** The definition level of each entry; absent when all entries are live. */
    public byte @Nullable [] definition;

    /** The definition level of live entries. Entries with lower levels ended at an ancestor. */
    public int definitionLevel;

    /** The repetition level of each entry; absent when all are 0, so that each entry is a row. */
    public byte @Nullable [] repetition;

    /** The number of live entries. */
    int live;

    /** The slot of each live entry; absent when they are consecutive from {@link #base} on. */
    int @Nullable [] slots;

    /** The slot of the first live entry if the slots are consecutive. */
    public int base;

    private byte[] definitionArray = new byte[0];
    private byte[] repetitionArray = new byte[0];
    private int[] slotArray = new int[0];

    /** Sets one live entry for each row from {@code from} to {@code to} (exclusive). */
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

    /** Sets the entries of {@code other} and shares its arrays. */
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

    /**
     * Returns this object's own array for definition levels, of at least {@code length}. Its contents are undefined.
     */
    byte[] ownDefinition(int length) {
        if (definitionArray.length < length) {
            definitionArray = new byte[grown(length)];
        }
        return definitionArray;
    }

    /**
     * Returns this object's own array for repetition levels, of at least {@code length}. Its contents are undefined.
     */
    byte[] ownRepetition(int length) {
        if (repetitionArray.length < length) {
            repetitionArray = new byte[grown(length)];
        }
        return repetitionArray;
    }

    /** Returns this object's own array for slots, of at least {@code length}. Its contents are undefined. */
    int[] ownSlots(int length) {
        if (slotArray.length < length) {
            slotArray = new int[grown(length)];
        }
        return slotArray;
    }

    /** Returns the memory of the own arrays in bytes. */
    long memoryBytes() {
        return (long) definitionArray.length + repetitionArray.length + (long) Integer.BYTES * slotArray.length;
    }

    /** Removes the entries and frees the own arrays. */
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

    /** Returns the row of an entry, from 0. */
    public int rowOf(int entry) {
        byte[] levels = repetition;
        if (levels == null) {
            return entry;
        }
        int row = -1;
        for (int i = 0; i <= entry; i++) {
            row += levels[i] == 0 ? 1 : 0;
        }
        return row;
    }

    /** Returns the index of the live entry with position {@code liveIndex} among the live ones, from 0. */
    public int entryOf(int liveIndex) {
        byte[] levels = definition;
        if (levels == null) {
            return liveIndex;
        }
        int seen = -1;
        int entry = -1;
        while (seen < liveIndex) {
            entry++;
            seen += levels[entry] == definitionLevel ? 1 : 0;
        }
        return entry;
    }
}
