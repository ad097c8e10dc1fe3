package io.pq2.read;

import io.pq2.schema.Shape;

/** The slots of a struct or leaf, and which of them are present, from the levels of a leaf below it. */
final class SlotValidity {

    private final int slotLevel;
    private final int definitionLevel;
    private final int repetitionLevel;
    private final boolean repeatedBelow;
    private long[] words = new long[0];
    private int slots;
    private int present;

    SlotValidity(Shape shape) {
        this.slotLevel = shape.slotLevel();
        this.definitionLevel = shape.definitionLevel();
        this.repetitionLevel = shape.repetitionLevel();
        this.repeatedBelow = repeats(shape);
    }

    /** Whether the first leaf below has entries that continue a slot. */
    private static boolean repeats(Shape shape) {
        java.util.List<io.pq2.schema.Column> leaves = new java.util.ArrayList<>();
        shape.collectColumns(leaves);
        return leaves.get(0).maxRepetitionLevel() > shape.repetitionLevel();
    }

    /** Goes through the levels and returns the number of slots. */
    int read(LeafLevels levels) {
        int count = levels.count();
        words = VectorNode.ensureWords(words, count);
        byte[] definition = levels.definition();
        if (!repeatedBelow && (slotLevel == 0 || LevelBits.countAtLeast(definition, 0, count, slotLevel) == count)) {
            slots = count;
            present =
                    definitionLevel == slotLevel ? count : LevelBits.atLeast(definition, count, definitionLevel, words);
        } else if (repeatedBelow) {
            readSparse(levels.repetition(), definition, count);
        } else {
            readSparse(definition, count);
        }
        return slots;
    }

    /** Entries that make no slot (an empty list around) fall out. */
    private void readSparse(byte[] definition, int count) {
        int found = 0;
        int there = 0;
        long word = 0;
        for (int i = 0; i < count; i++) {
            int level = definition[i];
            int isPresent = level >= definitionLevel ? 1 : 0;
            word |= (long) isPresent << found;
            there += isPresent;
            if (level >= slotLevel && (++found & 63) == 0) {
                words[(found >>> 6) - 1] = word;
                word = 0;
            }
        }
        finish(found, there, word);
    }

    /** So do entries that continue a slot. */
    private void readSparse(byte[] repetition, byte[] definition, int count) {
        int found = 0;
        int there = 0;
        long word = 0;
        for (int i = 0; i < count; i++) {
            int level = definition[i];
            if (repetition[i] > repetitionLevel || level < slotLevel) {
                continue;
            }
            int isPresent = level >= definitionLevel ? 1 : 0;
            word |= (long) isPresent << found;
            there += isPresent;
            if ((++found & 63) == 0) {
                words[(found >>> 6) - 1] = word;
                word = 0;
            }
        }
        finish(found, there, word);
    }

    private void finish(int found, int there, long word) {
        if ((found & 63) != 0) {
            words[found >>> 6] = word;
        }
        slots = found;
        present = there;
    }

    /** Which slots are present, null if all are. */
    long[] words() {
        return present == slots ? null : words;
    }
}
