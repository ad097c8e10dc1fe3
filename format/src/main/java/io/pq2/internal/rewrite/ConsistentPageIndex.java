package io.pq2.internal.rewrite;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.rewrite.InputSources.FileRange;
import io.pq2.internal.statistics.WriterTrust;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.PageIndexReader;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageLocation;
import io.pq2.metadata.RowGroup;
import io.pq2.read.ScanPlan.ChunkPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page index of an input chunk, without the parts that contradict the chunk. Only consistent parts are copied.
 *
 * @param offsetIndex absent when the chunk has none, or an inconsistent one
 * @param columnIndex absent when the chunk has none, or an inconsistent one, and always without an offset index
 */
record ConsistentPageIndex(
        @Nullable OffsetIndex offsetIndex, @Nullable ColumnIndex columnIndex) {

    /** The largest gap between indexes that are read with one request, in bytes. Writers put them close together. */
    private static final int MAX_GAP = 64 << 10;

    private static final int MAGIC_LENGTH = 4;

    private interface Decoder<T> {
        T decode(CompactReader in);
    }

    /**
     * Reads the page indexes of chunks of a row group.
     *
     * @param writer the application that wrote them
     * @return one entry for each chunk, in the order of the chunks
     * @throws IOException if a file cannot be read
     */
    static List<ConsistentPageIndex> read(
            InputSources sources, RowGroup rowGroup, List<ChunkPlan> chunks, WriterVersion writer) throws IOException {
        List<FileRange> ranges = new ArrayList<>();
        int[] offsets = new int[chunks.size()];
        int[] columns = new int[chunks.size()];
        for (int i = 0; i < offsets.length; i++) {
            ColumnChunk chunk = rowGroup.columns().get(chunks.get(i).column().index());
            String externalFile = chunks.get(i).externalFile();
            offsets[i] = WriterTrust.pageIndex(chunks.get(i).column(), writer)
                    ? add(ranges, sources, externalFile, chunk.offsetIndexOffset(), chunk.offsetIndexLength())
                    : -1;
            columns[i] = offsets[i] < 0
                    ? -1
                    : add(ranges, sources, externalFile, chunk.columnIndexOffset(), chunk.columnIndexLength());
        }
        List<ByteBuffer> bytes = sources.read(ranges, MAX_GAP);
        List<ConsistentPageIndex> indexes = new ArrayList<>();
        for (int i = 0; i < offsets.length; i++) {
            OffsetIndex offsetIndex = decode(bytes, offsets[i], PageIndexReader::readOffsetIndex);
            ColumnIndex columnIndex = decode(bytes, columns[i], PageIndexReader::readColumnIndex);
            indexes.add(of(chunks.get(i), rowGroup.numRows(), offsetIndex, columnIndex));
        }
        return indexes;
    }

    /** Adds a range that is inside of its file. Returns its position in the list, or -1. */
    private static int add(
            List<FileRange> ranges,
            InputSources sources,
            @Nullable String externalFile,
            @Nullable Long offset,
            @Nullable Integer length)
            throws IOException {
        if (offset == null || length == null) {
            return -1;
        }
        boolean inside = offset >= MAGIC_LENGTH
                && length > 0
                && length <= Integer.MAX_VALUE - RangeSource.SLACK
                && length <= sources.length(externalFile) - offset;
        if (inside) {
            ranges.add(new FileRange(externalFile, new ByteRange(offset, length)));
        }
        return inside ? ranges.size() - 1 : -1;
    }

    private static <T> @Nullable T decode(List<ByteBuffer> bytes, int index, Decoder<T> decoder) {
        if (index < 0) {
            return null;
        }
        ByteBuffer buffer = bytes.get(index);
        int start = buffer.arrayOffset() + buffer.position();
        try {
            return decoder.decode(new CompactReader(buffer.array(), start, start + buffer.remaining()));
        } catch (CorruptFileException e) {
            return null;
        }
    }

    private static ConsistentPageIndex of(
            ChunkPlan chunk, long rows, @Nullable OffsetIndex offsetIndex, @Nullable ColumnIndex columnIndex) {
        if (offsetIndex == null || !isConsistent(offsetIndex.pageLocations(), chunk, rows)) {
            return new ConsistentPageIndex(null, null);
        }
        boolean fits = columnIndex != null
                && isConsistent(columnIndex, chunk, offsetIndex.pageLocations().size());
        return new ConsistentPageIndex(offsetIndex, fits ? columnIndex : null);
    }

    private static boolean isConsistent(List<PageLocation> locations, ChunkPlan chunk, long rows) {
        long offset = chunk.offset();
        long row = -1;
        for (PageLocation location : locations) {
            boolean follows = row < 0 ? location.firstRowIndex() == 0 : location.firstRowIndex() > row;
            if (!follows
                    || location.firstRowIndex() >= rows
                    || location.offset() < offset
                    || location.offset() > chunk.end()
                    || location.compressedPageSize() > chunk.end() - location.offset()) {
                return false;
            }
            offset = location.offset() + location.compressedPageSize();
            row = location.firstRowIndex();
        }
        return !locations.isEmpty();
    }

    private static boolean isConsistent(ColumnIndex index, ChunkPlan chunk, int pages) {
        return index.nullPages().size() == pages
                && isConsistent(
                        index.repetitionLevelHistograms(), pages, chunk.column().maxRepetitionLevel())
                && isConsistent(
                        index.definitionLevelHistograms(), pages, chunk.column().maxDefinitionLevel());
    }

    private static boolean isConsistent(@Nullable List<Long> histograms, int pages, int maxLevel) {
        return histograms == null || histograms.isEmpty() || histograms.size() == (long) pages * (maxLevel + 1);
    }
}
