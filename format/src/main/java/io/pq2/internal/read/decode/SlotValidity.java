package io.pq2.internal.read.decode;

import io.pq2.internal.io.DecodeBudget;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import org.jspecify.annotations.Nullable;

/** Derives the slots of a struct or leaf from the levels of a leaf: their number and validity. */
final class SlotValidity {

    private final DecodeBudget budget;
    private final int slotLevel;
    private final int definitionLevel;
    private final int repetitionLevel;
    /** Whether a slot can have several entries. */
    private final boolean repeatedBelow;

    private long[] words = new long[0];
    private byte[] slotLevels = new byte[0];
    private int slots;
    private int present;

    /**
     * Creates the validity of a struct or leaf.
     *
     * @param first the first leaf below {@code shape}, or {@code shape} itself
     * @param budget the budget of the scan
     */
    SlotValidity(Shape shape, Column first, DecodeBudget budget) {
        this.budget = budget;
        this.slotLevel = shape.slotLevel();
        this.definitionLevel = shape.definitionLevel();
        this.repetitionLevel = shape.repetitionLevel();
        this.repeatedBelow = first.maxRepetitionLevel() > repetitionLevel;
    }

    /** Derives the slots of a batch and returns their number. */
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
            words = VectorNode.ensureWords(words, slots, budget);
            present = LevelBits.atLeast(definition, slots, definitionLevel, words);
        }
        return slots;
    }

    /** Returns an array for the levels of the entries that begin a slot. */
    private byte[] compact(int count) {
        if (slotLevels.length < count) {
            int length = Math.max(count, Math.min(slotLevels.length * 2, LeafLevels.MAX_ENTRIES));
            budget.replace(slotLevels.length, length);
            slotLevels = new byte[length];
        }
        return slotLevels;
    }

    /** Returns the validity bitmap of the slots; null if all are present. */
    long @Nullable [] words() {
        return present == slots ? null : words;
    }
}
