package io.pq2.internal.write.shred;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Shape;
import java.util.Arrays;

/** Turns the entries of lists (or maps) into those of their elements. */
final class ElementLevels {

    private final String path;
    private final int elementLevel;
    private final byte repetitionLevel;
    private final Levels entries = new Levels();

    /**
     * @param path the list's path, for messages
     * @param element the shape of an element
     */
    ElementLevels(String path, Shape element) {
        this.path = path;
        this.elementLevel = element.slotLevel();
        this.repetitionLevel = (byte) element.repetitionLevel();
    }

    /** Where the entries of the elements are kept. */
    Levels entries() {
        return entries;
    }

    /**
     * The entries of the elements.
     *
     * @param lists the entries of the lists, the live ones present
     * @param offsets where the elements of each list start
     * @param elementCount how many elements there are
     * @throws InvalidDataException if the offsets are not what {@link io.pq2.vector.ListVector} says
     */
    Levels expand(Levels lists, int[] offsets, int elementCount) {
        long elements = 0;
        int empty = 0;
        boolean consecutive = true;
        int first = -1;
        int next = -1;
        for (int i = 0; i < lists.live; i++) {
            int slot = lists.slots == null ? lists.base + i : lists.slots[i];
            int start = offsets[slot];
            int end = offsets[slot + 1];
            if (start < 0 || start > end || end > elementCount) {
                throw new InvalidDataException("column " + path + ": the list at slot " + slot + " has elements "
                        + start + " to " + end + " of " + elementCount);
            }
            if (start == end) {
                empty++;
                continue;
            }
            if (first < 0) {
                first = start;
            } else {
                consecutive &= start == next;
            }
            next = end;
            elements += end - start;
        }
        long count = elements + empty + (lists.count - lists.live);
        if (count > Integer.MAX_VALUE - 16) {
            throw new InvalidDataException(
                    "column " + path + ": " + count + " elements in a batch; use smaller batches");
        }
        entries.count = (int) count;
        entries.rows = lists.rows;
        entries.live = (int) elements;
        entries.base = Math.max(first, 0);
        entries.definitionLevel = elementLevel;
        fill(lists, offsets, count > elements, consecutive);
        return entries;
    }

    private void fill(Levels lists, int[] offsets, boolean ended, boolean consecutive) {
        byte[] repetition = entries.ownRepetition(entries.count);
        byte[] definition = ended ? entries.ownDefinition(entries.count) : null;
        int[] slots = consecutive ? null : entries.ownSlots(entries.live);
        int out = 0;
        int live = 0;
        int list = 0;
        for (int i = 0; i < lists.count; i++) {
            byte outer = lists.repetition == null ? 0 : lists.repetition[i];
            byte level = lists.definition == null ? (byte) lists.definitionLevel : lists.definition[i];
            int start = 0;
            int length = 0;
            if (level == lists.definitionLevel) {
                int slot = lists.slots == null ? lists.base + list : lists.slots[list];
                list++;
                start = offsets[slot];
                length = offsets[slot + 1] - start;
            }
            repetition[out] = outer;
            if (length == 0) {
                definition[out++] = level;
                continue;
            }
            Arrays.fill(repetition, out + 1, out + length, repetitionLevel);
            if (definition != null) {
                Arrays.fill(definition, out, out + length, (byte) elementLevel);
            }
            if (slots != null) {
                for (int k = 0; k < length; k++) {
                    slots[live + k] = start + k;
                }
            }
            live += length;
            out += length;
        }
        entries.repetition = repetition;
        entries.definition = definition;
        entries.slots = slots;
    }
}
