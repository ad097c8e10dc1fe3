package io.pq2.bench.decode;

import io.pq2.internal.compression.Codecs;
import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.PageBuffer;
import io.pq2.internal.page.PageReader;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.CompressionCodec;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import java.io.IOException;

/**
 * The lower bound for any reader: opens the file, iterates over the case's pages, and decompresses each page, or copies
 * it if it is not compressed. Decodes nothing.
 */
final class Floor {

    private byte[] copy = new byte[0];

    /** Performs one pass. Returns the number of values in the pages. */
    long pass(DecodeCase decodeCase) throws IOException {
        byte[] bytes = decodeCase.file().bytes();
        long values = 0;
        try (ParquetFile file = ParquetFile.open(decodeCase.file().input())) {
            String[] columns = decodeCase.columns().toArray(new String[0]);
            PageBuffer buffer = new PageBuffer(DecodeBudget.ofHeap(bytes.length));
            for (RowGroupPlan rowGroup : file.scan().columns(columns).plan().rowGroups()) {
                for (ChunkPlan chunk : rowGroup.chunks()) {
                    values += pass(chunk, rowGroup.ordinal(), bytes, buffer);
                }
            }
        }
        return values;
    }

    private long pass(ChunkPlan chunk, int rowGroup, byte[] bytes, PageBuffer buffer) {
        int start = (int) chunk.offset();
        int length = Math.toIntExact(chunk.length());
        CompressionCodec codec = chunk.metadata().codec();
        try (Decompressor decompressor = Codecs.decompressor(codec)) {
            ColumnChunkBytes chunkBytes = new ColumnChunkBytes(
                    chunk.column(),
                    chunk.metadata(),
                    WriterVersion.UNKNOWN,
                    null,
                    rowGroup,
                    start,
                    bytes,
                    start,
                    start + length,
                    false,
                    null,
                    null);
            PageReader pages = new PageReader(chunkBytes, decompressor, buffer, false);
            while (pages.next() != null) {
                // An uncompressed page is already where a decoder reads it.
            }
            if (codec == CompressionCodec.UNCOMPRESSED) {
                copy = copy.length < length ? new byte[length] : copy;
                System.arraycopy(bytes, start, copy, 0, length);
            }
            return pages.valuesSeen();
        }
    }
}
