package io.pq2.read;

import io.pq2.CorruptFileException;
import io.pq2.schema.Shape;

/** The slots of a list or map, which of them are present and which elements each has, from the levels of a leaf below it. */
final class SlotOffsets {

    private final int slotLevel;
    private final int definitionLevel;
    private final int repetitionLevel;
    private final int elementLevel;
    private final boolean nullable;
    private long[] words = new long[0];
    private int[] offsets = new int[1];
    private int slots;
    private int present;

    /** @param elementLevel the definition level from which on there is an element */
    SlotOffsets(Shape shape, int elementLevel) {
        this.slotLevel = shape.slotLevel();
        this.definitionLevel = shape.definitionLevel();
        this.repetitionLevel = shape.repetitionLevel();
        this.nullable = definitionLevel > slotLevel;
        this.elementLevel = elementLevel;
    }

    /** Goes through the levels and returns the number of slots. */
    int read(LeafLevels levels) {
        int count = levels.count();
        if (offsets.length <= count) {
            offsets = new int[Math.max(count + 1, Math.min(offsets.length * 2, LeafLevels.MAX_ENTRIES))];
        }
        words = VectorNode.ensureWords(words, count);
        walk(levels.repetition(), levels.definition(), count);
        return slots;
    }

    private void walk(byte[] repetition, byte[] definition, int count) {
        int found = 0;
        int there = 0;
        int elements = 0;
        long word = 0;
        int before = 0;
        int continued = 1;
        for (int i = 0; i < count; i++) {
            int level = definition[i];
            int repeated = repetition[i] - repetitionLevel;
            int hasElement = level >= elementLevel ? 1 : 0;
            if (repeated <= 0) {
                if (level >= slotLevel) {
                    offsets[found] = elements;
                    int isPresent = level >= definitionLevel ? 1 : 0;
                    word |= (long) isPresent << found;
                    there += isPresent;
                    if ((++found & 63) == 0) {
                        words[(found >>> 6) - 1] = word;
                        word = 0;
                    }
                }
                elements += hasElement;
            } else if (repeated == 1) {
                // A further element continues a list that has one, and is one.
                continued &= hasElement & before;
                elements += hasElement;
            }
            before = hasElement;
        }
        if (continued == 0) {
            throw new CorruptFileException(
                    "repetition level " + (repetitionLevel + 1) + " continues a list or map that has no element there");
        }
        if ((found & 63) != 0) {
            words[found >>> 6] = word;
        }
        offsets[found] = elements;
        slots = found;
        present = there;
    }

    /** Where the elements of each slot begin, and behind the last slot the number of elements. */
    int[] offsets() {
        return offsets;
    }

    /** The number of elements of all slots. */
    int elements() {
        return offsets[slots];
    }

    /** Which slots are present, null if all are. */
    long[] words() {
        return nullable && present != slots ? words : null;
    }
}
