package io.pq2.internal.read.decode;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.schema.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Derives the slots of a list or map from the levels of a leaf below it: their number, validity and element offsets.
 */
final class SlotOffsets {

    /** The size of an offset and a level in bytes. */
    private static final long BYTES_PER_SLOT = 5;

    private final DecodeBudget budget;
    private final int slotLevel;
    private final int definitionLevel;
    private final int repetitionLevel;
    private final int elementLevel;
    private final boolean nullable;
    /** Whether no other list is between this one and the leaf. */
    private final boolean innermost;

    private long[] words = new long[0];
    private int[] offsets = new int[1];
    private byte[] slotLevels = new byte[0];
    private int slots;
    private int present;

    /**
     * Creates the offsets of a list or map.
     *
     * @param elementLevel the smallest definition level with an element
     * @param first the reader of the first leaf below {@code shape}
     */
    SlotOffsets(Shape shape, int elementLevel, ColumnReader first) {
        this.budget = first.budget();
        this.slotLevel = shape.slotLevel();
        this.definitionLevel = shape.definitionLevel();
        this.repetitionLevel = shape.repetitionLevel();
        this.nullable = definitionLevel > slotLevel;
        this.elementLevel = elementLevel;
        this.innermost = first.column().maxRepetitionLevel() == repetitionLevel + 1;
    }

    /** Derives the slots of a batch and returns their number. */
    int read(LeafLevels levels) {
        int count = levels.count();
        if (offsets.length <= count) {
            int length = Math.max(count + 1, Math.min(offsets.length * 2, LeafLevels.MAX_ENTRIES));
            budget.replace(BYTES_PER_SLOT * offsets.length, BYTES_PER_SLOT * length);
            offsets = new int[length];
            slotLevels = new byte[offsets.length];
        }
        words = VectorNode.ensureWords(words, count, budget);
        walk(levels.repetition(), levels.definition(), count);
        return slots;
    }

    /** Finds, 64 entries at a time, the entries that begin a slot, begin an element or continue a list. */
    private void walk(byte[] repetition, byte[] definition, int count) {
        int found = 0;
        int elements = 0;
        long before = 0;
        long broken = 0;
        for (int i = 0; i < count; i += Long.SIZE) {
            int length = Math.min(Long.SIZE, count - i);
            long below = LevelBits.mask(repetition, i, length, repetitionLevel + 1);
            long deeper = innermost ? 0 : LevelBits.mask(repetition, i, length, repetitionLevel + 2);
            long withElement = LevelBits.mask(definition, i, length, elementLevel);
            long isElement = withElement & ~deeper;
            // An entry that continues this list has an element, and so has the entry before it.
            broken |= below & ~deeper & ~(withElement & (withElement << 1 | before));
            before = withElement >>> 63;
            long begins = ~below & LevelBits.mask(definition, i, length, slotLevel);
            for (long left = begins; left != 0; left &= left - 1) {
                offsets[found] = elements + Long.bitCount(isElement & (left & -left) - 1);
                slotLevels[found++] = definition[i + Long.numberOfTrailingZeros(left)];
            }
            elements += Long.bitCount(isElement);
        }
        if (broken != 0) {
            throw new CorruptFileException(
                    "repetition level " + (repetitionLevel + 1) + " continues a list or map that has no element there");
        }
        offsets[found] = elements;
        slots = found;
        present = nullable ? LevelBits.atLeast(slotLevels, found, definitionLevel, words) : found;
    }

    /** Returns the index of the first element of each slot, followed by the number of elements. */
    int[] offsets() {
        return offsets;
    }

    /** Returns the number of elements of all slots. */
    int elements() {
        return offsets[slots];
    }

    /** Returns the validity bitmap of the slots; null if all are present. */
    long @Nullable [] words() {
        return present == slots ? null : words;
    }
}
