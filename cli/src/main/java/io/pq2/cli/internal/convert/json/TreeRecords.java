package io.pq2.cli.internal.convert.json;

import io.pq2.cli.internal.convert.ElementTarget;
import io.pq2.cli.internal.convert.FieldTarget;
import io.pq2.cli.internal.convert.TextValues;
import io.pq2.cli.internal.convert.UnfitValueException;
import io.pq2.cli.internal.convert.ValueTarget;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.record.JavaValues;
import io.pq2.record.ListValue;
import io.pq2.record.MapValue;
import io.pq2.record.RecordValue;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Shape;
import io.pq2.variant.Variant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sets the values of records to JSON values of the same structure. */
public final class TreeRecords {

    private static final String KEY = "key";
    private static final String VALUE = "value";

    private final boolean anyAsText;

    /**
     * Creates the setter.
     *
     * @param anyAsText whether columns of text accept other values, as their JSON
     */
    public TreeRecords(boolean anyAsText) {
        this.anyAsText = anyAsText;
    }

    /**
     * Sets the fields of a record to those of an object. Absent fields are null.
     *
     * @param path the dotted path of the record; empty for a row
     * @throws UnfitValueException if a value does not fit its field
     */
    void record(RecordValue record, Map<?, ?> object, String path) throws UnfitValueException {
        Shape.Struct shape = record.shape();
        for (Object name : object.keySet()) {
            if (shape.indexOf(String.valueOf(name)) < 0) {
                throw new UnfitValueException(
                        dotted(path, String.valueOf(name)),
                        "the schema has no such field; add it, or infer the schema from more rows" + " (--infer-rows)");
            }
        }
        for (int i = 0; i < shape.children().size(); i++) {
            Shape child = shape.children().get(i);
            set(new FieldTarget(record, i), child, object.get(child.name()), dotted(path, child.name()));
        }
    }

    private static String dotted(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /**
     * Sets a value.
     *
     * @throws UnfitValueException if the value does not fit
     */
    public void set(ValueTarget target, Shape shape, @Nullable Object tree) throws UnfitValueException {
        set(target, shape, tree, shape.name());
    }

    private void set(ValueTarget target, Shape shape, @Nullable Object tree, String path) throws UnfitValueException {
        if (JavaValues.isVariant(shape) && (tree != null || !shape.nullable())) {
            target.setVariant(Variant.parseJson(JsonTree.text(tree)));
        } else if (tree == null) {
            setNull(target, shape, path);
        } else if (shape instanceof Shape.Leaf leaf) {
            leaf(target, leaf, tree, path);
        } else if (shape instanceof Shape.Array array) {
            list(target.list(), array, expect(List.class, tree, path, "an array"), path);
        } else if (shape instanceof Shape.Map map) {
            map(target.map(), map, tree, path);
        } else {
            Map<?, ?> object = expect(Map.class, tree, path, "an object");
            record(target.struct(), object, path);
        }
    }

    private static void setNull(ValueTarget target, Shape shape, String path) throws UnfitValueException {
        if (shape.nullable()) {
            target.setNull();
        } else if (shape instanceof Shape.Array array && array.field().repetition() == Repetition.REPEATED) {
            // A repeated field without annotation has no null.
            target.list();
        } else {
            throw new UnfitValueException(path, "the value is absent or null, but the schema requires one");
        }
    }

    private static <T> T expect(Class<T> type, Object tree, String path, String expected) throws UnfitValueException {
        if (!type.isInstance(tree)) {
            throw new UnfitValueException(
                    path, TextValues.shown(JsonTree.text(tree)) + " is " + JsonTree.kind(tree) + ", not " + expected);
        }
        return type.cast(tree);
    }

    private void list(ListValue list, Shape.Array array, List<?> elements, String path) throws UnfitValueException {
        ElementTarget target = new ElementTarget(list);
        for (Object element : elements) {
            set(target, array.element(), element, path);
        }
    }

    /** A map is an object, or an array of objects with key and value, because keys can be equal and of any type. */
    private void map(MapValue map, Shape.Map shape, Object tree, String path) throws UnfitValueException {
        if (tree instanceof Map<?, ?> object) {
            for (Map.Entry<?, ?> entry : object.entrySet()) {
                entry(map, shape, entry.getKey(), entry.getValue(), path);
            }
            return;
        }
        for (Object element : expect(List.class, tree, path, "an object or an array of objects with key and value")) {
            if (!(element instanceof Map<?, ?> entry)) {
                throw new UnfitValueException(path, "an entry of a map is an object, not " + JsonTree.kind(element));
            }
            for (Object name : entry.keySet()) {
                if (!KEY.equals(name) && !VALUE.equals(name)) {
                    throw new UnfitValueException(path, "an entry of a map has key and value, not " + name);
                }
            }
            entry(map, shape, entry.get(KEY), entry.get(VALUE), path);
        }
    }

    private void entry(MapValue map, Shape.Map shape, @Nullable Object key, @Nullable Object value, String path)
            throws UnfitValueException {
        if (shape.key() != null) {
            set(new ElementTarget(map.keys()), shape.key(), key, dotted(path, KEY));
        }
        ListValue values = map.values();
        if (shape.value() != null && values != null) {
            set(new ElementTarget(values), shape.value(), value, dotted(path, VALUE));
        }
    }

    private void leaf(ValueTarget target, Shape.Leaf leaf, Object tree, String path) throws UnfitValueException {
        try {
            target.set(value(leaf, tree, path));
        } catch (UnfitValueException e) {
            throw e.path().isEmpty() ? new UnfitValueException(path, String.valueOf(e.getMessage())) : e;
        } catch (InvalidDataException e) {
            throw new UnfitValueException(
                    path, TextValues.shown(JsonTree.text(tree)) + " does not fit: " + e.getMessage());
        }
    }

    private Object value(Shape.Leaf leaf, Object tree, String path) throws UnfitValueException {
        PrimitiveField field = leaf.column().field();
        if (TextValues.isText(field)) {
            return tree instanceof String || !anyAsText
                    ? expect(String.class, tree, path, "a string, which the column needs (see --conflicts)")
                    : JsonTree.text(tree);
        } else if (field.physicalType() == PhysicalType.BOOLEAN) {
            return expect(Boolean.class, tree, path, "a boolean");
        } else if (tree instanceof JsonNumber number) {
            return TextValues.of(leaf, number.text());
        }
        return TextValues.of(leaf, expect(String.class, tree, path, "a " + TextValues.typeName(field)));
    }
}
