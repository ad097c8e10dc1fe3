package io.pq2.record;

import io.pq2.read.BatchReader;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.io.Closeable;
import java.io.IOException;

/**
 * The rows of a scan, one after another: a view of the batches of a {@link BatchReader}, which it closes.
 *
 * <pre>{@code
 * try (ParquetFile file = ParquetFile.open(input);
 *         RowReader rows = new RowReader(file.scan().open())) {
 *     while (rows.next()) {
 *         use(rows.row().getLong("id"));
 *     }
 * }
 * }</pre>
 */
public final class RowReader implements Closeable {

    private final BatchReader batches;
    private Row row;
    private int rowCount;
    private int index;

    /** @param batches what to read; nobody else may ask it for batches */
    public RowReader(BatchReader batches) {
        this.batches = batches;
    }

    /** What the fields of the rows are. */
    public Shape.Struct shape() {
        return batches.shape();
    }

    /**
     * Goes to the next row.
     *
     * @return false if there is none
     * @throws IOException see {@link BatchReader#next}, whose other exceptions may come too
     */
    public boolean next() throws IOException {
        index++;
        if (index >= rowCount) {
            Batch batch = batches.next();
            if (batch == null) {
                row = null;
                rowCount = 0;
                return false;
            }
            row = new Row(batches.shape(), batch.columns(), 0);
            rowCount = batch.rowCount();
            index = 0;
        }
        row.moveTo(index);
        return true;
    }

    /**
     * The row that {@link #next} went to, valid until it is called again.
     *
     * @throws IllegalStateException if there is none
     */
    public Row row() {
        if (row == null) {
            throw new IllegalStateException("not at a row");
        }
        return row;
    }

    /** The index in the file of the row that {@link #next} went to. */
    public long rowIndex() {
        return batches.rowIndex(index);
    }

    @Override
    public void close() throws IOException {
        batches.close();
    }
}
