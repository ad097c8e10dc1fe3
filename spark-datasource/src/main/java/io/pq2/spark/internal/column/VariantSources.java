package io.pq2.spark.internal.column;

import io.pq2.schema.Shape;
import io.pq2.spark.internal.schema.SparkSchemaOptions;
import io.pq2.spark.internal.schema.SparkSchemaOptions.AcceptedTypes;
import io.pq2.spark.internal.schema.SparkSchemaOptions.TimeType;
import io.pq2.spark.internal.schema.SparkSchemas;
import java.util.List;
import org.apache.spark.sql.execution.datasources.VariantMetadata;
import org.apache.spark.sql.execution.datasources.parquet.SparkShreddingUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.types.variant.VariantSchema;

/**
 * Shows variants. An unshredded variant is shown as it is stored. Spark's own code reassembles shredded variants and
 * extracts single fields.
 */
final class VariantSources {

    /** Sources of stored fields: names within a variant are case-sensitive, and values keep their stored types. */
    private static final RowSources STORED = new RowSources(new FieldMatcher(true, false), DateTimeRules.CORRECTED);

    /** Spark's code for variants accepts only the types of its own source. */
    private static final SparkSchemaOptions STORED_TYPES =
            new SparkSchemaOptions(false, true, true, false, true, false, true, AcceptedTypes.STRICT, TimeType.TIME);

    private VariantSources() {}

    /**
     * Whether a type is a struct of extracted variant fields, as created by Spark's rule that pushes variant access
     * into scans.
     */
    static boolean isFieldsOfVariant(DataType type) {
        return VariantMetadata.isVariantStruct(type);
    }

    /** Returns the source of a whole variant. */
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

    /** Returns the source of extracted fields of a variant, each with its requested type. */
    static ColumnSource fields(StructType requested, Shape.Struct group) {
        StructType stored = storedType(group);
        VariantSchema schema = SparkShreddingUtils.buildVariantSchema(stored);
        var fields = SparkShreddingUtils.getFieldsToExtract(requested, schema);
        return new AssembledSource(
                STORED.source(stored, group),
                requested,
                row -> SparkShreddingUtils.assembleVariantStruct(row, schema, fields));
    }

    private static StructType storedType(Shape.Struct group) {
        return (StructType) SparkSchemas.toSpark(group, STORED_TYPES);
    }
}
