package io.pq2.spark.internal.schema;

import org.apache.spark.sql.execution.datasources.VariantMetadata;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
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
        boolean isChanged = false;
        StructField[] fields = schema.fields().clone();
        for (int i = 0; i < fields.length; i++) {
            StructField field = fields[i];
            DataType type = removedFrom(field.dataType());
            if (type != field.dataType() || field.metadata().contains(VariantMetadata.METADATA_KEY())) {
                fields[i] = new StructField(field.name(), type, field.nullable(), removedFrom(field.metadata()));
                isChanged = true;
            }
        }
        return isChanged ? new StructType(fields) : schema;
    }

    private static Metadata removedFrom(Metadata metadata) {
        return new MetadataBuilder()
                .withMetadata(metadata)
                .remove(VariantMetadata.METADATA_KEY())
                .build();
    }

    private static DataType removedFrom(DataType type) {
        if (type instanceof StructType struct) {
            return removedFrom(struct);
        }
        if (type instanceof ArrayType array) {
            DataType element = removedFrom(array.elementType());
            return element == array.elementType() ? array : new ArrayType(element, array.containsNull());
        }
        if (type instanceof MapType map) {
            DataType key = removedFrom(map.keyType());
            DataType value = removedFrom(map.valueType());
            return key == map.keyType() && value == map.valueType()
                    ? map
                    : new MapType(key, value, map.valueContainsNull());
        }
        return type;
    }
}
