package io.pq2.spark.internal.expressions;

import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.columns.leaf.RowReaderRules;
import io.pq2.spark.internal.columns.row.FieldMatcher;
import io.pq2.spark.internal.columns.row.VariantSources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser$;
import org.apache.spark.sql.catalyst.util.QuotingUtils;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Finds the columns that filters name. A filter names a column of the table or a field of its structs. The file may
 * have another name for it if fields are matched by id.
 *
 * <p>A filter on any element of a list names it {@code list.element}, and a filter on any entry of a map {@code
 * map.key} or {@code map.value}, each followed by the names of fields of structs. Only a list or map has such a name
 * below it, and neither has fields of its own, so the names are not ambiguous.
 */
final class FilterColumns {

    /** The name of the elements of a list. */
    static final String ELEMENT = "element";

    /** The name of the keys of a map. */
    static final String KEY = "key";

    /** The name of the values of a map. */
    static final String VALUE = "value";

    private final FieldMatcher matcher;
    private final Map<String, FilterColumn> byName = new HashMap<>();

    /**
     * Collects the columns of a file.
     *
     * @param columns the columns that the scan reads
     * @param file the shape of the file's rows
     */
    FilterColumns(StructType columns, Shape.Struct file, FieldMatcher matcher) {
        this.matcher = matcher;
        collect(List.of(), List.of(), columns, file);
    }

    private boolean collect(List<String> parents, List<String> fileParents, StructType fields, Shape.Struct shape) {
        int[] found = matcher.match(fields, shape.children());
        boolean any = false;
        for (int i = 0; i < found.length; i++) {
            if (found[i] >= 0) {
                StructField field = fields.fields()[i];
                Shape child = shape.children().get(found[i]);
                add(below(parents, field.name()), below(fileParents, child.name()), field.dataType(), child);
                any = true;
            }
        }
        return any;
    }

    private static List<String> below(List<String> parents, String name) {
        List<String> path = new ArrayList<>(parents);
        path.add(name);
        return path;
    }

    private void add(List<String> path, List<String> filePath, DataType type, Shape shape) {
        if (shape instanceof Shape.Leaf leaf) {
            if (RowReaderRules.mayLoseValues(leaf.column().field(), type)) {
                return;
            }
            Column column = leaf.column();
            boolean repeated = column.maxRepetitionLevel() > 0;
            byName.put(key(name(path)), new FilterColumn(column.path(), column.field(), type, null, repeated));
            return;
        }
        addElements(path, filePath, type, shape);
        if (isRepeated(shape)) {
            if (type instanceof StructType inner && isStruct(inner, shape)) {
                collect(path, filePath, inner, (Shape.Struct) shape);
            }
            return;
        }
        if (type instanceof StructType fields
                && VariantSources.isFieldsOfVariant(fields, shape)
                && shape instanceof Shape.Struct variant) {
            for (StructField field : fields.fields()) {
                VariantColumns.of(field, filePath, variant)
                        .ifPresent(column -> byName.put(key(name(below(path, field.name()))), column));
            }
            return;
        }
        boolean isGroup = type instanceof ArrayType && shape instanceof Shape.Array
                || type instanceof MapType && shape instanceof Shape.Map;
        if (type instanceof StructType inner && isStruct(inner, shape)) {
            // A struct may be null if the file has none of its fields.
            isGroup = collect(path, filePath, inner, (Shape.Struct) shape);
        }
        if (isGroup) {
            byName.put(key(name(path)), new FilterColumn(filePath, null, type, null, false));
        }
    }

    private void addElements(List<String> path, List<String> filePath, DataType type, Shape shape) {
        if (type instanceof ArrayType array && shape instanceof Shape.Array list) {
            add(below(path, ELEMENT), filePath, array.elementType(), list.element());
        } else if (type instanceof MapType entries && shape instanceof Shape.Map map) {
            if (map.key() != null) {
                add(below(path, KEY), filePath, entries.keyType(), map.key());
            }
            if (map.value() != null) {
                add(below(path, VALUE), filePath, entries.valueType(), map.value());
            }
        }
    }

    /** Whether a group is below a list or map, so that a row may have any number of it. */
    private static boolean isRepeated(Shape shape) {
        return shape.repetitionLevel() > 0;
    }

    /** Whether a struct is neither a variant nor a struct of fields extracted from a variant. */
    private static boolean isStruct(StructType type, Shape shape) {
        return shape instanceof Shape.Struct struct
                && Objects.requireNonNull(struct.field()).logicalType() == null
                && !VariantSources.isFieldsOfVariant(type, shape);
    }

    private static String name(List<String> path) {
        return path.stream().map(QuotingUtils::quoteIfNeeded).collect(Collectors.joining("."));
    }

    private String key(String name) {
        return matcher.caseSensitive() ? name : name.toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the leaf that a filter names, or a struct, list or map that is not below a list or map. On the latter,
     * only conditions about null are possible.
     */
    Optional<FilterColumn> find(String name) {
        return Optional.ofNullable(byName.get(key(name)));
    }

    /** Returns the first part of the column name of a filter. */
    static String topLevelName(String name) {
        return CatalystSqlParser$.MODULE$.parseMultipartIdentifier(name).head();
    }
}
