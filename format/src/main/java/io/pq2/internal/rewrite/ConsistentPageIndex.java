package io.pq2.internal.rewrite;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.rewrite.InputSources.Wanted;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.PageIndexReader;
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

/**
 * The page index of a column chunk as far as it agrees with the chunk: an index that contradicts it does not go into
 * another file.
 *
 * @param offsetIndex null if there is none to rely on
 * @param columnIndex null if there is none to rely on; never without the other
 */
record ConsistentPageIndex(OffsetIndex offsetIndex, ColumnIndex columnIndex) {

    /** Indexes of one row group stand close together, usually in two places. */
    private static final int GAP = 64 << 10;

    private static final int MAGIC_LENGTH = 4;

    private interface Decoder<T> {
        T decode(CompactReader in);
    }

    /** The indexes of some chunks of a row group. */
    static List<ConsistentPageIndex> read(InputSources sources, RowGroup rowGroup, List<ChunkPlan> chunks)
            throws IOException {
        List<Wanted> wanted = new ArrayList<>();
        int[] offsets = new int[chunks.size()];
        int[] columns = new int[chunks.size()];
        for (int i = 0; i < offsets.length; i++) {
            ColumnChunk chunk = rowGroup.columns().get(chunks.get(i).column().index());
            String sibling = chunks.get(i).externalFile();
            offsets[i] = add(wanted, sources, sibling, chunk.offsetIndexOffset(), chunk.offsetIndexLength());
            columns[i] = offsets[i] < 0
                    ? -1
                    : add(wanted, sources, sibling, chunk.columnIndexOffset(), chunk.columnIndexLength());
        }
        List<ByteBuffer> bytes = sources.read(wanted, GAP);
        List<ConsistentPageIndex> indexes = new ArrayList<>();
        for (int i = 0; i < offsets.length; i++) {
            OffsetIndex offsetIndex = decode(bytes, offsets[i], PageIndexReader::readOffsetIndex);
            ColumnIndex columnIndex = decode(bytes, columns[i], PageIndexReader::readColumnIndex);
            indexes.add(of(chunks.get(i), rowGroup.numRows(), offsetIndex, columnIndex));
        }
        return indexes;
    }

    private static int add(List<Wanted> wanted, InputSources sources, String sibling, Long offset, Integer length)
            throws IOException {
        if (offset == null || length == null) {
            return -1;
        }
        boolean inside = offset >= MAGIC_LENGTH
                && length > 0
                && length <= Integer.MAX_VALUE - RangeSource.SLACK
                && length <= sources.length(sibling) - offset;
        if (inside) {
            wanted.add(new Wanted(sibling, new ByteRange(offset, length)));
        }
        return inside ? wanted.size() - 1 : -1;
    }

    private static <T> T decode(List<ByteBuffer> bytes, int index, Decoder<T> decoder) {
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
            ChunkPlan chunk, long rows, OffsetIndex offsetIndex, ColumnIndex columnIndex) {
        if (offsetIndex == null || !isSound(offsetIndex.pageLocations(), chunk, rows)) {
            return new ConsistentPageIndex(null, null);
        }
        boolean fits = columnIndex != null
                && isSound(columnIndex, chunk, offsetIndex.pageLocations().size());
        return new ConsistentPageIndex(offsetIndex, fits ? columnIndex : null);
    }

    private static boolean isSound(List<PageLocation> locations, ChunkPlan chunk, long rows) {
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

    private static boolean isSound(ColumnIndex index, ChunkPlan chunk, int pages) {
        return index.nullPages().size() == pages
                && isSound(
                        index.repetitionLevelHistograms(), pages, chunk.column().maxRepetitionLevel())
                && isSound(
                        index.definitionLevelHistograms(), pages, chunk.column().maxDefinitionLevel());
    }

    private static boolean isSound(List<Long> histograms, int pages, int maxLevel) {
        return histograms == null || histograms.isEmpty() || histograms.size() == (long) pages * (maxLevel + 1);
    }
}
