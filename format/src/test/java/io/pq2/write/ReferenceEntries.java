package io.pq2.write;

import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/** The entries of a column of {@link TestRows}, computed independently of the writer. */
final class ReferenceEntries {

    /**
     * An entry of a column.
     *
     * @param value the value; null if it is absent
     */
    record Entry(int repetition, int definition, Object value) {}

    private final List<String> path;
    private final List<Entry> entries = new ArrayList<>();

    private ReferenceEntries(List<String> path) {
        this.path = path;
    }

    /** Returns the entries of a column in some rows. */
    static List<Entry> entries(Schema schema, Column column, List<List<Object>> rows) {
        ReferenceEntries reference = new ReferenceEntries(column.path());
        int index = reference.index(schema.fields(), 0);
        for (List<Object> row : rows) {
            reference.field(schema.fields().get(index), row.get(index), 0, 0, 0, 0);
        }
        return reference.entries;
    }

    private int index(List<Field> fields, int depth) {
        return fields.stream().map(Field::name).toList().indexOf(path.get(depth));
    }

    private void field(Field field, Object value, int depth, int repetition, int repeatedAncestors, int definition) {
        if (field.repetition() == Repetition.REPEATED) {
            repeated(
                    (List<?>) value,
                    repetition,
                    repeatedAncestors,
                    definition,
                    (element, level) -> present(field, element, depth, level, repeatedAncestors + 1, definition + 1));
        } else if (value == null) {
            entries.add(new Entry(repetition, definition, null));
        } else {
            int defined = definition + (field.repetition() == Repetition.OPTIONAL ? 1 : 0);
            present(field, value, depth, repetition, repeatedAncestors, defined);
        }
    }

    private interface Element {
        void visit(Object element, int repetition);
    }

    private void repeated(List<?> values, int repetition, int repeatedAncestors, int definition, Element element) {
        if (values.isEmpty()) {
            entries.add(new Entry(repetition, definition, null));
        }
        for (int i = 0; i < values.size(); i++) {
            element.visit(values.get(i), i == 0 ? repetition : repeatedAncestors + 1);
        }
    }

    private void present(Field field, Object value, int depth, int repetition, int repeatedAncestors, int definition) {
        if (field instanceof PrimitiveField) {
            entries.add(new Entry(repetition, definition, value));
            return;
        }
        GroupField group = (GroupField) field;
        boolean list = group.logicalType() instanceof LogicalType.ListType;
        if (list || group.logicalType() instanceof LogicalType.MapType) {
            List<Field> inner = ((GroupField) group.fields().get(0)).fields();
            int index = index(inner, depth + 2);
            repeated(
                    (List<?>) value,
                    repetition,
                    repeatedAncestors,
                    definition,
                    (element, level) -> field(
                            inner.get(index),
                            list ? element : ((List<?>) element).get(index),
                            depth + 2,
                            level,
                            repeatedAncestors + 1,
                            definition + 1));
        } else {
            int index = index(group.fields(), depth + 1);
            Object child = ((List<?>) value).get(index);
            field(group.fields().get(index), child, depth + 1, repetition, repeatedAncestors, definition);
        }
    }
}
