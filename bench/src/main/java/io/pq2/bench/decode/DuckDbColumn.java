package io.pq2.bench.decode;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/**
 * Generates SQL for one field: a value, a struct of values, a list of values or of structs of values, or a map of
 * values.
 */
final class DuckDbColumn {

    private final Type field;
    private final String name;

    DuckDbColumn(Type field) {
        this.field = field;
        this.name = quoted(field.getName());
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }

    private boolean is(Class<? extends LogicalTypeAnnotation> annotation) {
        return annotation.isInstance(field.getLogicalTypeAnnotation());
    }

    /**
     * Returns aggregates that depend on each value. They are sums, because the footer may contain minima, maxima and
     * counts: sums of numbers, of the lengths of texts, and of the element counts of lists and maps. DuckDB decodes the
     * elements too.
     */
    List<String> touch() {
        if (is(ListLogicalTypeAnnotation.class)) {
            return List.of("sum(len(" + name + "))");
        }
        if (is(MapLogicalTypeAnnotation.class)) {
            return List.of("sum(cardinality(" + name + "))");
        }
        if (field.isPrimitive()) {
            return List.of(touch(name, field.asPrimitiveType()));
        }
        return field.asGroupType().getFields().stream()
                .map(child -> touch(name + "." + quoted(child.getName()), child.asPrimitiveType()))
                .toList();
    }

    private static String touch(String value, PrimitiveType type) {
        return switch (type.getPrimitiveTypeName()) {
            case FLOAT, DOUBLE -> "sum(" + value + ")";
            case BINARY, FIXED_LEN_BYTE_ARRAY ->
                type.getLogicalTypeAnnotation() instanceof StringLogicalTypeAnnotation
                        ? "sum(strlen(" + value + "))"
                        : isDecimal(type) ? "sum(" + value + ")" : "sum(octet_length(" + value + "))";
            case BOOLEAN, INT32, INT64, INT96 -> sumOfIntegers(value, type);
        };
    }

    private static String sumOfIntegers(String value, PrimitiveType type) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        if (type.getPrimitiveTypeName() == PrimitiveTypeName.BOOLEAN) {
            return "sum(" + value + "::INT)";
        }
        if (annotation instanceof DateLogicalTypeAnnotation) {
            return "sum(" + value + " - DATE '1970-01-01')";
        }
        boolean timestamp = annotation instanceof TimestampLogicalTypeAnnotation
                || type.getPrimitiveTypeName() == PrimitiveTypeName.INT96;
        return timestamp ? "sum(epoch_us(" + value + "))" : "sum(" + value + ")";
    }

    private static boolean isDecimal(PrimitiveType type) {
        return type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation;
    }

    /** Returns an expression for {@link Fingerprint.OfColumn#nulls}. */
    String nulls() {
        return "count(*) - count(" + name + ")";
    }

    /** Returns an expression for {@link Fingerprint.OfColumn#squares}. */
    String squares() {
        if (is(ListLogicalTypeAnnotation.class)) {
            return "sum(len(" + name + ") * len(" + name + "))";
        }
        return is(MapLogicalTypeAnnotation.class) ? "sum(cardinality(" + name + ") * cardinality(" + name + "))" : "0";
    }

    /** Returns a select list that produces a row per slot of the leaves, for {@link #leaves}. */
    String slots() {
        if (is(ListLogicalTypeAnnotation.class)) {
            return "unnest(" + name + ") AS slot";
        }
        return is(MapLogicalTypeAnnotation.class)
                ? "unnest(map_keys(" + name + ")) AS key, unnest(map_values(" + name + ")) AS value"
                : name + " AS slot";
    }

    /** Returns expressions for the {@link Fingerprint.OfLeaf} of each leaf: two per leaf. */
    List<String> leaves() {
        if (field.isPrimitive()) {
            return List.of(leaf("slot", field));
        }
        GroupType group = field.asGroupType();
        if (is(ListLogicalTypeAnnotation.class)) {
            Type element = group.getType(0).asGroupType().getType(0);
            return element.isPrimitive() ? List.of(leaf("slot", element)) : leavesOf(element.asGroupType());
        }
        if (is(MapLogicalTypeAnnotation.class)) {
            GroupType entry = group.getType(0).asGroupType();
            return List.of(leaf("key", entry.getType(0)), leaf("value", entry.getType(1)));
        }
        return leavesOf(group);
    }

    private static List<String> leavesOf(GroupType struct) {
        List<String> leaves = new ArrayList<>();
        for (Type child : struct.getFields()) {
            leaves.add(leaf("slot." + quoted(child.getName()), child));
        }
        return leaves;
    }

    private static String leaf(String value, Type type) {
        return "count(" + value + "), " + sum(value, type.asPrimitiveType());
    }

    private static String sum(String value, PrimitiveType type) {
        return switch (type.getPrimitiveTypeName()) {
            case FLOAT, DOUBLE -> "sum(round(" + value + "::DOUBLE * 100)::BIGINT)";
            case BINARY, FIXED_LEN_BYTE_ARRAY ->
                isDecimal(type) ? "sum(" + value + ")" : "sum(md5_number_lower(" + value + "))";
            case BOOLEAN, INT32, INT64, INT96 -> sumOfIntegers(value, type);
        };
    }
}
