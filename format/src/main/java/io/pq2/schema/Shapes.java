package io.pq2.schema;

import java.util.ArrayList;
import java.util.List;

/** Creates the shape of a row from a schema: recognizes lists and maps. */
final class Shapes {

    private final List<Column> columns;
    private int nextColumn;

    private Shapes(List<Column> columns) {
        this.columns = columns;
    }

    static Shape.Struct of(Schema schema) {
        List<Shape> children = new Shapes(schema.columns()).children(schema.fields(), 0, 0, 0);
        return new Shape.Struct(null, children, false, 0, 0, 0);
    }

    private List<Shape> children(List<Field> fields, int definition, int slot, int repetition) {
        List<Shape> shapes = new ArrayList<>(fields.size());
        for (Field field : fields) {
            shapes.add(shape(field, definition, slot, repetition));
        }
        return shapes;
    }

    /** @param definition definition level at which the parent is present */
    private Shape shape(Field field, int definition, int slot, int repetition) {
        if (field.repetition() == Repetition.REPEATED) {
            int elementLevel = definition + 1;
            Shape element = present(field, false, elementLevel, elementLevel, repetition + 1);
            return new Shape.Array(field, element, false, definition, slot, repetition);
        }
        boolean nullable = field.repetition() == Repetition.OPTIONAL;
        return present(field, nullable, nullable ? definition + 1 : definition, slot, repetition);
    }

    /** Returns the shape of one occurrence of a field. */
    private Shape present(Field field, boolean nullable, int definition, int slot, int repetition) {
        if (field instanceof PrimitiveField) {
            return new Shape.Leaf(columns.get(nextColumn++), nullable, definition, slot, repetition);
        }
        GroupField group = (GroupField) field;
        if (isList(group)) {
            return list(group, nullable, definition, slot, repetition);
        }
        if (isMap(group)) {
            return map(group, nullable, definition, slot, repetition);
        }
        List<Shape> children = children(group.fields(), definition, slot, repetition);
        return new Shape.Struct(group, children, nullable, definition, slot, repetition);
    }

    private static boolean isList(GroupField group) {
        return group.logicalType() instanceof LogicalType.ListType && hasOneRepeatedField(group);
    }

    /**
     * Whether a group is a map. MAP_KEY_VALUE means MAP on the outer group and nothing on the repeated group, which
     * this method never gets.
     */
    private static boolean isMap(GroupField group) {
        boolean annotated = group.logicalType() instanceof LogicalType.MapType
                || group.logicalType() instanceof LogicalType.MapKeyValueType;
        return annotated
                && hasOneRepeatedField(group)
                && group.fields().get(0) instanceof GroupField entry
                && (entry.fields().size() == 1 || entry.fields().size() == 2);
    }

    private static boolean hasOneRepeatedField(GroupField group) {
        return group.fields().size() == 1 && group.fields().get(0).repetition() == Repetition.REPEATED;
    }

    private Shape list(GroupField group, boolean nullable, int definition, int slot, int repetition) {
        Field repeated = group.fields().get(0);
        int elementLevel = definition + 1;
        Shape element = repeated instanceof GroupField wrapper && wrapsElement(group, wrapper)
                ? shape(wrapper.fields().get(0), elementLevel, elementLevel, repetition + 1)
                : present(repeated, false, elementLevel, elementLevel, repetition + 1);
        return new Shape.Array(group, element, nullable, definition, slot, repetition);
    }

    /**
     * Whether the repeated group only wraps the element (rule 5 of LogicalTypes.md) and is not the element (rules 2
     * to 4).
     */
    private static boolean wrapsElement(GroupField list, GroupField repeated) {
        return repeated.fields().size() == 1
                && repeated.fields().get(0).repetition() != Repetition.REPEATED
                && !repeated.name().equals("array")
                && !repeated.name().equals(list.name() + "_tuple");
    }

    private Shape map(GroupField group, boolean nullable, int definition, int slot, int repetition) {
        GroupField entry = (GroupField) group.fields().get(0);
        int entryLevel = definition + 1;
        Shape key = shape(entry.fields().get(0), entryLevel, entryLevel, repetition + 1);
        Shape value = entry.fields().size() == 1
                ? null
                : shape(entry.fields().get(1), entryLevel, entryLevel, repetition + 1);
        return new Shape.Map(group, key, value, nullable, definition, slot, repetition);
    }
}
