package io.pq2.internal.write.shred;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Shape;
import java.util.Arrays;

/** Computes the level entries of the elements of a list, or of the keys and values of a map, from those of the list. */
final class ElementLevels {

    private final String path;
    private final int elementLevel;
    private final byte repetitionLevel;
    private final Levels entries = new Levels();

    /**
     * Creates the entries of a list's elements.
     *
     * @param path the path of the list, for error messages
     * @param element the shape of an element
     */
    ElementLevels(String path, Shape element) {
        this.path = path;
        this.elementLevel = element.slotLevel();
        this.repetitionLevel = (byte) element.repetitionLevel();
    }

    /** Returns the object that holds the entries of the elements. */
    Levels entries() {
        return entries;
    }

    /**
     * Computes the entries of the elements.
     *
     * @param lists the entries of the lists, whose live ones are all present
     * @param offsets the offsets of the lists' elements, as in {@link io.pq2.vector.ListVector}
     * @param elementCount the number of elements
     * @return the object of {@link #entries()}
     * @throws InvalidDataException if the offsets descend or exceed the number of elements
     */
    Levels expand(Levels lists, int[] offsets, int elementCount) {
        long elements = 0;
        int empty = 0;
        boolean consecutive = true;
        int first = -1;
        int next = -1;
        int[] listSlots = lists.slots;
        for (int i = 0; i < lists.live; i++) {
            int slot = listSlots == null ? lists.base + i : listSlots[i];
            int start = offsets[slot];
            int end = offsets[slot + 1];
            if (start < 0 || start > end || end > elementCount) {
                throw new InvalidDataException("column " + path + ": the list in slot " + slot + " has elements "
                        + start + " to " + end + ", but there are " + elementCount);
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
                    "column " + path + ": a batch has " + count + " elements; use smaller batches");
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
                if (definition != null) {
                    definition[out] = level;
                }
                out++;
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
