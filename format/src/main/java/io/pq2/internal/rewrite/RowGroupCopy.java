package io.pq2.internal.rewrite;

import io.pq2.exception.FileLocation;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.compression.Codecs;
import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.PageBuffer;
import io.pq2.internal.page.PageCopyMode;
import io.pq2.internal.page.PageWriter;
import io.pq2.internal.page.StoredChunk;
import io.pq2.internal.page.StoredRowGroup;
import io.pq2.internal.read.source.ReadLimits;
import io.pq2.internal.rewrite.InputSources.FileRange;
import io.pq2.internal.statistics.WriterTrust;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.io.ByteSink;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.RowGroup;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.rewrite.RewriteOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Copies row groups, one after another, chunk by chunk. */
public final class RowGroupCopy implements AutoCloseable {

    /** The approximate number of bytes of chunks that are requested together. */
    private static final long REQUESTED_BYTES = 32 << 20;

    private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);

    private final RetainedColumns columns;
    private final MinMaxOrders orders;
    private final RewriteOptions options;
    private final PageWriter pageWriter;
    private final DecodeBudget budget;
    private final PageBuffer buffer;
    private final Map<CompressionCodec, Decompressor> decompressors = new EnumMap<>(CompressionCodec.class);

    /** Creates the codec contexts; {@link #close} frees them. */
    public RowGroupCopy(RetainedColumns columns, MinMaxOrders orders, RewriteOptions options) {
        this.columns = columns;
        this.orders = orders;
        this.options = options;
        this.budget = new DecodeBudget(ReadLimits.of(options.readOptions()), 0);
        this.buffer = new PageBuffer(budget);
        CompressionCodec codec = options.codec() == null ? CompressionCodec.UNCOMPRESSED : options.codec();
        Integer level = options.codec() == null ? null : options.compressionLevel();
        this.pageWriter = new PageWriter(codec, level, options.writeOptions().checksums());
    }

    /**
     * Copies one row group of a file.
     *
     * @throws io.pq2.exception.CorruptFileException if a part of the file that is copied violates the format
     * @throws UnsupportedFeatureException if a chunk must be compressed again and this version cannot decompress it
     * @throws IOException if a file cannot be read or written
     */
    public StoredRowGroup copy(ParquetFile file, InputSources sources, RowGroupPlan plan, ByteSink sink)
            throws IOException {
        RowGroup rowGroup = file.metadata().rowGroups().get(plan.ordinal());
        WriterVersion writer = WriterVersion.parse(file.metadata().createdBy());
        List<ChunkPlan> chunks = plan.chunks();
        chunks.forEach(chunk -> budget.addStored(chunk.length()));
        List<ConsistentPageIndex> indexes = ConsistentPageIndex.read(sources, rowGroup, chunks, writer);
        List<StoredChunk> stored = new ArrayList<>();
        for (int from = 0; from < chunks.size(); ) {
            int to = endOfWindow(chunks, from);
            List<FileRange> beginningRanges = new ArrayList<>();
            for (ChunkPlan chunk : chunks.subList(from, to)) {
                beginningRanges.add(new FileRange(chunk.externalFile(), ChunkCopy.beginning(chunk)));
            }
            List<ByteBuffer> beginnings = sources.read(beginningRanges, 0);
            for (int i = from; i < to; i++) {
                PageChange change = change(chunks.get(i), writer, plan.ordinal());
                CopiedStatistics statistics =
                        CopiedStatistics.of(file, plan.ordinal(), chunks.get(i), indexes.get(i), orders.fits(file, i));
                ChunkCopy copy = new ChunkCopy(
                        sources, chunks.get(i), indexes.get(i), statistics, change, plan.ordinal(), rowGroup.numRows());
                // The list does not keep a buffer longer than its chunk needs it.
                stored.add(copy.write(sink, beginnings.set(i - from, NO_BYTES)));
            }
            from = to;
        }
        for (int i = 0; i < stored.size() && WriterTrust.known(writer).bloomFilters(); i++) {
            stored.set(i, BloomFilterCopy.write(sources, chunks.get(i), stored.get(i), sink));
        }
        return new StoredRowGroup(rowGroup.numRows(), stored, columns.order(rowGroup.sortingColumns()));
    }

    private static int endOfWindow(List<ChunkPlan> chunks, int from) {
        long bytes = 0;
        int to = from;
        while (to < chunks.size() && (to == from || bytes < REQUESTED_BYTES)) {
            bytes += ChunkCopy.beginning(chunks.get(to)).length();
            to++;
        }
        return to;
    }

    private PageChange change(ChunkPlan chunk, WriterVersion writer, int rowGroup) {
        CompressionCodec old = chunk.metadata().codec();
        CompressionCodec codec = options.codec();
        boolean recompress = codec != null && (codec != old || options.compressionLevel() != null);
        PageCopyMode mode = PageChange.copyMode(chunk.column(), chunk.metadata(), writer, recompress);
        Decompressor decompressor = recompress ? decompressor(chunk, rowGroup) : null;
        return new PageChange(
                writer,
                mode,
                recompress && codec != null ? codec : old,
                new PageChange.Tools(decompressor, pageWriter, buffer, options.verifyChecksums()));
    }

    private Decompressor decompressor(ChunkPlan chunk, int rowGroup) {
        CompressionCodec codec = chunk.metadata().codec();
        if (codec == CompressionCodec.UNKNOWN) {
            throw new UnsupportedFeatureException("this version does not know compression codec "
                            + chunk.metadata().unknownCodec()
                            + ", so it can copy the column but not compress it again")
                    .locate(new FileLocation(null, rowGroup, chunk.column().dottedPath(), -1, -1));
        }
        return decompressors.computeIfAbsent(codec, Codecs::decompressor);
    }

    /** Frees the codec contexts. */
    @Override
    public void close() {
        pageWriter.close();
        decompressors.values().forEach(Decompressor::close);
    }
}
