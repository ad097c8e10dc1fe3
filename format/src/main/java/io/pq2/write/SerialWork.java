package io.pq2.write;

import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.util.List;

/** One column after another. */
final class SerialWork implements ColumnWork {

    private final List<ChunkWriter> columns;
    private final Shredder shredder;

    SerialWork(Shape.Struct row, List<ChunkWriter> columns, Lane lane) {
        this.columns = columns;
        columns.forEach(column -> column.moveTo(lane));
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
