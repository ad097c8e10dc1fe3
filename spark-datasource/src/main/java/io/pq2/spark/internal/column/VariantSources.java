package io.pq2.spark.internal.column;

import io.pq2.schema.Shape;
import io.pq2.spark.internal.SparkErrors;
import io.pq2.spark.internal.schema.SparkSchemaOptions;
import io.pq2.spark.internal.schema.SparkSchemaOptions.AcceptedTypes;
import io.pq2.spark.internal.schema.SparkSchemaOptions.TimeType;
import io.pq2.spark.internal.schema.SparkSchemas;
import java.util.List;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.execution.datasources.VariantMetadata;
import org.apache.spark.sql.execution.datasources.parquet.SparkShreddingUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.types.variant.VariantSchema;
import org.jspecify.annotations.Nullable;

/** Shows variants. An unshredded variant is shown as it is stored, the others as {@link VariantSource} says. */
final class VariantSources {

    /** Spark's code for variants accepts only the types of its own source. */
    private static final SparkSchemaOptions STORED_TYPES =
            new SparkSchemaOptions(false, true, true, false, true, false, true, AcceptedTypes.STRICT, TimeType.TIME);

    /** Sources of stored fields: names within a variant are case-sensitive, and values keep their stored types. */
    private static final RowSources STORED =
            new RowSources(new FieldMatcher(true, false), DateTimeRules.CORRECTED, false, STORED_TYPES);

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
        return new VariantSource(
                group,
                stored(group),
                DataTypes.VariantType,
                schema -> row -> SparkShreddingUtils.assembleVariant(row, schema));
    }

    /** Returns the source of extracted fields of a variant, each with its requested type. */
    static ColumnSource fields(StructType requested, Shape.Struct group) {
        return new VariantSource(group, stored(group), requested, schema -> {
            var fields = SparkShreddingUtils.getFieldsToExtract(requested, schema);
            return row -> SparkShreddingUtils.assembleVariantStruct(row, schema, fields);
        });
    }

    /** Returns the columns of a variant in Spark's form; absent if Spark has no types for them. */
    private static VariantSource.@Nullable Stored stored(Shape.Struct group) {
        try {
            StructType type = (StructType) SparkSchemas.toSpark(group, STORED_TYPES);
            VariantSchema schema = SparkShreddingUtils.buildVariantSchema(type);
            return new VariantSource.Stored(STORED.source(type, group), schema);
        } catch (Exception e) { // Spark's errors are not declared
            if (e instanceof SparkThrowable) {
                return null;
            }
            throw SparkErrors.raise(e);
        }
    }
}
