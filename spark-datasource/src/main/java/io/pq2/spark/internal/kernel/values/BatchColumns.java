package io.pq2.spark.internal.kernel.values;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.NullUnmarked;

/** The columns of the current batch, followed by fields of its structs. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class BatchColumns {

    private final List<FieldPath> fields;
    /** By index in {@code fields}: the values in the current batch; null until {@link #column} asks for them. */
    private final ColumnVector[] found;

    private ColumnarBatch batch;
    private int rows;
    private int number;
    private int[] all = {};

    /** @param fields the fields of structs that are columns after those of a batch */
    public BatchColumns(List<FieldPath> fields) {
        this.fields = List.copyOf(fields);
        this.found = new ColumnVector[fields.size()];
    }

    /** Replaces the batch. */
    public void begin(ColumnarBatch next) {
        batch = next;
        rows = next.numRows();
        number++;
        Arrays.fill(found, null);
    }

    /** Returns the number of rows. */
    public int rows() {
        return rows;
    }

    /** Returns the indexes of at least all rows, ascending. The caller must not change them. */
    public int[] allRows() {
        if (all.length < rows) {
            all = IntStream.range(0, rows).toArray();
        }
        return all;
    }

    /** Returns a number that changes with the batch. */
    int number() {
        return number;
    }

    /** @param ordinal the index of a column of the batch, or their number plus the index of a field */
    public ColumnVector column(int ordinal) {
        int field = ordinal - batch.numCols();
        return field < 0 ? batch.column(ordinal) : field(field);
    }

    private ColumnVector field(int index) {
        if (found[index] == null) {
            found[index] = fields.get(index).in(batch);
        }
        return found[index];
    }

    /** Returns a view of a row, which the next call changes. */
    public InternalRow row(int row) {
        return batch.getRow(row);
    }
}
