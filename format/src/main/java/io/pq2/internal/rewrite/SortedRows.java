package io.pq2.internal.rewrite;

import io.pq2.internal.vector.Concatenation;
import io.pq2.internal.vector.Gather;
import io.pq2.internal.vector.VectorCopy;
import io.pq2.internal.write.file.OutputFileWriter;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Sorts rows in memory and writes them. Rows that compare as equal keep their order. */
public final class SortedRows {

    /** The rows of batches that are passed to the writer. */
    private static final int BATCH_ROWS = 4096;

    private final RowOrder order;
    private final long maxBytes;
    private final OutputFileWriter writer;
    private final List<Batch> batches = new ArrayList<>();
    private long bytes;

    /**
     * Creates a sort.
     *
     * @param maxBytes the size of the rows that are sorted together, in bytes
     */
    public SortedRows(RowOrder order, long maxBytes, OutputFileWriter writer) {
        this.order = order;
        this.maxBytes = maxBytes;
        this.writer = writer;
    }

    /** Adds rows. The batch may be reused after the call. */
    public void add(Batch batch) throws IOException {
        // A copy without dictionaries, which would be copied for each batch.
        Batch copy = Concatenation.of(List.of(batch));
        bytes += VectorCopy.bytes(copy);
        batches.add(copy);
        if (bytes >= maxBytes) {
            flush();
        }
    }

    /** Writes the rows that were added, and ends the row group. */
    public void flush() throws IOException {
        if (batches.isEmpty()) {
            return;
        }
        Batch all = batches.size() == 1 ? batches.get(0) : Concatenation.of(batches);
        batches.clear();
        bytes = 0;
        int[] rows = order.rows(all);
        int[] slots = new int[BATCH_ROWS];
        for (int from = 0; from < rows.length; from += BATCH_ROWS) {
            int count = Math.min(BATCH_ROWS, rows.length - from);
            System.arraycopy(rows, from, slots, 0, count);
            List<Vector> columns = new ArrayList<>();
            for (Vector column : all.columns()) {
                columns.add(Gather.slots(column, slots, count));
            }
            writer.write(new Batch(count, columns));
        }
        writer.endRowGroup();
    }
}
