package io.pq2.spark.internal.expressions;

import io.pq2.exception.ParquetException;
import io.pq2.internal.variant.LeafTypes;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.columns.row.ShreddedPath;
import io.pq2.variant.VariantType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/**
 * Finds the leaves of shredded variants that filters on their fields can be compared with: those whose values Spark
 * casts to the requested type without change.
 */
final class VariantColumns {

    private VariantColumns() {}

    /**
     * Returns the leaf of a field that Spark extracts from a variant; empty if there is none.
     *
     * @param file the names in the file from the top-level field to the variant
     */
    static Optional<FilterColumn> of(StructField field, List<String> file, Shape.Struct variant) {
        ShreddedPath path = ShreddedPath.of(field, variant);
        Shape.Leaf leaf = path.leaf();
        DataType type = leaf == null ? null : type(leaf.column().field(), field.dataType());
        if (leaf == null || type == null) {
            return Optional.empty();
        }
        List<String> level = new ArrayList<>(file);
        for (Shape.Struct group : path.groups()) {
            level.add("typed_value");
            level.add(group.name());
        }
        Shape.Leaf value = path.value();
        OtherValues others = new OtherValues(
                value == null ? null : below(level, "value"),
                range(leaf.column().field(), field.dataType()));
        return Optional.of(
                new FilterColumn(below(level, "typed_value"), leaf.column().field(), type, others, false));
    }

    private static List<String> below(List<String> path, String name) {
        List<String> longer = new ArrayList<>(path);
        longer.add(name);
        return List.copyOf(longer);
    }

    /** Returns the Spark type of a leaf's values as filters compare them; null if Spark's cast changes them. */
    private static @Nullable DataType type(PrimitiveField leaf, DataType requested) {
        VariantType stored;
        try {
            stored = LeafTypes.of(leaf);
        } catch (ParquetException e) {
            // Spark's own code may know the type.
            return null;
        }
        return switch (stored) {
            case BOOLEAN -> same(DataTypes.BooleanType, requested);
            case DATE -> same(DataTypes.DateType, requested);
            case TIMESTAMP -> same(DataTypes.TimestampType, requested);
            case TIMESTAMP_NTZ -> same(DataTypes.TimestampNTZType, requested);
            case FLOAT -> same(DataTypes.FloatType, requested);
            case DOUBLE -> same(DataTypes.DoubleType, requested);
            case STRING -> same(DataTypes.StringType, requested);
            case INT32, INT64 -> isInteger(requested) ? DataTypes.LongType : null;
            case DECIMAL4, DECIMAL8, DECIMAL16 ->
                leaf.logicalType() instanceof LogicalType.DecimalType decimal
                        ? same(new DecimalType(decimal.precision(), decimal.scale()), requested)
                        : null;
            default -> null;
        };
    }

    private static @Nullable DataType same(DataType type, DataType requested) {
        return type.equals(requested) ? type : null;
    }

    private static boolean isInteger(DataType type) {
        return type instanceof LongType
                || type instanceof IntegerType
                || type instanceof ShortType
                || type instanceof ByteType;
    }

    private static OtherValues.@Nullable Range range(PrimitiveField leaf, DataType requested) {
        if (requested instanceof IntegerType && LeafTypes.of(leaf) == VariantType.INT64) {
            return new OtherValues.Range(Integer.MIN_VALUE, Integer.MAX_VALUE);
        } else if (requested instanceof ShortType) {
            return new OtherValues.Range(Short.MIN_VALUE, Short.MAX_VALUE);
        }
        return requested instanceof ByteType ? new OtherValues.Range(Byte.MIN_VALUE, Byte.MAX_VALUE) : null;
    }
}
