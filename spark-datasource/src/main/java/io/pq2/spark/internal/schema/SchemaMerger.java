package io.pq2.spark.internal.schema;

import io.pq2.spark.internal.errors.SparkErrors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.SparkException;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Merges the schemas of files. Fields of the first schema come first, then new fields of the next one. A field is
 * nullable if it is nullable in one of its schemas. The types of a field must be equal by Spark's rules, or have a
 * wider type.
 */
final class SchemaMerger {

    private final boolean caseSensitive;
    private final boolean widens;

    /**
     * Creates a merger.
     *
     * @param widens whether different types are widened ({@link WiderType})
     */
    SchemaMerger(boolean caseSensitive, boolean widens) {
        this.caseSensitive = caseSensitive;
        this.widens = widens;
    }

    /** Two types of a field that have no common type. */
    private static final class Conflict extends Exception {

        private static final long serialVersionUID = 1L;

        private final transient List<String> path;
        private final transient DataType left;
        private final transient DataType right;

        Conflict(List<String> path, DataType left, DataType right) {
            super("no common type", null, false, false);
            this.path = path;
            this.left = left;
            this.right = right;
        }
    }

    /**
     * Merges the schemas of files in order.
     *
     * @param files at least one file
     * @throws SparkException (not declared) if two files conflict
     */
    StructType merge(List<FileSchema> files) {
        StructType merged = files.get(0).schema();
        for (int i = 1; i < files.size(); i++) {
            StructType next = files.get(i).schema();
            try {
                merged = struct(merged, next, List.of());
            } catch (Conflict conflict) {
                String other = firstConflict(files.subList(0, i), conflict);
                throw SparkErrors.raise(new SchemaMergeException(
                        merged,
                        next,
                        SchemaMergeException.field(
                                conflict.path,
                                conflict.left,
                                other,
                                conflict.right,
                                files.get(i).path()),
                        sparkError(conflict.left, conflict.right)));
            }
        }
        return merged;
    }

    /** Returns the first file whose type of a field conflicts; the last one that has the field if none does alone. */
    private String firstConflict(List<FileSchema> files, Conflict conflict) {
        String found = files.get(0).path();
        for (FileSchema file : files) {
            DataType type = at(file.schema(), conflict.path);
            if (type != null) {
                found = file.path();
                try {
                    type(type, conflict.right, conflict.path);
                } catch (Conflict e) {
                    return found;
                }
            }
        }
        return found;
    }

    /** Returns the type of a nested field; absent if a schema lacks it. */
    private @Nullable DataType at(DataType type, List<String> path) {
        if (path.isEmpty()) {
            return type;
        }
        List<String> rest = path.subList(1, path.size());
        if (type instanceof StructType struct) {
            StructField field = fieldsByName(struct).get(key(path.get(0)));
            return field == null ? null : at(field.dataType(), rest);
        }
        if (type instanceof ArrayType array) {
            return at(array.elementType(), rest);
        }
        if (type instanceof MapType map) {
            return at(path.get(0).equals(SchemaMergeException.KEY) ? map.keyType() : map.valueType(), rest);
        }
        return null;
    }

    private String key(String name) {
        return caseSensitive ? name : name.toLowerCase(Locale.ROOT);
    }

    private Map<String, StructField> fieldsByName(StructType struct) {
        Map<String, StructField> fields = new LinkedHashMap<>();
        for (StructField field : struct.fields()) {
            fields.put(key(field.name()), field);
        }
        return fields;
    }

    private StructType struct(StructType left, StructType right, List<String> path) throws Conflict {
        Map<String, StructField> others = fieldsByName(right);
        Map<String, StructField> known = fieldsByName(left);
        List<StructField> fields = new ArrayList<>();
        for (StructField field : left.fields()) {
            StructField other = others.get(key(field.name()));
            fields.add(other == null ? field : field(field, other, path));
        }
        for (StructField field : right.fields()) {
            if (!known.containsKey(key(field.name()))) {
                fields.add(field);
            }
        }
        return new StructType(fields.toArray(new StructField[0]));
    }

    private StructField field(StructField left, StructField right, List<String> path) throws Conflict {
        DataType type = type(left.dataType(), right.dataType(), below(path, left.name()));
        Metadata metadata = SpatialMetadata.merge(left.metadata(), right.metadata());
        return new StructField(left.name(), type, left.nullable() || right.nullable(), metadata);
    }

    private static List<String> below(List<String> path, String name) {
        List<String> inner = new ArrayList<>(path);
        inner.add(name);
        return inner;
    }

    private DataType type(DataType left, DataType right, List<String> path) throws Conflict {
        if (left instanceof StructType a && right instanceof StructType b) {
            return struct(a, b, path);
        }
        if (left instanceof ArrayType a && right instanceof ArrayType b) {
            DataType element = type(a.elementType(), b.elementType(), below(path, SchemaMergeException.ELEMENT));
            return new ArrayType(element, a.containsNull() || b.containsNull());
        }
        if (left instanceof MapType a && right instanceof MapType b) {
            DataType key = type(a.keyType(), b.keyType(), below(path, SchemaMergeException.KEY));
            DataType value = type(a.valueType(), b.valueType(), below(path, SchemaMergeException.VALUE));
            return new MapType(key, value, a.valueContainsNull() || b.valueContainsNull());
        }
        Optional<DataType> wider = widens ? WiderType.of(left, right) : Optional.empty();
        if (wider.isPresent()) {
            return wider.get();
        }
        try {
            return single(left).merge(single(right), true).fields()[0].dataType();
        } catch (Exception e) { // Scala does not declare the SparkException for types that cannot be merged
            throw new Conflict(path, left, right);
        }
    }

    private static StructType single(DataType type) {
        return new StructType(new StructField[] {new StructField("value", type, true, Metadata.empty())});
    }

    /** Returns Spark's error for two types that cannot be merged. */
    private static @Nullable SparkException sparkError(DataType left, DataType right) {
        try {
            single(left).merge(single(right), true);
            return null;
        } catch (Exception e) { // Scala does not declare the SparkException for types that cannot be merged
            return e instanceof SparkException error ? error : null;
        }
    }
}
