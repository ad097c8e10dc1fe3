package io.pq2.internal.read.decode;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.schema.Shape;
import io.pq2.vector.ListVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Validity;
import io.pq2.vector.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Assembles the vector of one shape from the columns below it, batch by batch, in arrays of its own.
 *
 * <p>The structure that several leaves share is derived from the levels of the first one. {@link SharedLevels} checks
 * that the levels of the other leaves describe the same structure.
 */
public abstract sealed class VectorNode {

    /**
     * Creates the node of a shape and the nodes below it.
     *
     * @param readers by index in the schema: the reader of each column; absent for a column that is not read
     */
    public static VectorNode of(Shape shape, @Nullable ColumnReader[] readers) {
        if (shape instanceof Shape.Leaf leaf) {
            return new LeafNode(
                    leaf, Objects.requireNonNull(readers[leaf.column().index()]));
        }
        if (shape instanceof Shape.Struct struct) {
            return new StructNode(struct, readers);
        }
        if (shape instanceof Shape.Array array) {
            return new ArrayNode(array, readers);
        }
        return new MapNode((Shape.Map) shape, readers);
    }

    /**
     * Returns the vector of the batch that the readers have decoded.
     *
     * @param slots the number of slots according to the shape around this one
     * @throws CorruptFileException if the columns below have a different number of slots
     */
    public abstract Vector assemble(int slots);

    /** Returns the reader of the first leaf. */
    abstract ColumnReader first();

    static void checkSlots(ColumnReader reader, int expected, int found) {
        if (found != expected) {
            throw new CorruptFileException("the column's levels make " + found
                            + " slots; those of a column in the same group make " + expected)
                    .locate(reader.location());
        }
    }

    static void readOffsets(SlotOffsets offsets, ColumnReader first, int slots) {
        try {
            checkSlots(first, slots, offsets.read(first.levels()));
        } catch (CorruptFileException e) {
            throw e.locate(first.location());
        }
    }

    private static final class LeafNode extends VectorNode {

        private final ColumnReader reader;
        /** Absent if each row has one slot. */
        private final @Nullable SlotValidity validity;

        LeafNode(Shape.Leaf leaf, ColumnReader reader) {
            this.reader = reader;
            this.validity = reader.keepsLevels() ? new SlotValidity(leaf, leaf.column(), reader.budget()) : null;
        }

        @Override
        public Vector assemble(int slots) {
            if (validity == null) {
                return reader.vector();
            }
            int found = validity.read(reader.levels());
            checkSlots(reader, slots, found);
            return reader.vector(found, validity.words());
        }

        @Override
        ColumnReader first() {
            return reader;
        }
    }

    private static final class StructNode extends VectorNode {

        private final List<VectorNode> children = new ArrayList<>();
        /** Absent if the struct is never null. */
        private final @Nullable SlotValidity validity;
        /** Absent if the children share no levels. */
        private final @Nullable SharedLevels shared;

        StructNode(Shape.Struct shape, @Nullable ColumnReader[] readers) {
            for (Shape child : shape.children()) {
                children.add(of(child, readers));
            }
            ColumnReader first = children.get(0).first();
            this.validity = shape.definitionLevel() == shape.slotLevel()
                    ? null
                    : new SlotValidity(shape, first.column(), first.budget());
            this.shared = SharedLevels.of(
                    shape.repetitionLevel(),
                    shape.definitionLevel(),
                    children.stream().map(VectorNode::first).toList());
        }

        @Override
        public Vector assemble(int slots) {
            if (shared != null) {
                shared.check();
            }
            long @Nullable [] words = null;
            if (validity != null) {
                checkSlots(first(), slots, validity.read(first().levels()));
                words = validity.words();
            }
            List<Vector> vectors = new ArrayList<>(children.size());
            for (VectorNode child : children) {
                vectors.add(child.assemble(slots));
            }
            return new StructVector(slots, vectors, words);
        }

        @Override
        ColumnReader first() {
            return children.get(0).first();
        }
    }

    private static final class ArrayNode extends VectorNode {

        private final VectorNode element;
        private final SlotOffsets offsets;

        ArrayNode(Shape.Array shape, @Nullable ColumnReader[] readers) {
            this.element = of(shape.element(), readers);
            this.offsets = new SlotOffsets(shape, shape.element().slotLevel(), element.first());
        }

        @Override
        public Vector assemble(int slots) {
            readOffsets(offsets, first(), slots);
            Vector elements = element.assemble(offsets.elements());
            return new ListVector(slots, offsets.offsets(), elements, offsets.words());
        }

        @Override
        ColumnReader first() {
            return element.first();
        }
    }

    private static final class MapNode extends VectorNode {

        /** The node that has the structure: that of the keys, or of the values if no key is read. */
        private final VectorNode entry;

        private final @Nullable VectorNode key;
        private final @Nullable VectorNode value;
        private final SlotOffsets offsets;
        /** Absent if only keys or only values are read. */
        private final @Nullable SharedLevels shared;

        MapNode(Shape.Map shape, @Nullable ColumnReader[] readers) {
            this.key = shape.key() == null ? null : of(shape.key(), readers);
            this.value = shape.value() == null ? null : of(shape.value(), readers);
            this.entry = Objects.requireNonNull(key == null ? value : key);
            Shape entryShape = Objects.requireNonNull(shape.key() == null ? shape.value() : shape.key());
            this.offsets = new SlotOffsets(shape, entryShape.slotLevel(), entry.first());
            this.shared = key == null || value == null
                    ? null
                    : SharedLevels.of(
                            shape.repetitionLevel() + 1, entryShape.slotLevel(), List.of(key.first(), value.first()));
        }

        @Override
        public Vector assemble(int slots) {
            if (shared != null) {
                shared.check();
            }
            readOffsets(offsets, first(), slots);
            int entries = offsets.elements();
            Vector keys = key == null ? null : key.assemble(entries);
            Vector values = value == null ? null : value.assemble(entries);
            return new MapVector(slots, offsets.offsets(), keys, values, offsets.words());
        }

        @Override
        ColumnReader first() {
            return entry.first();
        }
    }

    /** Returns an array for the validity bitmap of {@code slots} slots: {@code words}, or a longer one. */
    static long[] ensureWords(long[] words, int slots, DecodeBudget budget) {
        int needed = Validity.words(slots);
        if (words.length >= needed) {
            return words;
        }
        int length = Math.max(needed, words.length * 2);
        budget.replace((long) Long.BYTES * words.length, (long) Long.BYTES * length);
        return new long[length];
    }
}
