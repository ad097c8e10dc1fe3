package io.pq2.internal.write.work;

import io.pq2.internal.write.chunk.ChunkPages;
import io.pq2.internal.write.chunk.ChunkWriter;
import io.pq2.internal.write.shred.Levels;
import io.pq2.internal.write.shred.Shredder;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the columns on the threads of the {@link EncodingWorkers}. The writing thread shreds a batch alone. The
 * vector and levels of each leaf are kept until a thread encodes the column; they stay valid until the next batch is
 * shredded. Slow columns start first, so that the threads finish at about the same time.
 */
public final class ParallelColumnWork implements ColumnWork {

    /**
     * The number of level entries from which on other threads help. For fewer, waking them takes longer than the work.
     */
    private static final int MIN_ENTRIES = 2048;

    /** Batches after which the columns are sorted by duration again. */
    private static final int APPENDS_BETWEEN_SORTS = 16;

    private final EncodingWorkers workers;
    private final Shredder shredder;
    /** The columns in schema order. */
    private final List<Column> columns = new ArrayList<>();

    private final List<Column> slowestFirst;
    private int appends;

    public ParallelColumnWork(Shape.Struct row, List<ChunkWriter> chunks, EncodingWorkers workers) {
        this.workers = workers;
        for (ChunkWriter chunk : chunks) {
            columns.add(new Column(columns.size(), chunk));
        }
        slowestFirst = new ArrayList<>(columns);
        shredder = new Shredder(row, leaf -> columns.get(leaf.column().index()));
    }

    @Override
    public void append(Batch batch, int from, int to, long rowNumber) {
        try {
            shredder.shred(batch, from, to, rowNumber);
        } finally {
            // If shredding failed, a column before the failed one may have invalid values too. The error names the
            // first column.
            appendEntries();
        }
    }

    private void appendEntries() {
        long entries = 0;
        for (Column column : columns) {
            entries += column.entries();
        }
        if (entries < MIN_ENTRIES) {
            columns.forEach(column -> column.run(workers.ownContext()));
            return;
        }
        workers.run(slowestFirst);
        appends++;
        if (appends % APPENDS_BETWEEN_SORTS == 0) {
            slowestFirst.sort(Comparator.comparingLong(column -> -column.nanos));
            columns.forEach(column -> column.nanos = 0);
        }
    }

    @Override
    public long memoryBytes() {
        return shredder.memoryBytes();
    }

    @Override
    public void releaseMemory() {
        shredder.releaseMemory();
    }

    @Override
    public ChunkPages end(int column) {
        if (column == 0) {
            workers.run(slowestFirst.stream().map(EndTask::new).toList());
        }
        return columns.get(column).takeEnded();
    }

    /** A column with the leaf that waits to be encoded. */
    private static final class Column implements Shredder.LeafSink, ColumnTask {

        private final int index;
        private final ChunkWriter chunk;

        /** The leaf that waits; absent when there is none. */
        private @Nullable PendingLeaf pending;

        /** The pages of the chunk that ended; absent until then and after they were taken. */
        private @Nullable ChunkPages ended;

        /** The duration of the tasks since the columns were sorted, in nanoseconds. */
        private long nanos;

        Column(int index, ChunkWriter chunk) {
            this.index = index;
            this.chunk = chunk;
        }

        @Override
        public int column() {
            return index;
        }

        @Override
        public void accept(Vector vector, Levels levels, long @Nullable [] validity, long firstRow) {
            pending = new PendingLeaf(vector, levels, validity, firstRow);
        }

        int entries() {
            return pending == null ? 0 : pending.levels().count;
        }

        @Override
        public void run(WorkerContext context) {
            PendingLeaf leaf = pending;
            if (leaf != null) {
                long start = System.nanoTime();
                pending = null;
                chunk.use(context);
                chunk.accept(leaf.vector(), leaf.levels(), leaf.validity(), leaf.firstRow());
                nanos += System.nanoTime() - start;
            }
        }

        void end(WorkerContext context) {
            chunk.use(context);
            ended = chunk.endChunk();
        }

        ChunkPages takeEnded() {
            ChunkPages pages = Objects.requireNonNull(ended);
            ended = null;
            return pages;
        }
    }

    /** The arguments of {@link Shredder.LeafSink#accept}. */
    private record PendingLeaf(Vector vector, Levels levels, long @Nullable [] validity, long firstRow) {}

    /** The task that ends the chunk of a column. */
    private record EndTask(Column target) implements ColumnTask {
        @Override
        public int column() {
            return target.column();
        }

        @Override
        public void run(WorkerContext context) {
            target.end(context);
        }
    }
}
