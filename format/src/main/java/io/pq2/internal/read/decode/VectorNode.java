package io.pq2.internal.read.decode;

import io.pq2.exception.CorruptFileException;
import io.pq2.schema.Shape;
import io.pq2.vector.ListVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Validity;
import io.pq2.vector.Vector;
import java.util.ArrayList;
import java.util.List;

/**
 * What turns the columns below one shape into its vector, batch after batch, in arrays of its own.
 *
 * <p>The structure that several leaves share is taken from the first of them; of the others it is checked that they have as
 * many slots.
 */
public abstract sealed class VectorNode {

    /** Makes the nodes of a shape; {@code readers} has one reader a column, by the column's index. */
    public static VectorNode of(Shape shape, ColumnReader[] readers) {
        if (shape instanceof Shape.Leaf leaf) {
            return new LeafNode(leaf, readers[leaf.column().index()]);
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
     * The vector for the rows that the readers have read.
     *
     * @param slots how many slots the shape around it says there are
     * @throws CorruptFileException if the columns below do not agree about that
     */
    public abstract Vector assemble(int slots);

    /** The reader of the first leaf. */
    abstract ColumnReader first();

    static void checkSlots(ColumnReader reader, int expected, int found) {
        if (found != expected) {
            throw new CorruptFileException(
                            "the column's levels make " + found + " slots where its siblings' make " + expected)
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
        private final SlotValidity validity;

        LeafNode(Shape.Leaf leaf, ColumnReader reader) {
            this.reader = reader;
            this.validity = reader.keepsLevels() ? new SlotValidity(leaf, leaf.column()) : null;
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
        private final SlotValidity validity;

        StructNode(Shape.Struct shape, ColumnReader[] readers) {
            for (Shape child : shape.children()) {
                children.add(of(child, readers));
            }
            // A required group below nothing but required groups is there in each row, whatever its leaves' levels.
            this.validity =
                    shape.definitionLevel() == shape.slotLevel() ? null : new SlotValidity(shape, first().column());
        }

        @Override
        public Vector assemble(int slots) {
            long[] words = null;
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

        ArrayNode(Shape.Array shape, ColumnReader[] readers) {
            this.element = of(shape.element(), readers);
            this.offsets = new SlotOffsets(shape, shape.element().slotLevel(), first().column());
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

        private final VectorNode key;
        private final VectorNode value;
        private final SlotOffsets offsets;

        MapNode(Shape.Map shape, ColumnReader[] readers) {
            this.key = shape.key() == null ? null : of(shape.key(), readers);
            this.value = shape.value() == null ? null : of(shape.value(), readers);
            Shape entry = shape.key() == null ? shape.value() : shape.key();
            this.offsets = new SlotOffsets(shape, entry.slotLevel(), first().column());
        }

        @Override
        public Vector assemble(int slots) {
            readOffsets(offsets, first(), slots);
            int entries = offsets.elements();
            Vector keys = key == null ? null : key.assemble(entries);
            Vector values = value == null ? null : value.assemble(entries);
            return new MapVector(slots, offsets.offsets(), keys, values, offsets.words());
        }

        @Override
        ColumnReader first() {
            return key == null ? value.first() : key.first();
        }
    }

    /** The number of words that hold the presence of {@code slots} slots, in an array that is reused where it suffices. */
    static long[] ensureWords(long[] words, int slots) {
        int needed = Validity.words(slots);
        return words.length >= needed ? words : new long[Math.max(needed, words.length * 2)];
    }
}
