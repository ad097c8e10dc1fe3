package io.pq2.spark.internal.scan;

import java.io.Serializable;
import org.apache.spark.sql.sources.Filter;
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

    /** The columns of the scan's rows: the data columns, then the partition columns. */
    public StructType rowColumns() {
        StructType columns = dataColumns;
        for (var partitionColumn : partitionColumns.fields()) {
            columns = columns.add(partitionColumn);
        }
        return columns;
    }
}
