package io.pq2.read;

import io.pq2.io.ByteRange;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.WriterVersion;
import io.pq2.page.ColumnChunkBytes;
import io.pq2.page.ColumnChunkBytes.Rest;
import io.pq2.predicate.Evidence;
import io.pq2.predicate.RowRanges;
import io.pq2.read.ChunkPart.Stretch;
import io.pq2.read.RangeFetch.Slice;
import io.pq2.read.RangeFetch.Wanted;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The column chunks of a row group, or those of their pages that have the wanted rows; perhaps still under way. */
final class RowGroupFetch {

    private final RowGroupPlan rowGroup;
    private final WriterVersion writer;
    private final ChunkPart[] parts;
    /** By chunk: the index among the fetched ranges of the chunk or its first stretch; a part's dictionary is behind them. */
    private final int[] pieces;

    private final RowRanges rows;
    private final RangeFetch fetch;
    private final ScanSources sources;
    private final int stretch;

    /**
     * Requests what the plan of a row group wants, without the pages that page indexes prove not to be needed; these are read at
     * once, and so are offset indexes if not all rows are wanted.
     *
     * @param filter of which rows are wanted, null for all
     * @param explanation null if nobody asks for it
     */
    RowGroupFetch(
            ScanSources sources,
            RowGroupPlan rowGroup,
            PageFilter filter,
            WriterVersion writer,
            ReadOptions options,
            ScanMetrics metrics,
            ScanExplanation explanation)
            throws IOException {
        this.rowGroup = rowGroup;
        this.writer = writer;
        this.sources = sources;
        this.stretch = options.maxChunkBytes();
        List<ChunkPlan> chunks = rowGroup.chunks();
        this.parts = new ChunkPart[chunks.size()];
        this.pieces = new int[chunks.size()];
        RowRanges wantedRows = RowRanges.of(rowGroup.skippedRows(), rowGroup.skippedRows() + rowGroup.rowCount());
        if (!rowGroup.isWhole() || !rowGroup.pageIndexes().isEmpty()) {
            PageIndexFetch indexes = new PageIndexFetch(rowGroup, sources, options, metrics);
            if (!rowGroup.pageIndexes().isEmpty()) {
                wantedRows = wantedRows.and(filter.rows(rowGroup, indexes));
            }
            if (!wantedRows.isEmpty() && wantedRows.count() < rowGroup.rowGroupRows()) {
                findParts(indexes, wantedRows);
            }
        }
        this.rows = wantedRows;
        List<Wanted> wanted = new ArrayList<>(chunks.size());
        for (int i = 0; i < parts.length && !rows.isEmpty(); i++) {
            pieces[i] = wanted.size();
            addWanted(chunks.get(i), parts[i], wanted);
        }
        this.fetch = new RangeFetch(sources, wanted, options, metrics);
        if (rows.isEmpty()) {
            metrics.countSkippedRowGroup(Evidence.COLUMN_INDEX, rowGroup.bytes());
            if (explanation != null) {
                explanation.skipped(rowGroup, Evidence.COLUMN_INDEX, filter.condition());
            }
        } else {
            count(wanted, filter != null, metrics, explanation);
        }
    }

    private void findParts(PageIndexFetch indexes, RowRanges wantedRows) throws IOException {
        for (int i = 0; i < parts.length; i++) {
            OffsetIndex index = indexes.offsetIndex(i);
            parts[i] = index == null ? null : ChunkPart.of(rowGroup.chunks().get(i), index, rowGroup, wantedRows);
        }
    }

    private static void addWanted(ChunkPlan chunk, ChunkPart part, List<Wanted> wanted) {
        if (part == null) {
            wanted.add(new Wanted(chunk.sibling(), chunk.range()));
            return;
        }
        for (Stretch pages : part.stretches()) {
            wanted.add(new Wanted(chunk.sibling(), pages.pages()));
        }
        if (part.dictionary() != null) {
            wanted.add(new Wanted(chunk.sibling(), part.dictionary()));
        }
    }

    /** @param filtered whether what is not wanted is not because of the filter */
    private void count(List<Wanted> wanted, boolean filtered, ScanMetrics metrics, ScanExplanation explanation) {
        for (int i = 0; i < parts.length; i++) {
            long requested = rowGroup.chunks().get(i).length();
            long skipped = 0;
            if (parts[i] != null) {
                int end = i + 1 < parts.length ? pieces[i + 1] : wanted.size();
                for (Wanted piece : wanted.subList(pieces[i], end)) {
                    skipped -= piece.range().length();
                }
                skipped += requested;
                requested -= skipped;
            }
            skipped = filtered ? skipped : 0;
            int pages = filtered && parts[i] != null ? parts[i].skippedPages() : 0;
            metrics.countSkippedPages(pages, skipped);
            if (explanation != null) {
                explanation.requested(rowGroup.ordinal(), i, requested, skipped, pages, Evidence.COLUMN_INDEX);
            }
        }
        if (explanation != null && !rowGroup.pageIndexes().isEmpty()) {
            long ruledOut = rowGroup.rowCount() - rows.count();
            explanation.rowsSkipped(rowGroup.ordinal(), ruledOut);
            if (ruledOut == 0) {
                explanation.futile(rowGroup.ordinal(), Evidence.COLUMN_INDEX);
            }
        }
    }

    /** The wanted rows, by their index in the row group. */
    RowRanges rows() {
        return rows;
    }

    RowGroupPlan rowGroup() {
        return rowGroup;
    }

    /** The files that are read, as {@link SiblingPath} gives them, null for the scanned one. */
    Set<String> siblings() {
        return fetch.siblings();
    }

    /**
     * How many stretches of pages there are of a chunk; all rows of a range of {@link #rows} are in one of them.
     *
     * @param index of the chunk
     */
    int stretches(int index) {
        return parts[index] == null ? 1 : parts[index].stretches().size();
    }

    /** The index in the row group of the first row of a stretch. */
    long firstRow(int index, int stretchIndex) {
        return parts[index] == null
                ? 0
                : parts[index].stretches().get(stretchIndex).firstRow();
    }

    /** The index in the row group of the row behind the last one of a stretch. */
    long endRow(int index, int stretchIndex) {
        return parts[index] == null
                ? rowGroup.rowGroupRows()
                : parts[index].stretches().get(stretchIndex).endRow();
    }

    /** The bytes of a stretch, waited for if they are not there yet; with the first one comes the dictionary. */
    ColumnChunkBytes chunk(int index, int stretchIndex, ScanMetrics metrics) throws IOException {
        ChunkPart part = parts[index];
        if (part == null) {
            Rest rest = rest(rowGroup.chunks().get(index), metrics);
            return bytes(index, fetch.get(pieces[index], metrics), false, rest, null);
        }
        ColumnChunkBytes dictionary = part.dictionary() == null || stretchIndex > 0
                ? null
                : bytes(index, fetch.get(pieces[index] + part.stretches().size(), metrics), true, null, null);
        return bytes(index, fetch.get(pieces[index] + stretchIndex, metrics), true, null, dictionary);
    }

    private Rest rest(ChunkPlan chunk, ScanMetrics metrics) {
        long length = chunk.length() - chunk.range().length();
        return length == 0
                ? null
                : new Rest(
                        length,
                        stretch,
                        (offset, count) ->
                                RangeFetch.read(sources.of(chunk.sibling()), new ByteRange(offset, count), metrics));
    }

    private ColumnChunkBytes bytes(int index, Slice slice, boolean part, Rest rest, ColumnChunkBytes dictionary) {
        ChunkPlan chunk = rowGroup.chunks().get(index);
        return new ColumnChunkBytes(
                chunk.column(),
                chunk.metadata(),
                writer,
                slice.file(),
                rowGroup.ordinal(),
                slice.fileOffset(),
                slice.bytes(),
                slice.start(),
                slice.end(),
                part,
                rest,
                dictionary);
    }

    /** Whether nothing is under way any more. */
    boolean isDone() {
        return fetch.isDone();
    }
}
