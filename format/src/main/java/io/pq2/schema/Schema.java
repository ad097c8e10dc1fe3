package io.pq2.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The tree of fields of a file, and its leaves in order. Immutable and thread-safe. */
public final class Schema {

    private final String name;
    private final List<Field> fields;
    private final List<Column> columns;
    /** Absent until the first lookup of a path. */
    private volatile @Nullable Map<List<String>, Column> columnsByPath;

    /** Absent until first requested. */
    private volatile Shape.@Nullable Struct shape;

    /**
     * Creates a schema.
     *
     * @param name name of the root, which has no meaning in the format
     * @param fields top-level fields in order
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

    /** Returns the name of the root. */
    public String name() {
        return name;
    }

    /** Returns the top-level fields in order. */
    public List<Field> fields() {
        return fields;
    }

    /** Returns the leaves in the order of the tree, depth first. */
    public List<Column> columns() {
        return columns;
    }

    /**
     * Returns a schema of some leaves and the groups that contain them.
     *
     * @param selected whether the schema has the column
     */
    public Schema select(Predicate<Column> selected) {
        List<Field> kept = new ArrayList<>();
        Iterator<Column> leaves = columns.iterator();
        for (Field field : fields) {
            Field part = select(field, selected, leaves);
            if (part != null) {
                kept.add(part);
            }
        }
        return new Schema(name, kept);
    }

    /** @param leaves leaves from the first one of the field on; the leaves of the field are consumed */
    private static @Nullable Field select(Field field, Predicate<Column> selected, Iterator<Column> leaves) {
        if (field instanceof PrimitiveField) {
            return selected.test(leaves.next()) ? field : null;
        }
        GroupField group = (GroupField) field;
        List<Field> kept = new ArrayList<>();
        for (Field child : group.fields()) {
            Field part = select(child, selected, leaves);
            if (part != null) {
                kept.add(part);
            }
        }
        return kept.isEmpty()
                ? null
                : new GroupField(group.name(), group.repetition(), kept, group.logicalType(), group.fieldId());
    }

    /**
     * Returns the leaf with a path, or null if there is none. If several leaves have the path, returns the first one.
     *
     * @param path names from the top-level field to the leaf
     */
    public @Nullable Column column(List<String> path) {
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

    /**
     * Returns the top-level field with a name, or null if there is none. If several fields have the name, returns the
     * first one.
     */
    public @Nullable Field field(String fieldName) {
        for (Field field : fields) {
            if (field.name().equals(fieldName)) {
                return field;
            }
        }
        return null;
    }

    /** Returns the shape of a row, with a child for each top-level field. */
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

    /** Returns the schema as text; see {@link SchemaText}. */
    @Override
    public String toString() {
        return SchemaText.write(this);
    }
}
