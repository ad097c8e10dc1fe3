package io.pq2.internal.write.work;

import io.pq2.internal.write.chunk.ChunkPages;
import io.pq2.internal.write.chunk.ChunkWriter;
import io.pq2.internal.write.shred.Shredder;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.util.List;

/** Encodes the columns one after another on the writing thread. */
public final class SerialColumnWork implements ColumnWork {

    private final List<ChunkWriter> columns;
    private final Shredder shredder;

    public SerialColumnWork(Shape.Struct row, List<ChunkWriter> columns) {
        this.columns = columns;
        shredder = new Shredder(row, leaf -> columns.get(leaf.column().index()));
    }

    @Override
    public void append(Batch batch, int from, int to, long rowNumber) {
        shredder.shred(batch, from, to, rowNumber);
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
        return columns.get(column).endChunk();
    }
}
