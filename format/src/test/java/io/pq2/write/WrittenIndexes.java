package io.pq2.write;

import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.PageIndexReader;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.OffsetIndex;

/** Reads the page indexes of written files. */
final class WrittenIndexes {

    private WrittenIndexes() {}

    static OffsetIndex offsetIndex(byte[] file, ColumnChunk chunk) {
        int offset = Math.toIntExact(chunk.offsetIndexOffset());
        return PageIndexReader.readOffsetIndex(new CompactReader(file, offset, offset + chunk.offsetIndexLength()));
    }

    static ColumnIndex columnIndex(byte[] file, ColumnChunk chunk) {
        int offset = Math.toIntExact(chunk.columnIndexOffset());
        return PageIndexReader.readColumnIndex(new CompactReader(file, offset, offset + chunk.columnIndexLength()));
    }
}
