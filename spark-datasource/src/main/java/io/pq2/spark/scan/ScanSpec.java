package io.pq2.spark.scan;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.util.package$;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * What one scan of a table wants from each of its files.
 *
 * @param dataColumns what is read from the files, perhaps with {@code _tmp_metadata_row_index}, which is counted instead
 * @param partitionColumns what is the same for a whole file and is appended to each of its rows
 * @param filters what all rows that matter satisfy: rows that do not may be left out, but need not be
 * @param settings the choices of the session and of the scan's options
 */
public record ScanSpec(StructType dataColumns, StructType partitionColumns, Filter[] filters, ReadSettings settings)
        implements Serializable {

    /** Whether a column is Spark's struct {@code _metadata} and not one of the table's own, which may have that name too. */
    public static boolean isFileMetadata(StructField column) {
        return column.name().equals(FileFormat.METADATA_NAME())
                && column.metadata().contains(package$.MODULE$.METADATA_COL_ATTR_KEY());
    }

    /** A column by the name of {@code _metadata} that is not one of the table's own, so that it is known for what it is. */
    public static StructField asFileMetadata(StructField column) {
        if (!column.name().equals(FileFormat.METADATA_NAME()) || isFileMetadata(column)) {
            return column;
        }
        Metadata marked = new MetadataBuilder()
                .withMetadata(column.metadata())
                .putString(package$.MODULE$.METADATA_COL_ATTR_KEY(), column.name())
                .build();
        return new StructField(column.name(), column.dataType(), column.nullable(), marked);
    }

    /** The columns of the scan's rows: the data columns, then the partition columns. */
    public StructType rowColumns() {
        StructType columns = dataColumns;
        for (var partitionColumn : partitionColumns.fields()) {
            columns = columns.add(partitionColumn);
        }
        return columns;
    }
}
