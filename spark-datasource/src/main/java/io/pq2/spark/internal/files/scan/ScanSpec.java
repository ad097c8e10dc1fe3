package io.pq2.spark.internal.files.scan;

import io.pq2.spark.internal.columns.leaf.FileMetadataColumn;
import io.pq2.spark.internal.columns.leaf.RowIndexColumn;
import io.pq2.spark.internal.files.keys.RuntimeFilter;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A scan of a table, as it applies to each of its files.
 *
 * @param dataColumns the columns of the table, and columns that describe rows and files, which Spark adds
 * @param partitionColumns the columns that are constant for a file and follow the data columns in each row
 * @param filters the pushed filters. The scan may drop rows that do not satisfy them, but need not
 * @param settings the settings of the session and of the scan's options
 * @param demand which rows the query needs
 * @param runtimeFilters filters that the query has derived while it runs. The scan may drop rows that do not satisfy
 *     them, but need not
 */
public record ScanSpec(
        StructType dataColumns,
        StructType partitionColumns,
        Filter[] filters,
        ReadSettings settings,
        RowDemand demand,
        List<RuntimeFilter> runtimeFilters)
        implements Serializable {

    /** Describes a scan without runtime filters. */
    public ScanSpec(
            StructType dataColumns,
            StructType partitionColumns,
            Filter[] filters,
            ReadSettings settings,
            RowDemand demand) {
        this(dataColumns, partitionColumns, filters, settings, demand, List.of());
    }

    /** Returns the scan with other runtime filters. */
    public ScanSpec withRuntimeFilters(List<RuntimeFilter> others) {
        return others.equals(runtimeFilters)
                ? this
                : new ScanSpec(dataColumns, partitionColumns, filters, settings, demand, others);
    }

    /** Returns the data columns that files may store: all but those that Spark adds. */
    public StructType storedColumns() {
        return new StructType(Arrays.stream(dataColumns.fields())
                .filter(column -> !RowIndexColumn.isMarked(column) && !FileMetadataColumn.is(column))
                .toArray(StructField[]::new));
    }

    /** Returns the columns of the scan's rows: the data columns, then the partition columns. */
    public StructType rowColumns() {
        StructType columns = dataColumns;
        for (var partitionColumn : partitionColumns.fields()) {
            columns = columns.add(partitionColumn);
        }
        return columns;
    }
}
