package io.pq2.internal.write.shred;

import io.pq2.vector.Validity;

/**
 * The slots of a leaf's vector that have values to be written: all of a range, those of a range that a bitmap names, or a list.
 * Reused from batch to batch.
 */
public final class PresentSlots {

    /** The slots, ascending within a batch; null if they are in a range. */
    public int[] list;

    /** The first slot of the range. */
    public int from;

    /** The slot behind the last one of the range. */
    public int to;

    /** Which slots of the range are present, by the number of the slot; null if all are. */
    public long[] validity;

    /** How many slots there are. */
    public int count;

    /** Turns to the slots of a leaf, see {@link Shredder.LeafSink}. */
    public void set(Levels levels, long[] presence) {
        list = levels.slots;
        from = levels.base;
        to = levels.base + levels.live;
        validity = presence;
        count = presence == null ? levels.live : Validity.count(presence, from, to);
    }

    /** Whether the slots are all of a range. */
    public boolean isRange() {
        return list == null && validity == null;
    }
}
