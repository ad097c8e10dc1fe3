package io.pq2.spark.internal.estimate;

import java.util.List;

/**
 * An estimate of the rows that a scan returns.
 *
 * @param rows the number of rows
 * @param columns the columns of the rows: the data columns, then the partition columns
 */
public record ScanEstimate(double rows, List<ColumnEstimate> columns) {

    /** The bytes that Spark counts for a row in addition to its columns. */
    private static final int ROW_BYTES = 8;

    public ScanEstimate {
        columns = List.copyOf(columns);
    }

    /** Returns the bytes of the rows in memory, as Spark counts them; at least 1, because Spark multiplies sizes. */
    public double bytes() {
        double bytes = rows * ROW_BYTES;
        for (ColumnEstimate column : columns) {
            bytes += column.bytes();
        }
        return Math.max(1, bytes);
    }
}
