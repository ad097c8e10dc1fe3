package io.pq2.bench.write;

import io.pq2.internal.compression.Codecs;
import io.pq2.internal.compression.Compressor;
import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.PageHeaderReader;
import io.pq2.io.ByteSink;
import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.RowGroup;
import io.pq2.read.ParquetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The lower bound for any writer of the same pages: compresses the uncompressed pages of a pq2 file, which are in
 * memory, and writes them. A writer with other encodings has other pages to compress.
 */
final class CompressionFloor implements WriteEngine {

    static final String NAME = "floor";

    private final List<byte[]> pages = new ArrayList<>();

    /** Loads the pages of a file. All are version 1 data pages, which are compressed as a whole. */
    void load(Path path) throws IOException {
        pages.clear();
        byte[] bytes = Files.readAllBytes(path);
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path))) {
            for (RowGroup rowGroup : file.metadata().rowGroups()) {
                for (ColumnChunk chunk : rowGroup.columns()) {
                    load(Objects.requireNonNull(chunk.metadata()), bytes);
                }
            }
        }
    }

    private void load(ColumnMetaData chunk, byte[] bytes) {
        long start = chunk.dictionaryPageOffset() == null ? chunk.dataPageOffset() : chunk.dictionaryPageOffset();
        int position = Math.toIntExact(start);
        int end = Math.toIntExact(start + chunk.totalCompressedSize());
        try (Decompressor decompressor = Codecs.decompressor(chunk.codec())) {
            while (position < end) {
                CompactReader reader = new CompactReader(bytes, position, end);
                PageHeader header = PageHeaderReader.read(reader);
                byte[] page = new byte[header.uncompressedPageSize()];
                decompressor.decompress(bytes, reader.position(), header.compressedPageSize(), page, 0, page.length);
                pages.add(page);
                position = reader.position() + header.compressedPageSize();
            }
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void prepare(StagedTable table) {
        pages.clear();
    }

    @Override
    public void write(PageCompression compression, Path target) throws IOException {
        ByteSink sink = LocalOutputFile.of(target).create();
        try (Compressor compressor =
                Codecs.compressor(CompressionCodec.valueOf(compression.name()), compression.level())) {
            byte[] compressed = new byte[0];
            for (byte[] page : pages) {
                int room = compressor.maxCompressedLength(page.length);
                compressed = compressed.length < room ? new byte[room] : compressed;
                sink.write(compressed, 0, compressor.compress(page, 0, page.length, compressed, 0));
            }
            sink.close();
        } finally {
            sink.abort(); // no effect after close
        }
    }

    @Override
    public boolean inHeap() {
        return false; // The pages are on the heap before the measurement starts.
    }

    @Override
    public void close() {
        pages.clear();
    }
}
