package io.pq2.spark.internal.schema;

import java.util.Arrays;
import org.apache.spark.sql.execution.datasources.VariantMetadata;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Removes Spark's descriptions of fields that a scan extracts from variants. They are metadata of a scan's columns.
 * With {@code spark.sql.variant.pushVariantIntoScan}, Spark copies them to the columns of a query's result, and thus to
 * the schemas of files that the query writes. A struct whose fields all have one would be read as a variant.
 */
public final class ExtractionMetadata {

    private ExtractionMetadata() {}

    /** Returns a schema without the descriptions, at any depth. */
    public static StructType removedFrom(StructType schema) {
        return new StructChange(struct -> new StructType(Arrays.stream(struct.fields())
                        .map(field -> new StructField(
                                field.name(), field.dataType(), field.nullable(), removedFrom(field.metadata())))
                        .toArray(StructField[]::new)))
                .in(schema);
    }

    private static Metadata removedFrom(Metadata metadata) {
        return new MetadataBuilder()
                .withMetadata(metadata)
                .remove(VariantMetadata.METADATA_KEY())
                .build();
    }
}
