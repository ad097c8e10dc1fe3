package io.pq2.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * How the values of a field lie in vectors: what a schema's tree means once the layers that only carry lists and maps are
 * understood (LogicalTypes.md, "Nested Types", with its rules for backward compatibility).
 *
 * <p>Levels say which entry of a leaf's level streams makes which slot. With {@code def} and {@code rep} the levels of an
 * entry:
 *
 * <ul>
 *   <li>an entry begins a slot of a shape if {@code rep <= repetitionLevel()} and {@code def >= slotLevel()},
 *   <li>that slot is present if {@code def >= definitionLevel()}.
 * </ul>
 */
public sealed interface Shape {

    /** The field of the schema that gives the name: for the elements of a list their own field, if they have one. */
    String name();

    /** Whether slots can be null. */
    boolean nullable();

    /** The definition level from which on a slot is present. */
    int definitionLevel();

    /**
     * The definition level from which on there is a slot at all: 0 for the fields of a row, below a list or map the level from
     * which on it has an element or entry.
     */
    int slotLevel();

    /** The number of lists and maps around this shape: an entry with a greater repetition level continues the slot before. */
    int repetitionLevel();

    /**
     * This shape with only those leaves that are wanted, and only the groups above them.
     *
     * @return null if no leaf is wanted
     */
    Shape prune(Predicate<Column> wanted);

    /** The leaves below this shape, in order, added to {@code leaves}. */
    void collectColumns(List<Column> leaves);

    /**
     * A single column: a primitive vector.
     *
     * @param column the leaf
     */
    record Leaf(Column column, boolean nullable, int definitionLevel, int slotLevel, int repetitionLevel)
            implements Shape {

        @Override
        public String name() {
            return column.field().name();
        }

        @Override
        public Leaf prune(Predicate<Column> wanted) {
            return wanted.test(column) ? this : null;
        }

        @Override
        public void collectColumns(List<Column> leaves) {
            leaves.add(column);
        }
    }

    /**
     * A group of named fields: a {@code StructVector}. The shape of a row is one too, never null.
     *
     * @param field the group; null for a row
     * @param children the fields' shapes in the order of the schema, or those of them that were not pruned
     */
    record Struct(
            GroupField field,
            List<Shape> children,
            boolean nullable,
            int definitionLevel,
            int slotLevel,
            int repetitionLevel)
            implements Shape {

        public Struct {
            children = List.copyOf(children);
        }

        @Override
        public String name() {
            return field == null ? "" : field.name();
        }

        /** The index of the child of that name, -1 if there is none. */
        public int indexOf(String childName) {
            for (int i = 0; i < children.size(); i++) {
                if (children.get(i).name().equals(childName)) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        public Struct prune(Predicate<Column> wanted) {
            List<Shape> kept = new ArrayList<>();
            for (Shape child : children) {
                Shape pruned = child.prune(wanted);
                if (pruned != null) {
                    kept.add(pruned);
                }
            }
            return kept.isEmpty()
                    ? null
                    : new Struct(field, kept, nullable, definitionLevel, slotLevel, repetitionLevel);
        }

        @Override
        public void collectColumns(List<Column> leaves) {
            children.forEach(child -> child.collectColumns(leaves));
        }
    }

    /**
     * A list: a {@code ListVector}. A repeated field without annotation is one too, never null.
     *
     * @param field the annotated group, or the repeated field itself
     * @param element the shape of an element; its slot level is the level from which on the list has an element, its
     *     repetition level is one above this shape's
     */
    record Array(Field field, Shape element, boolean nullable, int definitionLevel, int slotLevel, int repetitionLevel)
            implements Shape {

        @Override
        public String name() {
            return field.name();
        }

        @Override
        public Array prune(Predicate<Column> wanted) {
            Shape pruned = element.prune(wanted);
            return pruned == null
                    ? null
                    : new Array(field, pruned, nullable, definitionLevel, slotLevel, repetitionLevel);
        }

        @Override
        public void collectColumns(List<Column> leaves) {
            element.collectColumns(leaves);
        }
    }

    /**
     * A map: a {@code MapVector}.
     *
     * @param field the annotated group
     * @param key the shape of a key; null if it was pruned. Its slot level is the level from which on the map has an entry
     * @param value the shape of a value, with the same slot level; null if the map has none or it was pruned
     */
    record Map(
            GroupField field,
            Shape key,
            Shape value,
            boolean nullable,
            int definitionLevel,
            int slotLevel,
            int repetitionLevel)
            implements Shape {

        @Override
        public String name() {
            return field.name();
        }

        @Override
        public Map prune(Predicate<Column> wanted) {
            Shape prunedKey = key == null ? null : key.prune(wanted);
            Shape prunedValue = value == null ? null : value.prune(wanted);
            return prunedKey == null && prunedValue == null
                    ? null
                    : new Map(field, prunedKey, prunedValue, nullable, definitionLevel, slotLevel, repetitionLevel);
        }

        @Override
        public void collectColumns(List<Column> leaves) {
            if (key != null) {
                key.collectColumns(leaves);
            }
            if (value != null) {
                value.collectColumns(leaves);
            }
        }
    }
}
