package io.pq2.spark.internal.columns.leaf;

import org.apache.spark.sql.catalyst.util.package$;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;

/**
 * Recognises Spark's hidden struct {@code _metadata}, which describes the file of each row. A table may have a column
 * of that name too.
 */
public final class FileMetadataColumn {

    private FileMetadataColumn() {}

    /** Whether a column is Spark's struct {@code _metadata} rather than a column of the table with that name. */
    public static boolean is(StructField column) {
        return column.name().equals(FileFormat.METADATA_NAME())
                && column.metadata().contains(package$.MODULE$.METADATA_COL_ATTR_KEY());
    }

    /**
     * Marks a column named {@code _metadata}, so that {@link #is} recognises it. Returns columns with other names
     * unchanged.
     *
     * @param column a column that is not one of the table's own
     */
    public static StructField mark(StructField column) {
        if (!column.name().equals(FileFormat.METADATA_NAME()) || is(column)) {
            return column;
        }
        Metadata marked = new MetadataBuilder()
                .withMetadata(column.metadata())
                .putString(package$.MODULE$.METADATA_COL_ATTR_KEY(), column.name())
                .build();
        return new StructField(column.name(), column.dataType(), column.nullable(), marked);
    }
}
