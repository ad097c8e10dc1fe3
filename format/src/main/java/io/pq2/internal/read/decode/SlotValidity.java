package io.pq2.internal.read.decode;

import io.pq2.schema.Column;
import io.pq2.schema.Shape;

/** The slots of a struct or leaf, and which of them are present, from the levels of a leaf below it. */
final class SlotValidity {

    private final int slotLevel;
    private final int definitionLevel;
    private final int repetitionLevel;
    /** Whether there are entries that continue a slot. */
    private final boolean repeatedBelow;

    private long[] words = new long[0];
    private byte[] slotLevels = new byte[0];
    private int slots;
    private int present;

    /** @param first the leaf that the levels will be of */
    SlotValidity(Shape shape, Column first) {
        this.slotLevel = shape.slotLevel();
        this.definitionLevel = shape.definitionLevel();
        this.repetitionLevel = shape.repetitionLevel();
        this.repeatedBelow = first.maxRepetitionLevel() > repetitionLevel;
    }

    /** Goes through the levels and returns the number of slots. */
    int read(LeafLevels levels) {
        byte[] definition = levels.definition();
        slots = levels.count();
        if (repeatedBelow) {
            definition = compact(levels.count());
            slots = LevelBits.compact(
                    levels.repetition(), levels.definition(), levels.count(), repetitionLevel, slotLevel, definition);
        } else if (slotLevel > 0 && LevelBits.countAtLeast(definition, 0, slots, slotLevel) < slots) {
            definition = compact(levels.count());
            slots = LevelBits.compact(levels.definition(), levels.count(), slotLevel, definition);
        }
        if (definitionLevel == slotLevel) {
            present = slots;
        } else {
            words = VectorNode.ensureWords(words, slots);
            present = LevelBits.atLeast(definition, slots, definitionLevel, words);
        }
        return slots;
    }

    /** Room for the levels of those entries that make a slot. */
    private byte[] compact(int count) {
        if (slotLevels.length < count) {
            slotLevels = new byte[Math.max(count, Math.min(slotLevels.length * 2, LeafLevels.MAX_ENTRIES))];
        }
        return slotLevels;
    }

    /** Which slots are present, null if all are. */
    long[] words() {
        return present == slots ? null : words;
    }
}
