package io.pq2.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The shape of the values of a field in vectors: a schema tree in which lists and maps are recognized
 * (LogicalTypes.md, "Nested Types", with its rules for backward compatibility).
 *
 * <p>The levels of a shape determine the slots of its vector. With {@code def} and {@code rep} as the levels of an
 * entry of a leaf:
 *
 * <ul>
 *   <li>an entry begins a slot of a shape if {@code rep <= repetitionLevel()} and {@code def >= slotLevel()},
 *   <li>the slot is present if {@code def >= definitionLevel()}.
 * </ul>
 */
public sealed interface Shape {

    /** Returns the name of the field. For a list it is the name of the list, not of its elements. */
    String name();

    /** Whether slots can be null. */
    boolean nullable();

    /** Returns the minimum definition level of a present slot. */
    int definitionLevel();

    /**
     * Returns the minimum definition level at which a slot exists: 0 for fields that are not in a list or map,
     * otherwise the level at which the innermost list or map has an element or entry.
     */
    int slotLevel();

    /**
     * Returns the number of lists and maps that contain this shape. An entry with a greater repetition level
     * continues the previous slot.
     */
    int repetitionLevel();

    /**
     * Returns this shape with some of its leaves and the groups that contain them, or null if no leaf is selected.
     *
     * @param selected whether the result contains the column
     */
    @Nullable
    Shape select(Predicate<Column> selected);

    /**
     * Adds the leaves of this shape in order.
     *
     * @param leaves receives the leaves
     */
    void collectColumns(List<Column> leaves);

    /** Returns the leaves of this shape in order. */
    default List<Column> columns() {
        List<Column> leaves = new ArrayList<>();
        collectColumns(leaves);
        return leaves;
    }

    /**
     * A column, whose values are in a vector of its physical type.
     *
     * @param column the leaf of the schema
     */
    record Leaf(Column column, boolean nullable, int definitionLevel, int slotLevel, int repetitionLevel)
            implements Shape {

        @Override
        public String name() {
            return column.field().name();
        }

        @Override
        public @Nullable Leaf select(Predicate<Column> selected) {
            return selected.test(column) ? this : null;
        }

        @Override
        public void collectColumns(List<Column> leaves) {
            leaves.add(column);
        }
    }

    /**
     * A group of named fields: a {@code StructVector}. A row also has this shape and is never null.
     *
     * @param field the group; absent for a row
     * @param children shapes of the fields in the order of the schema, or of the selected ones
     */
    record Struct(
            @Nullable GroupField field,
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

        /** Returns the index of the first child with a name, or -1 if there is none. */
        public int indexOf(String childName) {
            for (int i = 0; i < children.size(); i++) {
                if (children.get(i).name().equals(childName)) {
                    return i;
                }
            }
            return -1;
        }

        /**
         * Returns the index of the field that is or contains a column, or -1. Unlike a name, a column is unambiguous:
         * fields of a group can have equal names.
         */
        public int indexOf(Column column) {
            for (int i = 0; i < children.size(); i++) {
                List<Column> leaves = new ArrayList<>();
                children.get(i).collectColumns(leaves);
                if (leaves.contains(column)) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        public @Nullable Struct select(Predicate<Column> selected) {
            List<Shape> parts = new ArrayList<>();
            for (Shape child : children) {
                Shape part = child.select(selected);
                if (part != null) {
                    parts.add(part);
                }
            }
            return parts.isEmpty()
                    ? null
                    : new Struct(field, parts, nullable, definitionLevel, slotLevel, repetitionLevel);
        }

        @Override
        public void collectColumns(List<Column> leaves) {
            children.forEach(child -> child.collectColumns(leaves));
        }
    }

    /**
     * A list: a {@code ListVector}. A repeated field without annotation also has this shape and is never null.
     *
     * @param field the annotated group, or the repeated field without annotation
     * @param element shape of an element. Its slot level is the level at which the list has an element. Its
     *     repetition level is one more than that of this shape
     */
    record Array(Field field, Shape element, boolean nullable, int definitionLevel, int slotLevel, int repetitionLevel)
            implements Shape {

        @Override
        public String name() {
            return field.name();
        }

        @Override
        public @Nullable Array select(Predicate<Column> selected) {
            Shape part = element.select(selected);
            return part == null ? null : new Array(field, part, nullable, definitionLevel, slotLevel, repetitionLevel);
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
     * @param key shape of a key; absent if it is not selected. Its slot level is the level at which the map has an
     *     entry
     * @param value shape of a value, with the same slot level; absent if the map has no values or they are not
     *     selected
     */
    record Map(
            GroupField field,
            @Nullable Shape key,
            @Nullable Shape value,
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
        public @Nullable Map select(Predicate<Column> selected) {
            Shape selectedKey = key == null ? null : key.select(selected);
            Shape selectedValue = value == null ? null : value.select(selected);
            return selectedKey == null && selectedValue == null
                    ? null
                    : new Map(field, selectedKey, selectedValue, nullable, definitionLevel, slotLevel, repetitionLevel);
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
