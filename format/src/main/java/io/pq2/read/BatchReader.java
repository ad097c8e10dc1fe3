package io.pq2.read;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.read.iterate.BatchIterator;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a scan in batches, in the order of the file. Used by one thread at a time. Get a reader from
 * {@link ScanBuilder#open()} and close it.
 *
 * <p>A batch ends at the end of its row group and before rows that pruning excludes. The vectors of a batch are valid
 * until the next call of {@link #next}, which overwrites their arrays; copy the values that you keep. Dictionaries of
 * {@link io.pq2.vector.DictionaryVector} are never overwritten.
 */
public final class BatchReader implements Closeable {

    private final BatchIterator batches;
    private final ScanMetrics metrics;

    BatchReader(BatchIterator batches, ScanMetrics metrics) {
        this.batches = batches;
        this.metrics = metrics;
    }

    /**
     * Returns the shape of the rows: one child for each top-level field with a selected column, in the order of {@link
     * ScanBuilder#columns(String...)}, or else of the file.
     */
    public Shape.Struct shape() {
        return batches.plan().shape();
    }

    /** Returns the plan of the scan. */
    public ScanPlan plan() {
        return ScanPlan.of(batches.plan());
    }

    /** Returns the path or URI of the file for messages. */
    public String location() {
        return batches.file();
    }

    /** Returns the counters of the scan, which change while rows are read. */
    public ScanMetrics metrics() {
        return metrics;
    }

    /**
     * Returns what the scan lost so far because the file is damaged; empty with {@link OnCorruption#FAIL}. Complete
     * when {@link #next} has returned null. Unmodifiable, in the order in which the damage was found; later calls of
     * {@link #next} do not change it.
     */
    public List<CorruptionReport> corruption() {
        return batches.losses();
    }

    /**
     * Returns the index in the file of the first row of the last batch; -1 before the first batch. The other rows of
     * the batch are consecutive, unless single rows are filtered; see {@link #rowIndex} and {@link RowFiltering}.
     */
    public long firstRow() {
        return batches.firstRow();
    }

    /**
     * Returns the index in the file of a row of the last batch.
     *
     * @param row the index of the row in the batch
     */
    public long rowIndex(int row) {
        return batches.rowIndex(row);
    }

    /**
     * Reads the next batch. Unless damage is an error ({@link OnCorruption}), batches end before and after lost rows.
     * After an exception no more batches can be read.
     *
     * @return one vector for each child of {@link #shape}, with the same number of slots; null if there are no more
     *     rows
     * @throws CorruptFileException if the file violates the format, and {@link OnCorruption} does not skip it
     * @throws UnsupportedFeatureException if the file uses a feature of the format that this version does not support
     * @throws io.pq2.exception.EncryptionException if a column is encrypted, and the caller has no key for it or it is
     *     not authentic
     * @throws io.pq2.exception.InternalErrorException if this library has a defect
     * @throws IllegalStateException if the reader is closed or an earlier call failed
     * @throws IOException if reading fails
     */
    public @Nullable Batch next() throws IOException {
        return batches.next();
    }

    /**
     * Requests the first row groups before the first call of {@link #next}, as far as the memory for this allows
     * ({@link ReadOptions#prefetchBytes}). Waits for nothing if the file's source reads in other threads.
     *
     * @throws IOException if a request fails at once
     */
    public void requestAhead() throws IOException {
        batches.requestAhead();
    }

    @Override
    public void close() throws IOException {
        batches.close();
    }
}
