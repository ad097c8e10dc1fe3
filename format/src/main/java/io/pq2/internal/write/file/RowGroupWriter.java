package io.pq2.internal.write.file;

import io.pq2.internal.encryption.ChunkEncryptor;
import io.pq2.internal.encryption.FileEncryptor;
import io.pq2.internal.write.chunk.ChunkWriter;
import io.pq2.internal.write.chunk.WrittenChunk;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.internal.write.work.ColumnWork;
import io.pq2.internal.write.work.EncodingWorkers;
import io.pq2.internal.write.work.ParallelColumnWork;
import io.pq2.internal.write.work.SerialColumnWork;
import io.pq2.io.ByteSink;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fills one row group after another with the rows that are not in the file yet. */
public final class RowGroupWriter {

    private final long maxRows;
    private final List<ChunkWriter> columns = new ArrayList<>();
    private final ColumnWork work;
    private final SortOrderCheck order;
    private long rows;
    /** The target size of the row group in the file, in bytes. */
    private long targetBytes;
    /** The mean size of a row of the previous row group, in bytes. */
    private double previousRowBytes;

    /**
     * Starts the first row group.
     *
     * @param row the shape of the batches, which has all columns of the schema
     * @param encryptor absent when the file is not encrypted
     */
    public RowGroupWriter(
            Schema schema,
            Shape.Struct row,
            WriteSettings settings,
            @Nullable FileEncryptor encryptor,
            EncodingWorkers workers) {
        this.maxRows = settings.rowGroups().rows();
        this.targetBytes = settings.rowGroups().bytes();
        this.order = new SortOrderCheck(schema, settings.rowGroups().sortedBy());
        for (Column column : schema.columns()) {
            ChunkEncryptor ofColumn = encryptor == null ? null : encryptor.column(column);
            columns.add(new ChunkWriter(column, settings, ofColumn, workers.ownContext()));
        }
        work = workers.hasHelpers()
                ? new ParallelColumnWork(row, columns, workers)
                : new SerialColumnWork(row, columns);
    }

    /** Sets the target size of the row group in the file, in bytes. */
    public void setTargetBytes(long bytes) {
        targetBytes = bytes;
    }

    /** Returns the target size of the row group in the file, in bytes. */
    public long targetBytes() {
        return targetBytes;
    }

    /** Returns the number of rows of the row group so far. */
    public long rows() {
        return rows;
    }

    /** Estimates the bytes that the row group would have in the file if it ended here. */
    public long bufferedBytes() {
        long bytes = 0;
        for (ChunkWriter column : columns) {
            bytes += column.bufferedBytes();
        }
        return bytes;
    }

    /** Returns an estimate of the memory of the row group, in bytes. */
    public long memoryBytes() {
        long bytes = work.memoryBytes();
        for (ChunkWriter column : columns) {
            bytes += column.memoryBytes();
        }
        return bytes;
    }

    /** Returns the mean size of a row in the file, in bytes; 0 before the first row of the file. */
    public double rowBytes() {
        return rows > 0 ? (double) bufferedBytes() / rows : previousRowBytes;
    }

    /**
     * Whether the row group has its maximum number of rows or its target size. The size of values that are not
     * compressed yet is estimated. If no page tells how well they compress, open pages end early to find out.
     */
    public boolean isFull() {
        if (rows >= maxRows) {
            return true;
        }
        if (bufferedBytes() < targetBytes) {
            return false;
        }
        long unmeasured = 0;
        for (ChunkWriter column : columns) {
            unmeasured += column.unmeasuredBytes();
        }
        if (unmeasured > targetBytes / 16) {
            columns.forEach(ChunkWriter::measure);
        }
        return bufferedBytes() >= targetBytes;
    }

    /** Frees memory: shredding buffers, and dictionaries that are not worth it so far. */
    public void saveMemory() {
        work.releaseMemory();
        columns.forEach(ChunkWriter::decideDictionary);
    }

    /**
     * Appends rows {@code from} to {@code to} (exclusive) of a batch.
     *
     * @param rowNumber the number of row {@code from} in the file, for error messages
     */
    public void append(Batch batch, int from, int to, long rowNumber) {
        work.append(batch, from, to, rowNumber);
        order.check(batch, from, to, rowNumber);
        rows += to - from;
    }

    /** Writes the row group and starts the next one. */
    public WrittenRowGroup flush(ByteSink sink) throws IOException {
        long start = sink.position();
        List<WrittenChunk> chunks = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            chunks.add(work.end(i).write(sink, columns.get(i).codec()));
        }
        // The format also allows bloom filters before the footer, but all filters of the file would stay in memory
        // until then.
        for (int i = 0; i < chunks.size(); i++) {
            chunks.set(i, chunks.get(i).writeBloomFilter(sink));
        }
        WrittenRowGroup written = new WrittenRowGroup(start, rows, chunks, order.metadata());
        previousRowBytes = (double) (sink.position() - start) / rows;
        order.startRowGroup();
        work.releaseMemory();
        rows = 0;
        return written;
    }
}
