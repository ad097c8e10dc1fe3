package io.pq2.spark.internal.kernel.groups;

import java.util.stream.IntStream;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * The aggregates of a row group, as a batch in place of its rows. The batch has two rows, which the file need not have:
 * one with the min and one with the max of each column, or null if the column has no value. Columns that the file lacks
 * and partition columns have their constant in both. Valid until the next batch.
 */
public final class FooterBatch extends ColumnarBatch {

    private final long rowCount;
    private final long[] counts;

    /**
     * Creates a batch.
     *
     * @param minMax the two rows
     * @param rowCount the number of rows of the row group, at least one
     * @param counts the number of values of each data column that are not null; -1 for columns that the file lacks, or
     *     that are not counted
     */
    public FooterBatch(ColumnarBatch minMax, long rowCount, long[] counts) {
        super(
                IntStream.range(0, minMax.numCols()).mapToObj(minMax::column).toArray(ColumnVector[]::new),
                minMax.numRows());
        this.rowCount = rowCount;
        this.counts = counts.clone();
    }

    /** Returns the number of rows of the row group. */
    public long rowCount() {
        return rowCount;
    }

    /** Returns the number of rows in which a column is not null. The footer states it, or the column is constant. */
    public long count(int column) {
        if (column < counts.length && counts[column] >= 0) {
            return counts[column];
        }
        return column(column).isNullAt(0) ? 0 : rowCount;
    }
}
