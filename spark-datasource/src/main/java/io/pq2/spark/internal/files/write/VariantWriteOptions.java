package io.pq2.spark.internal.files.write;

import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.spark.internal.schema.SparkSchemas;
import io.pq2.write.WriteOptions;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Adds the shredding of variants to the options of the files of a write. */
final class VariantWriteOptions {

    private VariantWriteOptions() {}

    /**
     * Adds the shredding to the options of the files, unless a key of pq2 sets it. Variants without annotation are
     * named by their paths.
     */
    static void apply(SparkWriteSettings settings, Configuration conf, WriteOptions.Builder options) {
        if (conf.get(HadoopWriteOptions.VARIANT_SHREDDING) == null) {
            options.variantShredding(settings.shredding().options());
        }
        if (!settings.parquetSchema().annotateVariant()) {
            WriteOptions general = options.build();
            List<Field> annotated = SparkSchemas.toParquet(
                            settings.schema(), settings.parquetSchema().withAnnotatedVariants(), settings.types())
                    .fields();
            nameVariants(annotated, "", general, options);
        }
    }

    private static void nameVariants(
            List<Field> fields, String prefix, WriteOptions general, WriteOptions.Builder options) {
        for (Field field : fields) {
            String path = prefix + field.name();
            if (field.logicalType() instanceof LogicalType.VariantType) {
                options.variantShredding(path, general.variantShredding(path));
            } else if (field instanceof GroupField group) {
                nameVariants(group.fields(), path + ".", general, options);
            }
        }
    }
}
