package io.pq2.spark.internal.columns.row;

import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.columns.leaf.FileColumns;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Determines the leaves of a file that a scan must read. If the file has none of the requested fields of a struct, the
 * scan reads the struct's cheapest leaf to learn which structs are null.
 */
public final class RequiredLeaves {

    private final FieldMatcher matcher;
    private final boolean structsOfMissingFieldsAreNull;
    private final Predicate<Column> isEmpty;
    private final Set<Column> leaves = new HashSet<>();

    private RequiredLeaves(FieldMatcher matcher, boolean structsOfMissingFieldsAreNull, Predicate<Column> isEmpty) {
        this.matcher = matcher;
        this.structsOfMissingFieldsAreNull = structsOfMissingFieldsAreNull;
        this.isEmpty = isEmpty;
    }

    /**
     * Returns the leaves for the rows of a scan.
     *
     * @param requested the data columns of the scan
     * @param file the shape of the file's rows
     * @param structsOfMissingFieldsAreNull whether a struct is null if the file has none of its requested fields
     * @param isEmpty whether a column certainly has no values but nulls
     */
    public static Set<Column> of(
            StructType requested,
            Shape.Struct file,
            FieldMatcher matcher,
            boolean structsOfMissingFieldsAreNull,
            Predicate<Column> isEmpty) {
        RequiredLeaves result = new RequiredLeaves(matcher, structsOfMissingFieldsAreNull, isEmpty);
        result.addFields(requested, file);
        return result.leaves;
    }

    private boolean addFields(StructType requested, Shape.Struct file) {
        int[] indexes = matcher.match(requested, file.children());
        StructField[] fields = requested.fields();
        boolean found = false;
        for (int i = 0; i < fields.length; i++) {
            if (indexes[i] >= 0) {
                add(FileColumns.stored(fields[i].dataType()), file.children().get(indexes[i]));
                found = true;
            }
        }
        return found;
    }

    private void add(DataType requested, Shape shape) {
        if (requested instanceof StructType fields
                && shape instanceof Shape.Struct variant
                && VariantSources.isFieldsOfVariant(requested, shape)) {
            Set<Column> used = VariantLeaves.of(fields, variant, isEmpty);
            leaves.addAll(used);
            if (used.isEmpty()) {
                structure(fields, variant).ifPresent(leaves::add);
            }
        } else if (requested instanceof StructType struct && shape instanceof Shape.Struct group) {
            if (!addFields(struct, group) && !structsOfMissingFieldsAreNull) {
                cheapest(group).ifPresent(leaves::add);
            }
        } else if (requested instanceof ArrayType array && shape instanceof Shape.Array list) {
            add(FileColumns.stored(array.elementType()), list.element());
        } else if (requested instanceof MapType map && shape instanceof Shape.Map entries) {
            add(FileColumns.stored(map.keyType()), Objects.requireNonNull(entries.key()));
            if (entries.value() != null) {
                add(FileColumns.stored(map.valueType()), entries.value());
            }
        } else {
            leaves.addAll(shape.columns());
        }
    }

    /**
     * Returns the leaf that tells which variants are null. That is the metadata, which is usually the same for many
     * variants, unless fields are extracted.
     */
    private static Optional<Column> structure(StructType fields, Shape.Struct variant) {
        int metadata = variant.indexOf("metadata");
        boolean isTestedForNull = Arrays.stream(fields.fields()).allMatch(VariantSources::isPlaceholder);
        return isTestedForNull && metadata >= 0 && variant.children().get(metadata) instanceof Shape.Leaf leaf
                ? Optional.of(leaf.column())
                : cheapest(variant);
    }

    /**
     * Returns the leaf with the fewest enclosing lists and maps; among those, the one with the smallest values. Empty
     * if the group has no leaves.
     */
    private static Optional<Column> cheapest(Shape.Struct group) {
        return group.columns().stream()
                .min(Comparator.comparingInt(Column::maxRepetitionLevel).thenComparingInt(RequiredLeaves::cost));
    }

    private static int cost(Column column) {
        if (column.field().logicalType() instanceof LogicalType.UnknownType) {
            return 0;
        }
        PhysicalType type = column.field().physicalType();
        return switch (type) {
            case BOOLEAN -> 1;
            case INT32, FLOAT -> Integer.BYTES;
            case INT64, DOUBLE -> Long.BYTES;
            case INT96 -> Integer.BYTES + Long.BYTES;
            case FIXED_LEN_BYTE_ARRAY, BYTE_ARRAY -> Integer.SIZE;
        };
    }
}
