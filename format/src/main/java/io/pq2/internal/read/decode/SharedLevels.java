package io.pq2.internal.read.decode;

import io.pq2.exception.CorruptFileException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the leaves of one group agree on the group and its ancestors.
 *
 * <p>An entry of a leaf begins a slot of the group, or describes an absent ancestor, if its repetition level is at
 * most the group's. These entries must be equally many in all leaves, with equal repetition levels, and with equal
 * definition levels up to the group's. Greater definition levels concern only what is below the group.
 *
 * <p>The check compares arrays of levels that exist already, most of them 8 to 32 levels at a time.
 */
final class SharedLevels {

    private final int repetitionLevel;
    private final int definitionLevel;
    /** The readers of one leaf per child of the group. The first one has the smallest maximum repetition level. */
    private final List<ColumnReader> leaves;

    private byte[] repetition = new byte[0];
    private byte[] definition = new byte[0];
    private int count;

    private SharedLevels(int repetitionLevel, int definitionLevel, List<ColumnReader> leaves) {
        this.repetitionLevel = repetitionLevel;
        this.definitionLevel = definitionLevel;
        this.leaves = leaves;
    }

    /**
     * Creates the check of a group.
     *
     * @param repetitionLevel the number of repeated fields among the group and its ancestors
     * @param definitionLevel the definition level from which on the group is present
     * @param leaves the reader of one leaf per child of the group
     * @return null if there is nothing to compare
     */
    static @Nullable SharedLevels of(int repetitionLevel, int definitionLevel, List<ColumnReader> leaves) {
        return leaves.size() < 2 || definitionLevel == 0
                ? null
                : new SharedLevels(
                        repetitionLevel,
                        definitionLevel,
                        leaves.stream()
                                .sorted(Comparator.comparingInt(
                                        leaf -> leaf.column().maxRepetitionLevel()))
                                .toList());
    }

    /**
     * Compares the levels of the batch that the readers have decoded.
     *
     * @throws CorruptFileException if a leaf contradicts the first one
     */
    void check() {
        readFirst();
        for (int i = 1; i < leaves.size(); i++) {
            ColumnReader leaf = leaves.get(i);
            boolean agrees = leaf.column().maxRepetitionLevel() == repetitionLevel
                    ? agreesEntryByEntry(leaf.levels())
                    : agreesBySlot(leaf.levels());
            if (!agrees) {
                throw new CorruptFileException("the column's levels contradict those of column "
                                + leaves.get(0).column().dottedPath() + " about the group that contains both")
                        .locate(leaf.location());
            }
        }
    }

    /** Takes the levels of the first leaf; without the entries that continue a slot of the group. */
    private void readFirst() {
        ColumnReader first = leaves.get(0);
        LeafLevels levels = first.levels();
        if (first.column().maxRepetitionLevel() == repetitionLevel) {
            repetition = levels.repetition();
            definition = levels.definition();
            count = levels.count();
            return;
        }
        // All leaves are below further lists.
        first.budget().replace(repetition.length + definition.length, 2L * levels.count());
        byte[] repetitions = new byte[levels.count()];
        byte[] definitions = new byte[levels.count()];
        count = LevelBits.compactSlots(
                levels.repetition(), levels.definition(), levels.count(), repetitionLevel, repetitions, definitions);
        repetition = repetitions;
        definition = definitions;
    }

    private boolean agreesEntryByEntry(LeafLevels levels) {
        return levels.count() == count
                && (repetitionLevel == 0 || Arrays.equals(levels.repetition(), 0, count, repetition, 0, count))
                && LevelBits.equalUpTo(levels.definition(), 0, definition, 0, count, definitionLevel);
    }

    /** Compares the entries of a leaf that has further lists between the group and itself. */
    private boolean agreesBySlot(LeafLevels levels) {
        int entries = levels.count();
        if (repetitionLevel == 0
                && LevelBits.countAtLeast(levels.definition(), 0, entries, definitionLevel) == entries
                && LevelBits.countAtLeast(definition, 0, count, definitionLevel) == count) {
            return entries - LevelBits.countAtLeast(levels.repetition(), 0, entries, 1) == count;
        }
        int slot = 0;
        for (int i = 0; i < entries; i += Long.SIZE) {
            int length = Math.min(Long.SIZE, entries - i);
            long begins = LevelBits.below(levels.repetition(), i, length, repetitionLevel + 1);
            int end = slot + Long.bitCount(begins);
            if (end > count || !slotsAgree(levels, i, begins, slot)) {
                return false;
            }
            slot = end;
        }
        return slot == count;
    }

    /**
     * Compares entries that begin a slot with the first leaf.
     *
     * @param from the index of an entry
     * @param begins one bit for each entry from {@code from} on: whether it begins a slot
     * @param firstSlot the index in the first leaf's levels of the first of these slots
     */
    private boolean slotsAgree(LeafLevels levels, int from, long begins, int firstSlot) {
        byte[] repetitions = levels.repetition();
        byte[] definitions = levels.definition();
        boolean repeated = repetitionLevel > 0;
        int slot = firstSlot;
        int differences = 0;
        for (long left = begins; left != 0; left &= left - 1) {
            int entry = from + Long.numberOfTrailingZeros(left);
            differences |= repeated ? repetitions[entry] ^ repetition[slot] : 0;
            differences |= Math.min(definitions[entry], definitionLevel) ^ Math.min(definition[slot], definitionLevel);
            slot++;
        }
        return differences == 0;
    }
}
