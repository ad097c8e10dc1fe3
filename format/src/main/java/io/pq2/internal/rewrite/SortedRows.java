package io.pq2.internal.rewrite;

import io.pq2.internal.vector.Concatenation;
import io.pq2.internal.vector.Gather;
import io.pq2.internal.vector.VectorCopy;
import io.pq2.internal.write.file.OutputFileWriter;
import io.pq2.internal.write.file.SortKey;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import io.pq2.write.SortedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Sorts rows in memory and writes them. Rows that compare as equal keep their order. */
public final class SortedRows {

    /** The rows of batches that are passed to the writer. */
    private static final int BATCH_ROWS = 4096;

    private final List<SortKey> keys;
    private final long maxBytes;
    private final OutputFileWriter writer;
    private final List<Batch> batches = new ArrayList<>();
    private long bytes;

    /**
     * Creates a sort.
     *
     * @param order the most significant column first
     * @param maxBytes the size of the rows that are sorted together, in bytes
     * @throws io.pq2.exception.InvalidDataException if a column of the order does not exist, is repeated or has no
     *     order
     */
    public SortedRows(Schema schema, List<SortedBy> order, long maxBytes, OutputFileWriter writer) {
        this.keys = order.stream().map(by -> new SortKey(schema, by)).toList();
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
        Batch all = Concatenation.of(batches);
        batches.clear();
        bytes = 0;
        int[] rows = sorted(all);
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

    /** Returns the indexes of the rows in their new order, by a merge sort from short runs to longer ones. */
    private int[] sorted(Batch batch) {
        Vector[][] paths = keys.stream().map(key -> key.path(batch)).toArray(Vector[][]::new);
        int count = batch.rowCount();
        int[] rows = new int[count];
        for (int i = 0; i < count; i++) {
            rows[i] = i;
        }
        int[] merged = new int[count];
        for (long run = 1; run < count; run *= 2) {
            for (long from = 0; from < count; from += 2 * run) {
                int middle = (int) Math.min(count, from + run);
                int end = (int) Math.min(count, from + 2 * run);
                merge(paths, rows, merged, (int) from, middle, end);
            }
            int[] swapped = rows;
            rows = merged;
            merged = swapped;
        }
        return rows;
    }

    private void merge(Vector[][] paths, int[] from, int[] to, int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean takeLeft = right >= end || (left < middle && compare(paths, from[left], from[right]) <= 0);
            to[i] = takeLeft ? from[left++] : from[right++];
        }
    }

    private int compare(Vector[][] paths, int a, int b) {
        for (int i = 0; i < paths.length; i++) {
            int order = keys.get(i).compare(paths[i], a, paths[i], b);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
