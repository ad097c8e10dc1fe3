package io.pq2.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The tree of fields of a file, and its leaves in order. */
public final class Schema {

    private final String name;
    private final List<Field> fields;
    private final List<Column> columns;
    private final Map<List<String>, Column> columnsByPath;

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
        this.columnsByPath = new HashMap<>();
        for (Column column : columns) {
            columnsByPath.putIfAbsent(column.path(), column);
        }
    }

    private static void collect(
            Field field, List<String> parentPath, int definitionLevel, int repetitionLevel, List<Column> leaves) {
        List<String> path = new ArrayList<>(parentPath);
        path.add(field.name());
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

    /** The leaf at a path, the first one if several have it, null if there is none. */
    public Column column(List<String> path) {
        return columnsByPath.get(path);
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
        return Shapes.of(this);
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
