package io.pq2.internal.write.shred;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.ListVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Validity;
import io.pq2.vector.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Takes batches apart into the levels and present slots of each leaf (Dremel's record shredding, column-wise).
 *
 * <p>It walks the tree of shapes once a batch. Each node turns the entries of its parent into its own, all of them at once: a
 * node that can be null ends the entries of its nulls, a list multiplies the live ones. What siblings share is computed once,
 * in their parent. Where nothing is null and no list is on the path, no array is touched.
 */
public final class Shredder {

    private final Levels rows = new Levels();
    private final List<Node> columns = new ArrayList<>();
    /** All entries of all nodes. */
    private final List<Levels> memory = new ArrayList<>();

    private long firstRow;

    /**
     * @param row the shape of a row
     * @param sinks what takes the entries of each leaf
     */
    public Shredder(Shape.Struct row, Function<Shape.Leaf, LeafSink> sinks) {
        for (Shape child : row.children()) {
            columns.add(node(child, child.name(), sinks));
        }
    }

    /** What takes the entries of one leaf. */
    public interface LeafSink {
        /**
         * @param vector the leaf's vector
         * @param levels its entries; live ones are present or null in {@code validity}
         * @param validity the presence of the consecutive slots of the live entries, from bit {@code levels.base} on; null if
         *     all live entries are present
         * @param firstRow the number of the first row for messages
         */
        void accept(Vector vector, Levels levels, long[] validity, long firstRow);
    }

    /**
     * Shreds rows {@code from} to {@code to} (exclusive) of a batch that has one vector for each column.
     *
     * @param rowNumber the number of row {@code from} for messages
     */
    public void shred(Batch batch, int from, int to, long rowNumber) {
        firstRow = rowNumber;
        rows.rows(from, to);
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).shred(batch.columns().get(i), rows);
        }
    }

    /** How many bytes are kept for the levels of the next rows. */
    public long memoryBytes() {
        long bytes = 0;
        for (Levels levels : memory) {
            bytes += levels.memoryBytes();
        }
        return bytes;
    }

    /** Frees the memory that is kept for the levels of the next rows. */
    public void releaseMemory() {
        memory.forEach(Levels::release);
    }

    private Node node(Shape shape, String path, Function<Shape.Leaf, LeafSink> sinks) {
        if (shape instanceof Shape.Leaf leaf) {
            return new LeafNode(leaf, sinks.apply(leaf));
        } else if (shape instanceof Shape.Struct struct) {
            List<Node> children = new ArrayList<>();
            for (Shape child : struct.children()) {
                children.add(node(child, path + "." + child.name(), sinks));
            }
            return new StructNode(struct, path, children);
        } else if (shape instanceof Shape.Array array) {
            return new ListNode(array, path, node(array.element(), path + ".element", sinks));
        } else {
            Shape.Map map = (Shape.Map) shape;
            Node key = node(map.key(), path + ".key", sinks);
            Node value = map.value() == null ? null : node(map.value(), path + ".value", sinks);
            return new MapNode(map, path, key, value);
        }
    }

    /** A place in the tree, with the memory for its entries. */
    private abstract sealed class Node {

        final String path;
        final Levels own = new Levels();
        private final boolean nullable;
        private final int definitionLevel;

        Node(Shape shape, String path) {
            this.path = path;
            nullable = shape.nullable();
            definitionLevel = shape.definitionLevel();
            memory.add(own);
        }

        abstract void shred(Vector vector, Levels parent);

        /** Ends the entries of nulls: makes {@link #own} the entries whose live ones are present. */
        final void drop(Vector vector, Levels parent) {
            own.share(parent);
            own.definitionLevel = definitionLevel;
            long[] validity = vector.validity();
            if (validity == null) {
                if (nullable && parent.definition != null) {
                    raise(parent);
                }
                return;
            }
            int firstNull = firstNull(validity, parent);
            if (firstNull < 0) {
                if (nullable && parent.definition != null) {
                    raise(parent);
                }
            } else if (nullable) {
                dropNulls(validity, parent);
            } else {
                throw nullInRequired(parent, firstNull);
            }
        }

        final InvalidDataException nullInRequired(Levels parent, int liveIndex) {
            return new InvalidDataException("column " + path + ", row "
                    + (firstRow + parent.rowOf(parent.entryOf(liveIndex))) + ": a null in a required field");
        }

        /** All live entries are present, one level up. */
        private void raise(Levels parent) {
            byte[] levels = own.ownDefinition(parent.count);
            byte[] before = parent.definition;
            int from = parent.definitionLevel;
            for (int i = 0; i < parent.count; i++) {
                levels[i] = (byte) (before[i] == from ? definitionLevel : before[i]);
            }
            own.definition = levels;
        }

        private void dropNulls(long[] validity, Levels parent) {
            byte[] levels = own.ownDefinition(parent.count);
            int[] slots = own.ownSlots(parent.live);
            byte[] before = parent.definition;
            int[] slotsBefore = parent.slots;
            int from = parent.definitionLevel;
            int slot = 0;
            int live = 0;
            for (int i = 0; i < parent.count; i++) {
                if (before != null && before[i] != from) {
                    levels[i] = before[i];
                    continue;
                }
                int current = slotsBefore == null ? parent.base + slot : slotsBefore[slot];
                slot++;
                if (Validity.isSet(validity, current)) {
                    levels[i] = (byte) definitionLevel;
                    slots[live++] = current;
                } else {
                    levels[i] = (byte) from;
                }
            }
            own.definition = levels;
            own.slots = slots;
            own.live = live;
        }

        /** The index among the live entries of the first null, -1 if there is none. */
        static int firstNull(long[] validity, Levels levels) {
            if (levels.slots == null) {
                if (Validity.count(validity, levels.base, levels.base + levels.live) == levels.live) {
                    return -1;
                }
                int index = 0;
                while (Validity.isSet(validity, levels.base + index)) {
                    index++;
                }
                return index;
            }
            for (int i = 0; i < levels.live; i++) {
                if (!Validity.isSet(validity, levels.slots[i])) {
                    return i;
                }
            }
            return -1;
        }

        final <T extends Vector> T expect(Class<T> kind, Vector vector) {
            if (!kind.isInstance(vector)) {
                throw new InvalidDataException("column " + path + ": a "
                        + (vector == null ? "null" : vector.getClass().getSimpleName()) + " where a "
                        + kind.getSimpleName() + " is due");
            }
            return kind.cast(vector);
        }
    }

    private final class LeafNode extends Node {

        private final Shape.Leaf leaf;
        private final LeafSink sink;

        LeafNode(Shape.Leaf leaf, LeafSink sink) {
            super(leaf, leaf.column().dottedPath());
            this.leaf = leaf;
            this.sink = sink;
        }

        @Override
        public void shred(Vector vector, Levels parent) {
            if (vector == null) {
                throw new InvalidDataException("column " + path + ": no vector");
            }
            // A bitmap says it all where every slot has an entry: no need to write levels out.
            boolean bitmap =
                    leaf.nullable() && vector.validity() != null && parent.definition == null && parent.slots == null;
            if (bitmap && firstNull(vector.validity(), parent) >= 0) {
                own.share(parent);
                own.definitionLevel = leaf.definitionLevel();
                sink.accept(vector, own, vector.validity(), firstRow);
            } else {
                drop(vector, parent);
                sink.accept(vector, own, null, firstRow);
            }
        }
    }

    private final class StructNode extends Node {

        private final List<Node> children;

        StructNode(Shape.Struct struct, String path, List<Node> children) {
            super(struct, path);
            this.children = children;
        }

        @Override
        public void shred(Vector vector, Levels parent) {
            StructVector struct = expect(StructVector.class, vector);
            if (struct.children().size() != children.size()) {
                throw new InvalidDataException("column " + path + ": a StructVector of "
                        + struct.children().size() + " fields where " + children.size() + " are due");
            }
            drop(struct, parent);
            for (int i = 0; i < children.size(); i++) {
                Vector child = struct.children().get(i);
                if (child.length() < struct.length()) {
                    throw new InvalidDataException("column " + path + ": field " + i + " has " + child.length()
                            + " slots, the struct " + struct.length());
                }
                children.get(i).shred(child, own);
            }
        }
    }

    private final class ListNode extends Node {

        private final ElementLevels elementLevels;
        private final Node element;

        ListNode(Shape.Array array, String path, Node element) {
            super(array, path);
            this.elementLevels = new ElementLevels(path, array.element());
            memory.add(elementLevels.entries());
            this.element = element;
        }

        @Override
        public void shred(Vector vector, Levels parent) {
            ListVector list = expect(ListVector.class, vector);
            drop(list, parent);
            element.shred(list.elements(), elementLevels.expand(own, list.offsets(), lengthOf(list.elements())));
        }

        private static int lengthOf(Vector vector) {
            return vector == null ? 0 : vector.length();
        }
    }

    private final class MapNode extends Node {

        private final ElementLevels elementLevels;
        private final Node key;
        private final Node value;

        MapNode(Shape.Map map, String path, Node key, Node value) {
            super(map, path);
            this.elementLevels = new ElementLevels(path, map.key());
            memory.add(elementLevels.entries());
            this.key = key;
            this.value = value;
        }

        @Override
        public void shred(Vector vector, Levels parent) {
            MapVector map = expect(MapVector.class, vector);
            if (map.keys() == null || (map.values() == null) != (value == null)) {
                throw new InvalidDataException("column " + path + ": a MapVector without keys, or "
                        + (value == null ? "with values where there are none" : "without values"));
            }
            if (value != null && map.values().length() != map.keys().length()) {
                throw new InvalidDataException("column " + path + ": a MapVector of "
                        + map.keys().length() + " keys and " + map.values().length() + " values");
            }
            drop(map, parent);
            Levels entries = elementLevels.expand(own, map.offsets(), map.keys().length());
            key.shred(map.keys(), entries);
            if (value != null) {
                value.shred(map.values(), entries);
            }
        }
    }
}
