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
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Shreds batches: computes the level entries and present slots of each leaf. It does for whole vectors what the Dremel
 * paper's record shredding does for records.
 *
 * <p>It walks the tree of shapes once for each batch. Each node computes its entries from those of its parent, all at
 * once: a nullable node ends the entries of its nulls, and a list multiplies the live ones. A parent computes once what
 * its children share. Nodes without nulls and lists copy no arrays.
 */
public final class Shredder {

    private final Levels rows = new Levels();
    private final List<Node> columns = new ArrayList<>();
    /** The levels of all nodes. */
    private final List<Levels> memory = new ArrayList<>();

    private long firstRow;

    /**
     * Creates a shredder.
     *
     * @param row the shape of a row
     * @param sinks returns the receiver of each leaf
     */
    public Shredder(Shape.Struct row, Function<Shape.Leaf, LeafSink> sinks) {
        for (Shape child : row.children()) {
            columns.add(node(child, child.name(), sinks));
        }
    }

    /** Receives the level entries of one leaf. */
    public interface LeafSink {
        /**
         * Receives the entries of some rows.
         *
         * @param vector the vector of the leaf
         * @param levels the entries; they stay valid until the next batch. Live entries are present or null as {@code
         *     validity} tells
         * @param validity the validity of the consecutive slots of the live entries, from bit {@code levels.base} on;
         *     absent when all live entries are present
         * @param firstRow the number of the first row in the file, for error messages
         */
        void accept(Vector vector, Levels levels, long @Nullable [] validity, long firstRow);
    }

    /**
     * Shreds rows {@code from} to {@code to} (exclusive) of a batch with one vector for each top-level field.
     *
     * @param rowNumber the number of row {@code from} in the file, for error messages
     * @throws InvalidDataException if a vector has the wrong kind or length, or a required field has a null
     */
    public void shred(Batch batch, int from, int to, long rowNumber) {
        firstRow = rowNumber;
        rows.rows(from, to);
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).shred(batch.columns().get(i), rows);
        }
    }

    /** Returns the memory that is kept for the levels of the next rows, in bytes. */
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
            Node key = node(Objects.requireNonNull(map.key()), path + ".key", sinks);
            Node value = map.value() == null ? null : node(map.value(), path + ".value", sinks);
            return new MapNode(map, path, key, value);
        }
    }

    /** A node of the tree of shapes, with its level entries. */
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

        /** Shreds the vector of this node; absent in an invalid batch. */
        abstract void shred(@Nullable Vector vector, Levels parent);

        /** Computes {@link #own}: the entries of the parent, in which those of nulls are no longer live. */
        final void endNulls(Vector vector, Levels parent) {
            own.share(parent);
            own.definitionLevel = definitionLevel;
            long[] validity = vector.validity();
            if (validity == null) {
                byte[] before = parent.definition;
                if (nullable && before != null) {
                    raise(parent, before);
                }
                return;
            }
            int firstNull = firstNull(validity, parent);
            if (firstNull < 0) {
                byte[] before = parent.definition;
                if (nullable && before != null) {
                    raise(parent, before);
                }
            } else if (nullable) {
                dropNulls(validity, parent);
            } else {
                throw nullInRequired(parent, firstNull);
            }
        }

        final InvalidDataException nullInRequired(Levels parent, int liveIndex) {
            return new InvalidDataException("column " + path + ", row "
                    + (firstRow + parent.rowOf(parent.entryOf(liveIndex))) + ": null in a required field");
        }

        /** Raises the definition level of the live entries, which are all present. */
        private void raise(Levels parent, byte[] before) {
            byte[] levels = own.ownDefinition(parent.count);
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

        /** Returns the position of the first null among the live entries, or -1. */
        static int firstNull(long[] validity, Levels levels) {
            int[] slots = levels.slots;
            if (slots == null) {
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
                if (!Validity.isSet(validity, slots[i])) {
                    return i;
                }
            }
            return -1;
        }

        /** Casts a vector to the kind of this node. */
        final <T extends Vector> T expect(Class<T> kind, @Nullable Vector vector) {
            if (!kind.isInstance(vector)) {
                throw new InvalidDataException("column " + path + ": expected " + kind.getSimpleName() + ", found "
                        + (vector == null ? "null" : vector.getClass().getSimpleName()));
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
        void shred(@Nullable Vector vector, Levels parent) {
            if (vector == null) {
                throw new InvalidDataException("column " + path + ": the vector is null");
            }
            // If every slot has a live entry, the validity bitmap tells the definition levels.
            long[] validity = vector.validity();
            boolean bitmap = leaf.nullable() && parent.definition == null && parent.slots == null;
            if (bitmap && validity != null && firstNull(validity, parent) >= 0) {
                own.share(parent);
                own.definitionLevel = leaf.definitionLevel();
                sink.accept(vector, own, validity, firstRow);
            } else {
                endNulls(vector, parent);
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
        void shred(@Nullable Vector vector, Levels parent) {
            StructVector struct = expect(StructVector.class, vector);
            if (struct.children().size() != children.size()) {
                throw new InvalidDataException("column " + path + ": the StructVector has "
                        + struct.children().size() + " fields, expected " + children.size());
            }
            endNulls(struct, parent);
            for (int i = 0; i < children.size(); i++) {
                Vector child = struct.children().get(i);
                if (child.length() < struct.length()) {
                    throw new InvalidDataException("column " + path + ": field " + i + " has " + child.length()
                            + " slots, but the struct has " + struct.length());
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
        void shred(@Nullable Vector vector, Levels parent) {
            ListVector list = expect(ListVector.class, vector);
            endNulls(list, parent);
            element.shred(list.elements(), elementLevels.expand(own, list.offsets(), lengthOf(list.elements())));
        }

        private static int lengthOf(@Nullable Vector vector) {
            return vector == null ? 0 : vector.length();
        }
    }

    private final class MapNode extends Node {

        private final ElementLevels elementLevels;
        private final Node key;
        private final @Nullable Node value;

        MapNode(Shape.Map map, String path, Node key, @Nullable Node value) {
            super(map, path);
            this.elementLevels = new ElementLevels(path, Objects.requireNonNull(map.key()));
            memory.add(elementLevels.entries());
            this.key = key;
            this.value = value;
        }

        @Override
        void shred(@Nullable Vector vector, Levels parent) {
            MapVector map = expect(MapVector.class, vector);
            Vector keys = map.keys();
            Vector values = map.values();
            if (keys == null || (values == null) != (value == null)) {
                throw new InvalidDataException("column " + path + ": the MapVector has no keys or "
                        + (value == null ? "has values although the schema has none" : "no values"));
            }
            if (values != null && values.length() != keys.length()) {
                throw new InvalidDataException("column " + path + ": the MapVector has " + keys.length() + " keys and "
                        + values.length() + " values");
            }
            endNulls(map, parent);
            Levels entries = elementLevels.expand(own, map.offsets(), keys.length());
            key.shred(keys, entries);
            if (value != null) {
                value.shred(values, entries);
            }
        }
    }
}
