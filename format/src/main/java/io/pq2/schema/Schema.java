package io.pq2.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/** The tree of fields of a file, and its leaves in order. */
public final class Schema {

    private final String name;
    private final List<Field> fields;
    private final List<Column> columns;
    /** Made when the first path is looked up. */
    private volatile Map<List<String>, Column> columnsByPath;

    /** Made when it is asked for. */
    private volatile Shape.Struct shape;

    /**
     * @param name the name of the root, which means nothing to the format
     * @param fields the top-level fields
     */
    public Schema(String name, List<Field> fields) {
        this.name = Objects.requireNonNull(name, "name");
        this.fields = List.copyOf(fields);
        List<Column> leaves = new ArrayList<>();
        for (Field field : this.fields) {
            collect(field, List.of(), 0, 0, leaves);
        }
        this.columns = List.copyOf(leaves);
    }

    private static void collect(
            Field field, List<String> parentPath, int definitionLevel, int repetitionLevel, List<Column> leaves) {
        List<String> path = append(parentPath, field.name());
        int definition = definitionLevel + (field.repetition() == Repetition.REQUIRED ? 0 : 1);
        int repetition = repetitionLevel + (field.repetition() == Repetition.REPEATED ? 1 : 0);
        if (field instanceof PrimitiveField leaf) {
            leaves.add(new Column(leaves.size(), path, leaf, definition, repetition));
        } else {
            for (Field child : ((GroupField) field).fields()) {
                collect(child, path, definition, repetition, leaves);
            }
        }
    }

    private static List<String> append(List<String> path, String name) {
        if (path.isEmpty()) {
            return List.of(name);
        }
        String[] names = path.toArray(new String[path.size() + 1]);
        names[path.size()] = name;
        return List.of(names);
    }

    /** The name of the root. */
    public String name() {
        return name;
    }

    /** The top-level fields in order. */
    public List<Field> fields() {
        return fields;
    }

    /** The leaves in the order of the tree, depth first. */
    public List<Column> columns() {
        return columns;
    }

    /** The schema of some leaves: those that are wanted, and the groups around them. */
    public Schema select(Predicate<Column> wanted) {
        List<Field> kept = new ArrayList<>();
        Iterator<Column> leaves = columns.iterator();
        for (Field field : fields) {
            Field selected = select(field, wanted, leaves);
            if (selected != null) {
                kept.add(selected);
            }
        }
        return new Schema(name, kept);
    }

    /** @param leaves those of the field and behind it; the field's are taken off */
    private static Field select(Field field, Predicate<Column> wanted, Iterator<Column> leaves) {
        if (field instanceof PrimitiveField) {
            return wanted.test(leaves.next()) ? field : null;
        }
        GroupField group = (GroupField) field;
        List<Field> kept = new ArrayList<>();
        for (Field child : group.fields()) {
            Field selected = select(child, wanted, leaves);
            if (selected != null) {
                kept.add(selected);
            }
        }
        return kept.isEmpty()
                ? null
                : new GroupField(group.name(), group.repetition(), kept, group.logicalType(), group.fieldId());
    }

    /** The leaf at a path, the first one if several have it, null if there is none. */
    public Column column(List<String> path) {
        Map<List<String>, Column> found = columnsByPath;
        if (found == null) {
            found = new HashMap<>();
            for (Column column : columns) {
                found.putIfAbsent(column.path(), column);
            }
            columnsByPath = found;
        }
        return found.get(path);
    }

    /** The top-level field of that name, the first one if several have it, null if there is none. */
    public Field field(String fieldName) {
        for (Field field : fields) {
            if (field.name().equals(fieldName)) {
                return field;
            }
        }
        return null;
    }

    /** How this schema's values lie in vectors: the shape of a row, with one child for each top-level field. */
    public Shape.Struct shape() {
        Shape.Struct made = shape;
        if (made == null) {
            made = Shapes.of(this);
            shape = made;
        }
        return made;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Schema that && name.equals(that.name) && fields.equals(that.fields);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, fields);
    }

    /** The schema as text, see {@link SchemaText}. */
    @Override
    public String toString() {
        return SchemaText.write(this);
    }
}
