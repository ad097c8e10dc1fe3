package io.pq2.spark.internal.schema;

import io.pq2.schema.Column;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.errors.SparkErrors;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Converts shapes to Spark types. The shape determines which groups are lists, maps or structs. A group whose logical
 * type does not fit its fields, for example a LIST group that is not a list, is a struct. With {@link
 * SparkSchemaOptions.AcceptedTypes#STRICT}, groups that Spark's built-in source refuses are refused here too.
 */
final class ParquetToSparkTypes {

    private final SparkSchemaOptions options;
    private final ParquetToSparkLeafTypes leaves;

    ParquetToSparkTypes(SparkSchemaOptions options) {
        this.options = options;
        this.leaves = new ParquetToSparkLeafTypes(options);
    }

    StructType struct(Shape.Struct shape) {
        List<Shape> children = shape.children();
        StructField[] fields = new StructField[children.size()];
        for (int i = 0; i < fields.length; i++) {
            Shape child = children.get(i);
            DataType type = type(child);
            fields[i] = new StructField(child.name(), type, child.nullable(), SpatialMetadata.of(child, type));
        }
        return new StructType(fields);
    }

    /**
     * Returns the Spark type of a shape.
     *
     * @throws AnalysisException (not declared) if there is none; the message names the column or group
     */
    DataType type(Shape shape) {
        try {
            return typeOf(shape);
        } catch (Exception e) { // Scala does not declare the exceptions of Spark
            throw SparkErrors.raise(
                    e instanceof AnalysisException refusal ? RefusedColumn.of(refusal, path(shape)) : e);
        }
    }

    /** Returns the dotted path of a shape. */
    private static String path(Shape shape) {
        List<Column> leaves = shape.columns();
        if (leaves.isEmpty()) {
            return shape.name();
        }
        List<String> path = leaves.get(0).path();
        int end = shape instanceof Shape.Leaf ? path.size() : path.indexOf(shape.name()) + 1;
        return String.join(".", path.subList(0, end == 0 ? path.size() : end));
    }

    private DataType typeOf(Shape shape) {
        if (shape instanceof Shape.Leaf leaf) {
            return leaves.type(leaf.column().field());
        }
        if (shape instanceof Shape.Array array) {
            return new ArrayType(type(array.element()), array.element().nullable());
        }
        if (shape instanceof Shape.Map map) {
            return map(map);
        }
        return group((Shape.Struct) shape);
    }

    private MapType map(Shape.Map map) {
        if (map.key() == null || map.value() == null && options.isStrict()) {
            throw refuse("Invalid map type: " + BuiltInSchemaText.of(map.field()));
        }
        if (map.value() == null) {
            return new MapType(type(map.key()), DataTypes.NullType, true);
        }
        return new MapType(type(map.key()), type(map.value()), map.value().nullable());
    }

    private DataType group(Shape.Struct shape) {
        GroupField group = Objects.requireNonNull(shape.field());
        LogicalType logical = group.logicalType();
        if (logical == null
                || logical instanceof LogicalType.FileType
                || logical instanceof LogicalType.UnrecognizedType) {
            return struct(shape);
        }
        if (GroupTypes.isVariant(logical, options)) {
            return options.ignoreVariantAnnotation() ? struct(shape) : variant(shape);
        }
        if (options.isStrict() || logical instanceof LogicalType.VariantType) {
            GroupTypes.refuseAnnotation(group);
        }
        return struct(shape);
    }

    private DataType variant(Shape.Struct shape) {
        if (options.readShreddedVariant()) {
            struct(shape); // throws for fields that have no type in Spark
            return DataTypes.VariantType;
        }
        GroupTypes.checkUnshredded(Objects.requireNonNull(shape.field()));
        return DataTypes.VariantType;
    }

    private static RuntimeException refuse(String message) {
        return SparkErrors.raise(SparkErrors.conversionRequirement(message));
    }
}
