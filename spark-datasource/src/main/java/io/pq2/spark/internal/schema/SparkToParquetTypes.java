package io.pq2.spark.internal.schema;

import static io.pq2.schema.Repetition.OPTIONAL;
import static io.pq2.schema.Repetition.REPEATED;
import static io.pq2.schema.Repetition.REQUIRED;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.spark.internal.errors.SparkErrors;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.errors.QueryCompilationErrors;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;
import org.apache.spark.sql.types.VariantType;
import org.jspecify.annotations.Nullable;

/** Converts Spark's types to Parquet fields. */
public final class SparkToParquetTypes {

    /** The key of a field id in the metadata of a Spark field. */
    private static final String FIELD_ID_KEY = "parquet.field.id";

    private final ParquetSchemaOptions options;
    private final SparkToParquetLeafTypes leaves;

    SparkToParquetTypes(ParquetSchemaOptions options) {
        this.options = options;
        this.leaves = new SparkToParquetLeafTypes(options);
    }

    /**
     * Returns the fields of a struct.
     *
     * @param types the types that columns get from options, relative to the struct
     */
    List<Field> fields(StructType schema, ColumnTypes types) {
        List<Field> fields = new ArrayList<>(schema.length());
        for (StructField field : schema.fields()) {
            fields.add(field(
                    field.name(),
                    field.dataType(),
                    field.nullable() ? OPTIONAL : REQUIRED,
                    fieldId(field),
                    types.field(field.name())));
        }
        return fields;
    }

    private Field field(String name, DataType type, boolean nullable, ColumnTypes types) {
        return field(name, type, nullable ? OPTIONAL : REQUIRED, null, types);
    }

    private Field field(
            String name, DataType type, Repetition repetition, @Nullable Integer fieldId, ColumnTypes types) {
        if (type instanceof UserDefinedType<?> userDefined) {
            return field(name, userDefined.sqlType(), repetition, fieldId, types);
        }
        StoredType stored = types.type();
        if (stored != null) {
            return stored.field(name, type, repetition, fieldId);
        }
        if (type instanceof ArrayType array) {
            Field repeated = repeatedOf(array, types);
            return new GroupField(name, repetition, List.of(repeated), new LogicalType.ListType(), fieldId);
        }
        if (type instanceof MapType map) {
            Field repeated = repeatedOf(map, types);
            return new GroupField(name, repetition, List.of(repeated), new LogicalType.MapType(), fieldId);
        }
        if (type instanceof VariantType) {
            LogicalType logical = options.annotateVariant() ? new LogicalType.VariantType(1) : null;
            List<Field> fields = List.of(
                    field("value", DataTypes.BinaryType, false, ColumnTypes.NONE),
                    field("metadata", DataTypes.BinaryType, false, ColumnTypes.NONE));
            return new GroupField(name, repetition, fields, logical, fieldId);
        }
        if (type instanceof StructType struct) {
            if (struct.length() == 0) {
                throw new InvalidDataException(
                        "field " + name + " is a struct without fields, but a Parquet group needs at least one");
            }
            return new GroupField(name, repetition, fields(struct, types), null, fieldId);
        }
        PrimitiveField leaf = leaves.field(name, type, repetition, fieldId);
        if (leaf == null) {
            StructField field = new StructField(name, type, repetition != REQUIRED, Metadata.empty());
            throw SparkErrors.raise(QueryCompilationErrors.cannotConvertDataTypeToParquetTypeError(field));
        }
        return leaf;
    }

    /**
     * Returns the repeated layer of a list: {@code repeated group list { element }}. In the legacy format it is {@code
     * repeated group bag { optional array }} if elements can be null, otherwise the element itself as {@code repeated
     * array}.
     */
    private Field repeatedOf(ArrayType array, ColumnTypes types) {
        DataType element = array.elementType();
        if (!options.legacyFormat()) {
            Field field = field("element", element, array.containsNull(), types.element());
            return new GroupField("list", REPEATED, List.of(field));
        }
        return array.containsNull()
                ? new GroupField("bag", REPEATED, List.of(field("array", element, true, types.element())))
                : field("array", element, REPEATED, null, types.element());
    }

    private Field repeatedOf(MapType map, ColumnTypes types) {
        List<Field> entry = List.of(
                field("key", map.keyType(), false, types.mapKey()),
                field("value", map.valueType(), map.valueContainsNull(), types.mapValue()));
        return options.legacyFormat()
                ? new GroupField("key_value", REPEATED, entry, new LogicalType.MapKeyValueType(), null)
                : new GroupField("key_value", REPEATED, entry);
    }

    private @Nullable Integer fieldId(StructField field) {
        Metadata metadata = field.metadata();
        if (!options.fieldIds() || !metadata.contains(FIELD_ID_KEY)) {
            return null;
        }
        try {
            return Math.toIntExact(metadata.getLong(FIELD_ID_KEY));
        } catch (ArithmeticException | ClassCastException e) {
            throw new IllegalArgumentException("The key `" + FIELD_ID_KEY + "` must be a 32-bit integer", e);
        }
    }
}
