package io.pq2.spark.internal.column;

import io.pq2.schema.Shape;
import io.pq2.spark.internal.schema.SparkSchemaOptions.UnknownInVariants;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.execution.datasources.VariantMetadata;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;

/** Chooses the sources of variants and of their fields. An unshredded variant is shown as it is stored. */
final class VariantSources {

    private VariantSources() {}

    /**
     * Whether a type is a struct of extracted variant fields, as created by Spark's rule that pushes variant access
     * into scans.
     */
    static boolean isFieldsOfVariant(DataType type) {
        return VariantMetadata.isVariantStruct(type);
    }

    /**
     * Returns the source of a whole variant.
     *
     * @param unknown how values of types that Spark does not know are returned
     */
    static ColumnSource whole(Shape.Struct group, UnknownInVariants unknown) {
        return whole(StoredVariants.of(group, unknown));
    }

    private static ColumnSource whole(StoredVariants stored) {
        return isUnshredded(stored.group()) && !stored.unknownAsText()
                ? unshredded(stored.group())
                : new WholeVariantSource(stored);
    }

    private static boolean isUnshredded(Shape.Struct group) {
        return group.children().size() == 2 && group.indexOf("value") >= 0 && group.indexOf("metadata") >= 0;
    }

    private static ColumnSource unshredded(Shape.Struct group) {
        int value = group.indexOf("value");
        int metadata = group.indexOf("metadata");
        List<ColumnSource> binaries = List.of(
                StoredVariants.binary(group.children().get(value)),
                StoredVariants.binary(group.children().get(metadata)));
        return new StructSource(DataTypes.VariantType, binaries, new int[] {value, metadata});
    }

    /**
     * Returns the source of extracted fields of a variant, each with its requested type.
     *
     * @param group the columns of the variant that the scan reads
     * @param unknown how values of types that Spark does not know are returned
     */
    static ColumnSource fields(StructType requested, Shape.Struct group, UnknownInVariants unknown) {
        StoredVariants stored = StoredVariants.of(group, unknown);
        List<ColumnSource> sources = new ArrayList<>();
        for (StructField field : requested.fields()) {
            sources.add(field(field, stored));
        }
        return new VariantFieldsSource(stored, sources, requested);
    }

    private static ColumnSource field(StructField field, StoredVariants stored) {
        Shape.Struct group = stored.group();
        ShreddedPath path = ShreddedPath.of(field, group);
        if (path.isComplete() && path.groups().isEmpty() && field.dataType() instanceof VariantType) {
            return whole(stored);
        }
        ExtractedField extracted = new ExtractedField(stored, field);
        Shape.Leaf leaf = path.leaf();
        LeafAppender appender =
                leaf == null ? null : LeafAppenders.of(leaf.column().field(), field.dataType());
        return appender == null ? extracted : LeafField.of(path, group, appender, extracted);
    }
}
