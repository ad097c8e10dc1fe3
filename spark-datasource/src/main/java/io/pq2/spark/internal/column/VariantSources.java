package io.pq2.spark.internal.column;

import io.pq2.schema.Shape;
import io.pq2.spark.internal.schema.SparkSchemaOptions;
import io.pq2.spark.internal.schema.SparkSchemas;
import java.util.List;
import org.apache.spark.sql.execution.datasources.VariantMetadata;
import org.apache.spark.sql.execution.datasources.parquet.SparkShreddingUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.types.variant.VariantSchema;

/**
 * Variants. One that is stored as value and metadata is shown as it is; a shredded one is put together, and single fields that
 * Spark asks for are taken out of it, by Spark's own code.
 */
final class VariantSources {

    /** The names of fields within a variant are exact, and their types are what they are stored as. */
    private static final RowSources STORED = new RowSources(new FieldMatcher(true, false), DateTimeRules.CORRECTED);

    private static final SparkSchemaOptions STORED_TYPES =
            new SparkSchemaOptions(false, true, true, false, true, false, true);

    private VariantSources() {}

    /** Whether a type is a struct of fields of a variant, which Spark's rule for pushing variants into scans makes. */
    static boolean isFieldsOfVariant(DataType type) {
        return VariantMetadata.isVariantStruct(type);
    }

    /** A whole variant. */
    static ColumnSource whole(Shape.Struct group) {
        int value = group.indexOf("value");
        int metadata = group.indexOf("metadata");
        if (group.children().size() == 2 && value >= 0 && metadata >= 0) {
            List<ColumnSource> binaries = List.of(
                    STORED.source(DataTypes.BinaryType, group.children().get(value)),
                    STORED.source(DataTypes.BinaryType, group.children().get(metadata)));
            return new StructSource(DataTypes.VariantType, binaries, new int[] {value, metadata});
        }
        StructType stored = storedType(group);
        VariantSchema schema = SparkShreddingUtils.buildVariantSchema(stored);
        return new AssembledSource(
                STORED.source(stored, group),
                DataTypes.VariantType,
                row -> SparkShreddingUtils.assembleVariant(row, schema));
    }

    /** Some fields of a variant, each of the type that it is wanted as. */
    static ColumnSource fields(StructType wanted, Shape.Struct group) {
        StructType stored = storedType(group);
        VariantSchema schema = SparkShreddingUtils.buildVariantSchema(stored);
        var fields = SparkShreddingUtils.getFieldsToExtract(wanted, schema);
        return new AssembledSource(
                STORED.source(stored, group),
                wanted,
                row -> SparkShreddingUtils.assembleVariantStruct(row, schema, fields));
    }

    private static StructType storedType(Shape.Struct group) {
        return (StructType) SparkSchemas.toSpark(group, STORED_TYPES);
    }
}
