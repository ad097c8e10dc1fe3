package io.pq2.spark.internal.schema;

import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.SparkErrors;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.errors.QueryCompilationErrors;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
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
            fields[i] = new StructField(child.name(), type(child), child.nullable(), Metadata.empty());
        }
        return new StructType(fields);
    }

    DataType type(Shape shape) {
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
            throw refuse("Invalid map type: " + SchemaText.of(map.field()));
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
        if (logical instanceof LogicalType.VariantType variant
                && variant.specificationVersion() != null
                && variant.specificationVersion() == 1) {
            return options.ignoreVariantAnnotation() ? struct(shape) : variant(shape);
        }
        if (!options.isStrict() && !(logical instanceof LogicalType.VariantType)) {
            return struct(shape);
        }
        if (logical instanceof LogicalType.ListType) {
            throw refuse("Invalid list type " + SchemaText.of(group));
        }
        if (logical instanceof LogicalType.MapType || logical instanceof LogicalType.MapKeyValueType) {
            throw refuse("Invalid map type: " + SchemaText.of(group));
        }
        throw SparkErrors.raise(QueryCompilationErrors.unrecognizedParquetTypeError(SchemaText.of(group)));
    }

    private DataType variant(Shape.Struct shape) {
        if (options.readShreddedVariant()) {
            struct(shape); // throws for fields that have no type in Spark
            return DataTypes.VariantType;
        }
        if (shape.children().size() != 2) {
            throw SparkErrors.raise(QueryCompilationErrors.invalidVariantWrongNumFieldsError());
        }
        GroupField group = Objects.requireNonNull(shape.field());
        requireBinary(group, "value");
        requireBinary(group, "metadata");
        return DataTypes.VariantType;
    }

    private static void requireBinary(GroupField variant, String name) {
        for (Field field : variant.fields()) {
            if (field.name().equals(name)) {
                boolean binary = field instanceof PrimitiveField leaf && leaf.physicalType() == PhysicalType.BYTE_ARRAY;
                if (!binary || field.repetition() != Repetition.REQUIRED) {
                    throw SparkErrors.raise(QueryCompilationErrors.invalidVariantNullableOrNotBinaryFieldError(name));
                }
                return;
            }
        }
        throw SparkErrors.raise(QueryCompilationErrors.invalidVariantMissingFieldError(name));
    }

    private static RuntimeException refuse(String message) {
        return SparkErrors.raise(SparkErrors.conversionRequirement(message));
    }
}
