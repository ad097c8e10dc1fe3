package io.pq2.write;

import io.pq2.encoding.EncodedBytes;
import io.pq2.io.ByteSink;
import io.pq2.page.PageFramer;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Fills one row group after another: all columns of the rows that are not in the file yet. */
final class RowGroupWriter {

    private final WriteOptions options;
    private final List<ChunkWriter> columns = new ArrayList<>();
    private final Shredder shredder;
    /** Where all columns put their dictionaries in turn. */
    private final EncodedBytes dictionaryBytes = new EncodedBytes(64);

    private final SortCheck order;
    private long rows;

    RowGroupWriter(Schema schema, WriteOptions options, PageFramer framer) {
        this.options = options;
        this.order = new SortCheck(schema, options.sortedBy());
        Scratch scratch = new Scratch();
        for (Column column : schema.columns()) {
            columns.add(new ChunkWriter(column, options, framer, scratch, dictionaryBytes));
        }
        shredder =
                new Shredder(schema.shape(), leaf -> columns.get(leaf.column().index()));
    }

    /** The rows of the row group so far. */
    long rows() {
        return rows;
    }

    /** About how many bytes the row group would have in the file if it ended here. */
    long bufferedBytes() {
        long bytes = 0;
        for (ChunkWriter column : columns) {
            bytes += column.bufferedBytes();
        }
        return bytes;
    }

    /** About how many bytes of memory the row group takes. */
    long memoryBytes() {
        long bytes = 0;
        for (ChunkWriter column : columns) {
            bytes += column.memoryBytes();
        }
        return bytes;
    }

    /**
     * Appends rows {@code from} to {@code to} (exclusive) of a batch.
     *
     * @param rowNumber the number of the first of them in the file, for messages
     */
    void append(Batch batch, int from, int to, long rowNumber) {
        shredder.shred(batch, from, to, rowNumber);
        order.check(batch, from, to, rowNumber);
        rows += to - from;
    }

    /** Writes the row group and starts the next one. */
    WrittenRowGroup flush(ByteSink sink) throws IOException {
        long start = sink.position();
        List<ChunkPages.Written> chunks = new ArrayList<>(columns.size());
        for (ChunkWriter column : columns) {
            chunks.add(column.endChunk().write(sink, options.codec()));
        }
        WrittenRowGroup written = new WrittenRowGroup(start, rows, chunks, order.metaData());
        order.startRowGroup();
        dictionaryBytes.release();
        rows = 0;
        return written;
    }
}
