package io.pq2.spark.internal.files.scan;

import io.pq2.read.BatchReader;
import io.pq2.read.ScanPlan;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The batches of one split, which one or several scans of its file return. See {@link BatchReader}. */
interface SplitBatches extends Closeable {

    /** Returns the shape of the rows. */
    Shape.Struct shape();

    /** Returns the next batch, which is valid until the next call; null if there are no more rows. */
    @Nullable
    Batch next() throws IOException;

    /** Returns the index in the file of a row of the last batch. */
    long rowIndex(int row);

    /** Returns the number of bytes of the column chunks that are requested together. */
    long storedBytes();

    /** Requests the first row groups before the first call of {@link #next}. */
    void requestAhead() throws IOException;

    /** Returns the batches of one scan. */
    static SplitBatches of(BatchReader reader) {
        return new SplitBatches() {
            @Override
            public Shape.Struct shape() {
                return reader.shape();
            }

            @Override
            public @Nullable Batch next() throws IOException {
                return reader.next();
            }

            @Override
            public long rowIndex(int row) {
                return reader.rowIndex(row);
            }

            @Override
            public long storedBytes() {
                return bytes(reader);
            }

            @Override
            public void requestAhead() throws IOException {
                reader.requestAhead();
            }

            @Override
            public void close() throws IOException {
                reader.close();
            }
        };
    }

    /** Returns the number of bytes of the column chunks that a scan reads. */
    static long bytes(BatchReader reader) {
        return reader.plan().rowGroups().stream()
                .flatMap(rowGroup -> rowGroup.chunks().stream())
                .mapToLong(ScanPlan.ChunkPlan::length)
                .sum();
    }
}
