package io.pq2.spark.scan;

import io.pq2.schema.Shape;
import io.pq2.spark.column.FieldMatcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser$;
import org.apache.spark.sql.catalyst.util.QuotingUtils;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Finds the leaves that filters name. A filter names a column of the table, or a field in its structs; the leaf is that from which
 * the scan reads it, which has another name in the file where fields are found by their ids. What lies below a list or a map has
 * no name in a filter.
 */
final class FilterColumns {

    private final FieldMatcher matcher;
    private final Map<String, FilterColumn> byName = new HashMap<>();

    /**
     * @param columns the columns that the scan reads
     * @param file the shape of a file's rows
     */
    FilterColumns(StructType columns, Shape.Struct file, FieldMatcher matcher) {
        this.matcher = matcher;
        collect(List.of(), columns, file);
    }

    private void collect(List<String> parents, StructType fields, Shape.Struct shape) {
        int[] found = matcher.match(fields, shape.children());
        for (int i = 0; i < found.length; i++) {
            if (found[i] < 0) {
                continue;
            }
            StructField field = fields.fields()[i];
            List<String> path = new ArrayList<>(parents);
            path.add(field.name());
            Shape child = shape.children().get(found[i]);
            if (child instanceof Shape.Leaf leaf) {
                byName.put(
                        key(name(path)),
                        new FilterColumn(leaf.column().path(), leaf.column().field(), field.dataType()));
            } else if (child instanceof Shape.Struct struct && field.dataType() instanceof StructType inner) {
                collect(path, inner, struct);
            }
        }
    }

    private static String name(List<String> path) {
        return path.stream().map(QuotingUtils::quoteIfNeeded).collect(Collectors.joining("."));
    }

    private String key(String name) {
        return matcher.caseSensitive() ? name : name.toLowerCase(Locale.ROOT);
    }

    /** The leaf that a filter names. */
    Optional<FilterColumn> find(String name) {
        return Optional.ofNullable(byName.get(key(name)));
    }

    /** The first part of the name of a filter's column. */
    static String topLevelName(String name) {
        return CatalystSqlParser$.MODULE$.parseMultipartIdentifier(name).head();
    }
}
