package io.pq2.spark.internal.kernel.explode;

import io.pq2.spark.internal.kernel.conditions.RowSelector;
import io.pq2.spark.internal.vectors.SelectedColumnVector;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.NullUnmarked;

/**
 * Returns each batch several times, once for each projection. A returned batch has the columns that are the same in all
 * projections, and then the columns of one projection. Its rows keep their order. Not thread-safe.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class ExpandedBatches implements Iterator<ColumnarBatch> {

    private final Iterator<ColumnarBatch> batches;
    private final RowSelector selector;
    private final int[] kept;
    private final List<List<ExpandedColumn>> projections;

    private ColumnarBatch batch;
    /** The columns of {@link #batch} with its selected rows; null before they are used. */
    private final ColumnVector[] columns;
    /** The number of selected rows. */
    private int rows;
    /** The projection that comes next. */
    private int next;

    /**
     * Creates the batches of a task.
     *
     * @param batches batches that are valid until the next one
     * @param selector the rows that are returned
     * @param kept the indexes of the columns of {@code selector} that are the same in all projections
     * @param projections the columns of each projection
     */
    public ExpandedBatches(
            Iterator<ColumnarBatch> batches, RowSelector selector, int[] kept, List<List<ExpandedColumn>> projections) {
        this.batches = batches;
        this.selector = selector;
        this.kept = kept.clone();
        this.projections = List.copyOf(projections);
        IntStream ofProjections = projections.stream()
                .flatMap(List::stream)
                .mapToInt(column -> column instanceof ExpandedColumn.OfBatch of ? of.ordinal() : -1);
        int last = IntStream.concat(IntStream.of(kept), ofProjections).max().orElse(-1);
        this.columns = new ColumnVector[last + 1];
    }

    @Override
    public boolean hasNext() {
        while (rows == 0 || next == projections.size()) {
            if (!batches.hasNext()) {
                return false;
            }
            batch = batches.next();
            Arrays.fill(columns, null);
            rows = selector.select(batch);
            next = 0;
        }
        return true;
    }

    @Override
    public ColumnarBatch next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        List<ExpandedColumn> projection = projections.get(next++);
        ColumnVector[] result = new ColumnVector[kept.length + projection.size()];
        for (int i = 0; i < kept.length; i++) {
            result[i] = selected(kept[i]);
        }
        for (int i = 0; i < projection.size(); i++) {
            // The baseline, Java 17, has no patterns in switches.
            ExpandedColumn column = projection.get(i);
            result[kept.length + i] = column instanceof ExpandedColumn.Constant constant
                    ? constant.show(rows)
                    : selected(((ExpandedColumn.OfBatch) column).ordinal());
        }
        return new ColumnarBatch(result, rows);
    }

    private ColumnVector selected(int ordinal) {
        if (columns[ordinal] == null) {
            ColumnVector column = selector.column(ordinal);
            columns[ordinal] =
                    rows == batch.numRows() ? column : SelectedColumnVector.of(column, selector.rows(), rows);
        }
        return columns[ordinal];
    }
}
