package io.pq2.record;

import io.pq2.exception.FileLocation;
import io.pq2.read.BatchReader;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the rows of a scan. It reads a {@link BatchReader} and closes it.
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
    private @Nullable Row row;
    private int rowCount;
    private int index;

    /** @param batches the batches to read; the caller must not read from it any more */
    public RowReader(BatchReader batches) {
        this.batches = batches;
    }

    /** Returns the fields of the rows. */
    public Shape.Struct shape() {
        return batches.shape();
    }

    /**
     * Advances to the next row.
     *
     * @return whether there is a next row
     * @throws IOException if reading fails, see {@link BatchReader#next}, which also has the unchecked exceptions
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
            row = new Row(batches.shape(), batch.columns(), 0, FileLocation.file(batches.location()));
            rowCount = batch.rowCount();
            index = 0;
        }
        row().moveTo(index);
        return true;
    }

    /**
     * Returns the current row. It is valid until the next call of {@link #next}.
     *
     * @throws IllegalStateException if there is no current row
     */
    public Row row() {
        if (row == null) {
            throw new IllegalStateException("there is no current row");
        }
        return row;
    }

    /** Returns the index of the current row in the file. */
    public long rowIndex() {
        return batches.rowIndex(index);
    }

    @Override
    public void close() throws IOException {
        batches.close();
    }
}
