package io.pq2.spark.internal.schema;

import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.errors.SparkErrors;
import java.util.Objects;
import org.apache.spark.sql.errors.QueryCompilationErrors;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;

/** Checks that groups of a file can be read as the requested Spark types, with the errors of the built-in source. */
public final class GroupTypes {

    private GroupTypes() {}

    /**
     * Checks a group that is a struct of the file.
     *
     * @param requested the Spark type to read the group as; a struct of fields extracted from a variant is not checked
     * @param rowReader whether the built-in source reads the group with its row reader, which ignores annotations
     * @throws org.apache.spark.sql.AnalysisException (not declared) if the built-in source does not read the group as
     *     the type, and the options do not accept it either
     */
    public static void check(Shape.Struct shape, DataType requested, SparkSchemaOptions options, boolean rowReader) {
        GroupField group = Objects.requireNonNull(shape.field());
        LogicalType logical = group.logicalType();
        if (requested instanceof VariantType && !options.readShreddedVariant()) {
            checkUnshredded(group);
        } else if (requested instanceof VariantType && logical instanceof LogicalType.VariantType && !rowReader) {
            checkVersion(group, options);
        }
        if (rowReader || logical == null || !(requested instanceof StructType)) {
            return;
        }
        if (isVariant(logical, options)) {
            if (!options.ignoreVariantAnnotation()) {
                throw SparkErrors.raise(SparkErrors.conversionRequirement("Invalid Spark read type: expected "
                        + BuiltInSchemaText.of(group) + " to be variant type but found "
                        + requested.sql() + ". To read the stored fields, set "
                        + "spark.sql.parquet.ignoreVariantAnnotation to true"));
            }
        } else if (options.isStrict() || logical instanceof LogicalType.VariantType) {
            refuseAnnotation(group);
        }
    }

    /**
     * Whether an annotation is that of a variant whose encoding Spark knows: version 1. The format makes the version
     * optional, and arrow-go and Arrow C++ leave it out; the encoded values name it too. The built-in source refuses
     * such variants.
     */
    static boolean isVariant(LogicalType logical, SparkSchemaOptions options) {
        if (!(logical instanceof LogicalType.VariantType variant)) {
            return false;
        }
        Integer version = variant.specificationVersion();
        return version == null ? !options.isStrict() : version == 1;
    }

    private static void checkVersion(GroupField group, SparkSchemaOptions options) {
        if (!isVariant(Objects.requireNonNull(group.logicalType()), options)) {
            throw SparkErrors.raise(QueryCompilationErrors.unrecognizedParquetTypeError(BuiltInSchemaText.of(group)));
        }
    }

    /** Refuses a struct with an annotation that the built-in source does not read. */
    static void refuseAnnotation(GroupField group) {
        LogicalType logical = group.logicalType();
        if (logical == null
                || logical instanceof LogicalType.FileType
                || logical instanceof LogicalType.UnrecognizedType) {
            return;
        }
        if (logical instanceof LogicalType.ListType) {
            throw SparkErrors.raise(
                    SparkErrors.conversionRequirement("Invalid list type " + BuiltInSchemaText.of(group)));
        }
        if (logical instanceof LogicalType.MapType || logical instanceof LogicalType.MapKeyValueType) {
            throw SparkErrors.raise(
                    SparkErrors.conversionRequirement("Invalid map type: " + BuiltInSchemaText.of(group)));
        }
        throw SparkErrors.raise(QueryCompilationErrors.unrecognizedParquetTypeError(BuiltInSchemaText.of(group)));
    }

    /** Checks that a variant has exactly the required BYTE_ARRAY fields {@code value} and {@code metadata}. */
    static void checkUnshredded(GroupField variant) {
        if (variant.fields().size() != 2) {
            throw SparkErrors.raise(QueryCompilationErrors.invalidVariantWrongNumFieldsError());
        }
        checkRequiredBinary(variant, "value");
        checkRequiredBinary(variant, "metadata");
    }

    private static void checkRequiredBinary(GroupField variant, String name) {
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
}
