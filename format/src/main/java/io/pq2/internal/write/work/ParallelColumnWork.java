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

/**
 * Columns at the same time, by the threads of a {@link EncodingWorkers}. The writing thread shreds alone, and the entries of each leaf wait
 * for its column's task; they stay as they are until the next rows are shredded. Columns that took long begin first, so that
 * in the end nobody waits long for the last one.
 */
public final class ParallelColumnWork implements ColumnWork {

    /** Entries below which calling somebody takes longer than doing the work. */
    private static final int FEW_ENTRIES = 2048;

    /** How often rows are appended before columns are put in order anew. */
    private static final int APPENDS_BETWEEN_SORTS = 16;

    private final EncodingWorkers workers;
    private final Shredder shredder;
    /** In the order of the schema. */
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
            // Where shredding failed, a column before may fail too, and is the one to be named then.
            appendEntries();
        }
    }

    private void appendEntries() {
        long entries = 0;
        for (Column column : columns) {
            entries += column.entries();
        }
        if (entries < FEW_ENTRIES) {
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
            workers.run(slowestFirst.stream().map(Ending::new).toList());
        }
        return columns.get(column).takeEnded();
    }

    /** A column, and what waits for its task. */
    private static final class Column implements Shredder.LeafSink, ColumnTask {

        private final int index;
        private final ChunkWriter chunk;

        /** Null if nothing waits. */
        private Vector vector;

        private Levels levels;
        private long[] validity;
        private long firstRow;

        /** The chunk that ended, until it is taken. */
        private ChunkPages ended;

        /** How long the last tasks took. */
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
        public void accept(Vector leaf, Levels leafLevels, long[] leafValidity, long row) {
            vector = leaf;
            levels = leafLevels;
            validity = leafValidity;
            firstRow = row;
        }

        int entries() {
            return vector == null ? 0 : levels.count;
        }

        @Override
        public void run(WorkerContext context) {
            Vector leaf = vector;
            if (leaf != null) {
                long start = System.nanoTime();
                vector = null;
                chunk.moveTo(context);
                chunk.accept(leaf, levels, validity, firstRow);
                nanos += System.nanoTime() - start;
            }
        }

        void end(WorkerContext context) {
            chunk.moveTo(context);
            ended = chunk.endChunk();
        }

        ChunkPages takeEnded() {
            ChunkPages chunkPages = ended;
            ended = null;
            return chunkPages;
        }
    }

    /** The task of a column whose chunk ends. */
    private record Ending(Column of) implements ColumnTask {
        @Override
        public int column() {
            return of.column();
        }

        @Override
        public void run(WorkerContext context) {
            of.end(context);
        }
    }
}
