package io.pq2.internal.write.file;

import io.pq2.internal.encryption.FileEncryptor;
import io.pq2.internal.write.chunk.ChunkPages;
import io.pq2.internal.write.chunk.ChunkWriter;
import io.pq2.internal.write.work.ColumnWork;
import io.pq2.internal.write.work.EncodingWorkers;
import io.pq2.internal.write.work.ParallelColumnWork;
import io.pq2.internal.write.work.SerialColumnWork;
import io.pq2.io.ByteSink;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Fills one row group after another: all columns of the rows that are not in the file yet. */
public final class RowGroupWriter {

    private final WriteOptions options;
    private final List<ChunkWriter> columns = new ArrayList<>();
    private final ColumnWork work;
    private final SortOrderCheck order;
    private long rows;
    /** The size that the row group is to have. */
    private long wantedBytes;
    /** What a row of the row group before took. */
    private double rowBytesBefore;

    /** @param encryptor null if the file is not encrypted */
    public RowGroupWriter(Schema schema, WriteOptions options, FileEncryptor encryptor, EncodingWorkers workers) {
        this.options = options;
        this.wantedBytes = options.rowGroupBytes();
        this.order = new SortOrderCheck(schema, options.sortedBy());
        for (Column column : schema.columns()) {
            columns.add(new ChunkWriter(column, options, encryptor == null ? null : encryptor.column(column)));
        }
        work = workers.hasHelpers()
                ? new ParallelColumnWork(schema.shape(), columns, workers)
                : new SerialColumnWork(schema.shape(), columns, workers.ownContext());
    }

    /** Says how many bytes the row group is to have. */
    public void want(long bytes) {
        wantedBytes = bytes;
    }

    /** How many bytes the row group is to have. */
    public long wantedBytes() {
        return wantedBytes;
    }

    /** The rows of the row group so far. */
    public long rows() {
        return rows;
    }

    /** About how many bytes the row group would have in the file if it ended here. */
    public long bufferedBytes() {
        long bytes = 0;
        for (ChunkWriter column : columns) {
            bytes += column.bufferedBytes();
        }
        return bytes;
    }

    /** About how many bytes of memory the row group takes. */
    public long memoryBytes() {
        long bytes = work.memoryBytes();
        for (ChunkWriter column : columns) {
            bytes += column.memoryBytes();
        }
        return bytes;
    }

    /** About how many bytes a row takes in the file, 0 before the first. */
    public double rowBytes() {
        return rows > 0 ? (double) bufferedBytes() / rows : rowBytesBefore;
    }

    /**
     * Whether the row group is as large as it should be. Of what is not compressed yet that is guessed; where there is nothing to
     * go by, pages end early once.
     */
    public boolean isFull() {
        if (rows >= options.rowGroupRows()) {
            return true;
        }
        if (bufferedBytes() < wantedBytes) {
            return false;
        }
        long unmeasured = 0;
        for (ChunkWriter column : columns) {
            unmeasured += column.unmeasuredBytes();
        }
        if (unmeasured > wantedBytes / 16) {
            columns.forEach(ChunkWriter::measure);
        }
        return bufferedBytes() >= wantedBytes;
    }

    /** Takes less memory, where that costs no more than a dictionary that has not paid so far. */
    public void saveMemory() {
        work.releaseMemory();
        columns.forEach(ChunkWriter::decideDictionary);
    }

    /**
     * Appends rows {@code from} to {@code to} (exclusive) of a batch.
     *
     * @param rowNumber the number of the first of them in the file, for messages
     */
    public void append(Batch batch, int from, int to, long rowNumber) {
        work.append(batch, from, to, rowNumber);
        order.check(batch, from, to, rowNumber);
        rows += to - from;
    }

    /** Writes the row group and starts the next one. */
    public WrittenRowGroup flush(ByteSink sink) throws IOException {
        long start = sink.position();
        List<ChunkPages.Written> chunks = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            chunks.add(work.end(i).write(sink, columns.get(i).codec()));
        }
        // Here rather than before the footer, which the format allows as well: then all filters of the file would be
        // kept till then.
        for (int i = 0; i < chunks.size(); i++) {
            chunks.set(i, chunks.get(i).writeBloomFilter(sink));
        }
        WrittenRowGroup written = new WrittenRowGroup(start, rows, chunks, order.metadata());
        rowBytesBefore = (double) (sink.position() - start) / rows;
        order.startRowGroup();
        work.releaseMemory();
        rows = 0;
        return written;
    }
}
