package io.pq2.internal.rewrite;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.metadata.SchemaElement;
import io.pq2.metadata.SortingColumn;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import java.util.ArrayList;
import java.util.List;

/** The columns that stay in the new file, and its schema. Groups without remaining columns are dropped too. */
public final class RetainedColumns {

    private final List<Column> columns = new ArrayList<>();
    /** The index of each input column in the new file, or -1 if the column is dropped. */
    private final int[] newIndexes;

    private final List<SchemaElement> elements = new ArrayList<>();
    private final Schema schema;

    /**
     * @param file has the schema of all inputs
     * @throws InvalidDataException if there is nothing at a path, nothing stays, or the rest would mean something else
     */
    public RetainedColumns(ParquetFile file, List<String> dropped) {
        List<Column> all = file.schema().columns();
        newIndexes = new int[all.size()];
        for (Column column : all) {
            boolean stays = dropped.stream().noneMatch(column::isAtOrBelow);
            newIndexes[column.index()] = stays ? columns.size() : -1;
            if (stays) {
                columns.add(column);
            }
        }
        for (String path : dropped) {
            if (all.stream().noneMatch(column -> column.isAtOrBelow(path))) {
                throw new InvalidDataException(
                        "no column " + path + " in " + file.input().location());
            }
        }
        if (columns.isEmpty() && !all.isEmpty()) {
            throw new InvalidDataException("no column of " + file.input().location() + " would be left");
        }
        new ElementPruning(file.metadata().schema()).prune();
        schema = SchemaElements.toSchema(elements);
        checkMeaning(file.schema());
    }

    /** Takes a list of schema elements apart, depth first. */
    private final class ElementPruning {

        private final List<SchemaElement> all;
        private int position;
        private int leaf;

        ElementPruning(List<SchemaElement> all) {
            this.all = all;
        }

        void prune() {
            SchemaElement root = all.get(position++);
            elements.add(root);
            int kept = children(root);
            elements.set(0, withChildren(root, kept));
        }

        private int children(SchemaElement group) {
            int kept = 0;
            int count = group.numChildren() == null ? 0 : group.numChildren();
            for (int i = 0; i < count; i++) {
                kept += field() ? 1 : 0;
            }
            return kept;
        }

        private boolean field() {
            SchemaElement element = all.get(position++);
            if (element.type() != null) {
                boolean stays = newIndexes[leaf++] >= 0;
                if (stays) {
                    elements.add(element);
                }
                return stays;
            }
            int at = elements.size();
            elements.add(element);
            int kept = children(element);
            boolean nothingLeft = kept == 0 && element.numChildren() != 0;
            if (nothingLeft) {
                elements.remove(at);
            } else {
                elements.set(at, withChildren(element, kept));
            }
            return !nothingLeft;
        }
    }

    private static SchemaElement withChildren(SchemaElement group, int count) {
        return new SchemaElement(
                group.type(),
                group.typeLength(),
                group.repetitionType(),
                group.name(),
                count,
                group.convertedType(),
                group.scale(),
                group.precision(),
                group.fieldId(),
                group.logicalType());
    }

    /**
     * A list of groups that lose all fields but one reads as a list of that field by the rules for backward
     * compatibility, a map without its keys is none, and nobody can read a VARIANT without its parts.
     */
    private void checkMeaning(Schema before) {
        int leaf = 0;
        for (Field field : before.fields()) {
            leaf = checkVariants(field, leaf);
        }
        Shape.Struct expected = before.shape().select(column -> newIndexes[column.index()] >= 0);
        if (expected != null) {
            for (int i = 0; i < expected.children().size(); i++) {
                Shape wanted = expected.children().get(i);
                if (!isSame(wanted, schema.shape().children().get(i))) {
                    throw new InvalidDataException("column " + wanted.name()
                            + ": the remaining fields would have another meaning (a part of a map, or of the"
                            + " groups of a list)");
                }
            }
        }
    }

    /** Looks at a field whose first leaf has an index, and returns the one behind its last leaf. */
    private int checkVariants(Field field, int firstLeaf) {
        if (!(field instanceof GroupField group)) {
            return firstLeaf + 1;
        }
        int end = firstLeaf;
        for (Field child : group.fields()) {
            end = checkVariants(child, end);
        }
        if (group.logicalType() instanceof LogicalType.VariantType) {
            int kept = 0;
            for (int i = firstLeaf; i < end; i++) {
                kept += newIndexes[i] >= 0 ? 1 : 0;
            }
            if (kept != 0 && kept != end - firstLeaf) {
                throw new InvalidDataException("column " + field.name() + ": a VARIANT stays or goes as a whole");
            }
        }
        return end;
    }

    private static boolean isSame(Shape one, Shape other) {
        if (one == null || other == null) {
            return one == other;
        }
        if (one.getClass() != other.getClass()
                || !one.name().equals(other.name())
                || one.nullable() != other.nullable()
                || one.definitionLevel() != other.definitionLevel()
                || one.slotLevel() != other.slotLevel()
                || one.repetitionLevel() != other.repetitionLevel()) {
            return false;
        }
        if (one instanceof Shape.Array array) {
            return isSame(array.element(), ((Shape.Array) other).element());
        }
        if (one instanceof Shape.Map map) {
            return isSame(map.key(), ((Shape.Map) other).key()) && isSame(map.value(), ((Shape.Map) other).value());
        }
        if (one instanceof Shape.Struct struct) {
            List<Shape> children = struct.children();
            List<Shape> others = ((Shape.Struct) other).children();
            for (int i = 0; i < children.size(); i++) {
                if (i >= others.size() || !isSame(children.get(i), others.get(i))) {
                    return false;
                }
            }
            return children.size() == others.size();
        }
        return true;
    }

    /** Returns the columns of the inputs that stay. */
    List<Column> columns() {
        return columns;
    }

    /** Whether a column of the inputs stays. */
    public boolean has(Column column) {
        return newIndexes[column.index()] >= 0;
    }

    /** Whether at least one column is dropped. */
    boolean leavesOut() {
        return columns.size() < newIndexes.length;
    }

    /** Returns the schema elements of the new footer. */
    public List<SchemaElement> elements() {
        return elements;
    }

    /** Returns the schema of the new file. */
    public Schema schema() {
        return schema;
    }

    /**
     * What is left of an order of rows: the columns in front of the first one that does not stay.
     *
     * @param order null if nobody said so
     * @return null if nothing is left
     */
    List<SortingColumn> order(List<SortingColumn> order) {
        List<SortingColumn> left = new ArrayList<>();
        for (SortingColumn column : order == null ? List.<SortingColumn>of() : order) {
            int index = column.columnIdx();
            if (index < 0 || index >= newIndexes.length || newIndexes[index] < 0) {
                break;
            }
            left.add(new SortingColumn(newIndexes[index], column.descending(), column.nullsFirst()));
        }
        return left.isEmpty() ? null : left;
    }
}
