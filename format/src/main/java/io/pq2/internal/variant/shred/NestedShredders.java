package io.pq2.internal.variant.shred;

import io.pq2.exception.InvalidDataException;
import io.pq2.vector.ListVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Validity;
import io.pq2.vector.Vector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shreds variants in structs, lists and maps. */
final class NestedShredders {

    private NestedShredders() {}

    /**
     * Variants in a struct.
     *
     * @param path the path of the struct
     * @param fields a shredder for each field; absent for fields without variants
     */
    record InStruct(String path, List<@Nullable ColumnShredder> fields) implements ColumnShredder {

        @Override
        public Vector shred(Vector vector, long @Nullable [] live) {
            StructVector struct = ColumnShredder.expect(StructVector.class, vector, path);
            long[] present = both(live, struct.validity(), struct.length());
            return new StructVector(
                    struct.length(), shredAll(struct.children(), fields, present, path), struct.validity());
        }

        @Override
        public long bytes() {
            return total(fields);
        }
    }

    /**
     * Variants in the elements of a list.
     *
     * @param path the path of the list
     * @param element the shredder of the elements
     */
    record InList(String path, ColumnShredder element) implements ColumnShredder {

        @Override
        public Vector shred(Vector vector, long @Nullable [] live) {
            ListVector list = ColumnShredder.expect(ListVector.class, vector, path);
            Vector elements = ColumnShredder.expect(Vector.class, list.elements(), path);
            long[] present = both(live, list.validity(), list.length());
            long[] used = used(list.offsets(), list.length(), elements.length(), present, path);
            return new ListVector(list.length(), list.offsets(), element.shred(elements, used), list.validity());
        }

        @Override
        public long bytes() {
            return element.bytes();
        }
    }

    /**
     * Variants in the values of a map. Keys are not shredded.
     *
     * @param path the path of the map
     * @param value the shredder of the values
     */
    record InMap(String path, ColumnShredder value) implements ColumnShredder {

        @Override
        public Vector shred(Vector vector, long @Nullable [] live) {
            MapVector map = ColumnShredder.expect(MapVector.class, vector, path);
            Vector values = ColumnShredder.expect(Vector.class, map.values(), path);
            long[] present = both(live, map.validity(), map.length());
            long[] used = used(map.offsets(), map.length(), values.length(), present, path);
            return new MapVector(map.length(), map.offsets(), map.keys(), value.shred(values, used), map.validity());
        }

        @Override
        public long bytes() {
            return value.bytes();
        }
    }

    /** Returns the vectors with shredded variants. */
    static List<Vector> shredAll(
            List<Vector> vectors, List<@Nullable ColumnShredder> shredders, long @Nullable [] live, String path) {
        if (vectors.size() != shredders.size()) {
            throw new InvalidDataException(
                    "column " + path + ": a struct has " + vectors.size() + " vectors, expected " + shredders.size());
        }
        List<Vector> shredded = new ArrayList<>(vectors);
        for (int i = 0; i < shredded.size(); i++) {
            ColumnShredder shredder = shredders.get(i);
            if (shredder != null) {
                shredded.set(i, shredder.shred(vectors.get(i), live));
            }
        }
        return shredded;
    }

    static long total(List<@Nullable ColumnShredder> shredders) {
        long bytes = 0;
        for (ColumnShredder shredder : shredders) {
            bytes += shredder == null ? 0 : shredder.bytes();
        }
        return bytes;
    }

    /** Returns the slots that are set in both bitmaps. An absent bitmap has all slots set. */
    private static long @Nullable [] both(long @Nullable [] one, long @Nullable [] other, int length) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        long[] both = new long[Validity.words(length)];
        for (int i = 0; i < both.length; i++) {
            both[i] = one[i] & other[i];
        }
        return both;
    }

    /** Returns the elements that belong to a list; absent when all do. */
    private static long @Nullable [] used(
            int[] offsets, int lists, int elements, long @Nullable [] present, String path) {
        long[] used = new long[Validity.words(elements)];
        int next = 0;
        boolean all = true;
        for (int slot = 0; slot < lists; slot++) {
            if (present != null && !Validity.isSet(present, slot)) {
                continue;
            }
            int from = offsets[slot];
            int to = offsets[slot + 1];
            if (from < 0 || to < from || to > elements) {
                throw new InvalidDataException("column " + path + ": list " + slot + " has the offsets " + from
                        + " and " + to + " in " + elements + " elements");
            }
            all &= from == next;
            next = to;
            Validity.fill(used, from, to, true);
        }
        return all && next == elements ? null : used;
    }
}
