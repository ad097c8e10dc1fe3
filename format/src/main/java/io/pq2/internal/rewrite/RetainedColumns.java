package io.pq2.internal.rewrite;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.metadata.SchemaElement;
import io.pq2.metadata.SortingColumn;
import io.pq2.read.ParquetFile;
import io.pq2.rewrite.Timestamps;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The columns that stay in the new file, and its schema. Groups without remaining columns are dropped too. */
public final class RetainedColumns {

    private final List<Column> columns = new ArrayList<>();
    /** The index of each input column in the new file, or -1 if the column is dropped. */
    private final int[] newIndexes;

    private final List<SchemaElement> elements = new ArrayList<>();
    private final Schema schema;
    private final Timestamps timestamps;

    /**
     * Selects the columns.
     *
     * @param file any input; all inputs have its schema, except for INT96 columns that change
     * @param dropped the dotted paths of the columns and groups to drop
     * @param timestamps how INT96 columns are stored
     * @throws InvalidDataException if a path does not exist, if no column stays, or if the remaining fields of a list,
     *     map or variant would have another meaning
     */
    public RetainedColumns(ParquetFile file, List<String> dropped, Timestamps timestamps) {
        this.timestamps = timestamps;
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
            throw new InvalidDataException("all columns of " + file.input().location() + " are dropped");
        }
        new ElementPruning(file.metadata().schema()).prune();
        schema = SchemaElements.toSchema(elements);
        checkMeaning(file.schema());
    }

    /** Removes the elements of dropped columns from the list of schema elements, which is in depth-first order. */
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
            Integer declared = group.numChildren();
            int count = declared == null ? 0 : declared;
            for (int i = 0; i < count; i++) {
                kept += field() ? 1 : 0;
            }
            return kept;
        }

        private boolean field() {
            SchemaElement element = all.get(position++);
            if (element.isLeaf()) {
                boolean stays = newIndexes[leaf++] >= 0;
                if (stays) {
                    boolean changes = element.type() == PhysicalType.INT96 && timestamps == Timestamps.MICROS;
                    elements.add(changes ? Int96Columns.micros(element) : element);
                }
                return stays;
            }
            int at = elements.size();
            elements.add(element);
            int kept = children(element);
            Integer count = element.numChildren();
            boolean nothingLeft = kept == 0 && (count == null || count != 0);
            if (nothingLeft) {
                elements.remove(at);
            } else {
                elements.set(at, withChildren(element, kept));
            }
            return !nothingLeft;
        }
    }

    private static SchemaElement withChildren(SchemaElement group, int count) {
        // Some files have groups with a type, which has no meaning.
        return new SchemaElement(
                null,
                null,
                group.repetitionType(),
                group.name(),
                count,
                group.convertedType(),
                group.scale(),
                group.precision(),
                group.fieldId(),
                group.logicalType(),
                group.unknownConvertedType(),
                group.unknownLogicalType());
    }

    /**
     * Checks that the remaining fields keep their meaning. A list of groups with one field reads as a list of that
     * field, by the rules for backward compatibility; a map needs its keys; a VARIANT needs its parts.
     */
    private void checkMeaning(Schema before) {
        int leaf = 0;
        for (Field field : before.fields()) {
            leaf = checkVariants(field, leaf);
        }
        // Without groups that have no columns.
        Shape.Struct expected = before.shape().select(column -> newIndexes[column.index()] >= 0);
        Shape.Struct found = schema.shape().select(column -> true);
        if (expected != null && found != null) {
            for (int i = 0; i < expected.children().size(); i++) {
                Shape kept = expected.children().get(i);
                if (i >= found.children().size()
                        || !isSame(kept, found.children().get(i))) {
                    throw new InvalidDataException("column " + kept.name()
                            + ": the remaining fields would have another meaning (a part of a map, or of the"
                            + " groups of a list)");
                }
            }
        }
    }

    /** Checks a field that begins at leaf {@code firstLeaf} and returns the leaf after the field. */
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
                throw new InvalidDataException(
                        "column " + field.name() + ": a VARIANT can only be dropped or kept as a whole");
            }
        }
        return end;
    }

    private static boolean isSame(@Nullable Shape one, @Nullable Shape other) {
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

    /** Whether a column of an input stays and is stored in another type. */
    boolean changes(Column column) {
        return timestamps == Timestamps.MICROS && has(column) && Int96Columns.isInt96(column);
    }

    /** Whether a column of a file stays and is stored in another type. */
    public boolean changeIn(ParquetFile file) {
        return timestamps == Timestamps.MICROS
                && file.schema().columns().stream().anyMatch(this::changes);
    }

    /** Whether at least one column is dropped. */
    boolean dropsAny() {
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
     * Returns the sort order of the remaining columns: the sorting columns before the first dropped one.
     *
     * @param order the sort order of the input; absent when none is declared
     * @return absent when no sorting column remains
     */
    @Nullable
    List<SortingColumn> order(@Nullable List<SortingColumn> order) {
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
