package io.pq2.internal.read.source;

import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.vector.DictionaryValues;
import io.pq2.internal.vector.Gather;
import io.pq2.read.ReadOptions;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.util.List;

/**
 * Passes batches on to code that copies their values, and not ids of dictionaries. Divides batches with many bytes in
 * such values into parts of fewer rows. The budget limits the size of a row, and of the values of all rows.
 */
public final class BatchParts {

    /** How often values are in memory at once: as values, as a page, and as a compressed page. */
    private static final int COPIES = 3;

    private final DecodeBudget budget;
    private final long maxBytes;

    /** Takes parts of batches. */
    @FunctionalInterface
    public interface Consumer {

        /** Takes rows, which are valid during the call. */
        void accept(Batch part) throws IOException;
    }

    /**
     * Creates a division of the batches of a scan.
     *
     * @param options the limits
     * @param stored the number of bytes of the column chunks that are read
     */
    public BatchParts(ReadOptions options, long stored) {
        this(options, stored, options.maxBatchBytes());
    }

    /**
     * Creates a division of batches.
     *
     * @param options the limits
     * @param stored the number of bytes of the column chunks that are read
     * @param maxBytes the most bytes of values that are ids in a part, unless it is one row
     */
    public BatchParts(ReadOptions options, long stored, long maxBytes) {
        this.budget = new DecodeBudget(ReadLimits.of(options), stored);
        this.maxBytes = Math.min(maxBytes, options.maxDecodingBytes() / (COPIES + 1));
    }

    /**
     * Passes the rows of a batch on in their order.
     *
     * @throws io.pq2.exception.LimitExceededException if a row is too large for the memory, or all rows so far for the
     *     bytes that they were read from
     */
    public void pass(Batch batch, Consumer consumer) throws IOException {
        long bytes = DictionaryValues.bytes(batch);
        int rows = batch.rowCount();
        if (bytes > maxBytes && rows > 1) {
            pass(part(batch, 0, rows / 2), consumer);
            pass(part(batch, rows / 2, rows), consumer);
            return;
        }
        budget.decoded(bytes);
        budget.replace(0, COPIES * bytes);
        consumer.accept(batch);
        budget.release(COPIES * bytes);
    }

    private static Batch part(Batch batch, int from, int to) {
        int[] rows = new int[to - from];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = from + i;
        }
        List<Vector> columns = batch.columns().stream()
                .map(column -> Gather.slots(column, rows, rows.length))
                .toList();
        return new Batch(rows.length, columns);
    }
}
