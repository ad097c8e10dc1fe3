package io.pq2.bench.decode;

import io.pq2.internal.compression.Codecs;
import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.PageBuffer;
import io.pq2.internal.page.PageReader;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.io.LocalInputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The lower bound for any reader: opens the file, iterates over the pages, and decompresses each page, or copies it if
 * it is not compressed. Decodes nothing. Not thread-safe.
 */
public final class Floor {

    private byte[] copy = new byte[0];
    private byte[] read = new byte[0];

    /** Performs one pass. Returns the number of values in the pages. */
    long pass(DecodeCase decodeCase) throws IOException {
        byte[] bytes = decodeCase.file().bytes();
        long values = 0;
        try (ParquetFile file = ParquetFile.open(decodeCase.file().input())) {
            String[] columns = decodeCase.columns().toArray(new String[0]);
            PageBuffer buffer = new PageBuffer(DecodeBudget.ofHeap(bytes.length));
            for (RowGroupPlan rowGroup : file.scan().columns(columns).plan().rowGroups()) {
                for (ChunkPlan chunk : rowGroup.chunks()) {
                    values += pass(chunk, rowGroup.ordinal(), bytes, (int) chunk.offset(), buffer);
                }
            }
        }
        return values;
    }

    /** Reads the chunks of some columns of a local file, and passes over their pages. Returns the number of values. */
    public long pass(Path path, List<String> columns) throws IOException {
        long values = 0;
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path));
                FileChannel channel = FileChannel.open(path)) {
            PageBuffer buffer = new PageBuffer(DecodeBudget.ofHeap(Files.size(path)));
            String[] names = columns.toArray(new String[0]);
            for (RowGroupPlan rowGroup : file.scan().columns(names).plan().rowGroups()) {
                for (ChunkPlan chunk : rowGroup.chunks()) {
                    read(channel, chunk);
                    values += pass(chunk, rowGroup.ordinal(), read, 0, buffer);
                }
            }
        }
        return values;
    }

    private void read(FileChannel channel, ChunkPlan chunk) throws IOException {
        int length = Math.toIntExact(chunk.length());
        read = read.length < length ? new byte[length] : read;
        ByteBuffer target = ByteBuffer.wrap(read, 0, length);
        while (target.hasRemaining()) {
            if (channel.read(target, chunk.offset() + target.position()) < 0) {
                throw new EOFException("The file ends within a column chunk at offset " + chunk.offset());
            }
        }
    }

    /** @param start where {@code bytes} has the chunk */
    private long pass(ChunkPlan chunk, int rowGroup, byte[] bytes, int start, PageBuffer buffer) {
        int length = Math.toIntExact(chunk.length());
        CompressionCodec codec = chunk.metadata().codec();
        try (Decompressor decompressor = Codecs.decompressor(codec)) {
            ColumnChunkBytes chunkBytes = new ColumnChunkBytes(
                    chunk.column(),
                    chunk.metadata(),
                    WriterVersion.UNKNOWN,
                    null,
                    rowGroup,
                    chunk.offset(),
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
