package io.pq2.internal.write.shred;

import io.pq2.vector.Validity;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a leaf's vector with values to write: all slots of a range, the slots of a range that a bitmap selects,
 * or a list of slots. Reused for each batch.
 */
public final class PresentSlots {

    /** The slots; absent when they are in a range. */
    public int @Nullable [] list;

    /** The first slot of the range. */
    public int from;

    /** The end of the range (exclusive). */
    public int to;

    /** The bitmap that selects slots of the range, by slot number; absent when it selects all. */
    public long @Nullable [] validity;

    /** The number of slots with values. */
    public int count;

    /** Sets the slots of a leaf; see {@link Shredder.LeafSink}. */
    public void set(Levels levels, long @Nullable [] presence) {
        list = levels.slots;
        from = levels.base;
        to = levels.base + levels.live;
        validity = presence;
        count = presence == null ? levels.live : Validity.count(presence, from, to);
    }

    /** Whether the slots are all slots of a range. */
    public boolean isRange() {
        return list == null && validity == null;
    }

    /** Returns {@link #validity}; only for slots of a range that a bitmap selects. */
    public long[] bitmap() {
        return Objects.requireNonNull(validity);
    }
}
