package io.pq2.internal.read.fetch;

import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.ColumnChunkBytes.Rest;
import io.pq2.internal.read.plan.ChunkReadPlan;
import io.pq2.internal.read.plan.RowGroupReadPlan;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.prune.PageRuns;
import io.pq2.internal.read.prune.PageRuns.PageRun;
import io.pq2.internal.read.prune.PrunedRowGroup;
import io.pq2.internal.read.source.FileRange;
import io.pq2.internal.read.source.RangeFetch;
import io.pq2.internal.read.source.ReadPurpose;
import io.pq2.internal.read.source.Slice;
import io.pq2.io.ByteRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Column chunks of a row group that were requested together and may still be pending. A chunk consists of page runs; a
 * chunk that is requested whole is one run.
 */
final class ChunkFetch {

    private final RowGroupReadPlan plan;
    private final PrunedRowGroup pruned;
    private final ScanContext context;
    /** By chunk of the plan: the requested pages; absent for a chunk that is requested whole. */
    private final List<@Nullable PageRuns> pageRuns;
    /**
     * By chunk of the plan: the index of its first range; -1 if it is not requested. A separate dictionary follows the
     * runs.
     */
    private final int[] firstRange;

    private final RangeFetch fetch;

    /**
     * Requests chunks.
     *
     * @param chunks by chunk of the plan: whether to request it
     * @param pageRuns by chunk of the plan: the pages to request; absent for all
     */
    ChunkFetch(PrunedRowGroup pruned, boolean[] chunks, List<@Nullable PageRuns> pageRuns, ScanContext context)
            throws IOException {
        this.plan = pruned.plan();
        this.pruned = pruned;
        this.context = context;
        this.pageRuns = new ArrayList<>(pageRuns);
        this.firstRange = new int[chunks.length];
        List<FileRange> ranges = new ArrayList<>();
        for (int i = 0; i < chunks.length; i++) {
            firstRange[i] = chunks[i] ? ranges.size() : -1;
            if (chunks[i]) {
                addRanges(i, ranges);
                reportPages(i, ranges.subList(firstRange[i], ranges.size()));
            }
        }
        this.fetch = new RangeFetch(context.sources(), ranges, context.options(), ReadPurpose.DATA, context.listener());
    }

    private void reportPages(int index, List<FileRange> ranges) {
        ChunkReadPlan chunk = plan.chunks().get(index);
        boolean whole = pageRuns.get(index) == null;
        for (FileRange range : ranges) {
            long offset = range.range().offset();
            // Only the beginning of a long chunk is requested at once.
            long bytes = whole ? chunk.end() - offset : range.range().length();
            context.listener().pagesRequested(plan.ordinal(), chunk.column(), offset, bytes);
        }
    }

    private void addRanges(int index, List<FileRange> ranges) throws IOException {
        ChunkReadPlan chunk = plan.chunks().get(index);
        PageRuns runs = pageRuns.get(index);
        if (runs == null) {
            ranges.add(new FileRange(chunk.externalFile(), inFile(chunk, beginning(chunk))));
            return;
        }
        for (PageRun run : runs.runs()) {
            ranges.add(new FileRange(chunk.externalFile(), run.range()));
        }
        if (runs.dictionary() != null) {
            ranges.add(new FileRange(chunk.externalFile(), runs.dictionary()));
        }
    }

    /** Returns the part of a whole chunk to request first, without a dictionary page that was read before. */
    private ByteRange beginning(ChunkReadPlan chunk) {
        ColumnChunkBytes dictionary = pruned.dictionary(chunk.column());
        if (dictionary == null) {
            return chunk.range();
        }
        long start = dictionary.fileOffset() + dictionary.end() - dictionary.start();
        long maxBytes = context.options().maxChunkBytes();
        return new ByteRange(start, (int) Math.min(chunk.end() - start, maxBytes));
    }

    /** Returns the part of a range that is in the file, if damage is skipped; otherwise the range. */
    private ByteRange inFile(ChunkReadPlan chunk, ByteRange range) throws IOException {
        long dataEnd = dataEnd(chunk);
        if (range.end() <= dataEnd) {
            return range;
        }
        long start = Math.min(range.offset(), dataEnd);
        return new ByteRange(start, (int) (dataEnd - start));
    }

    /** Returns the offset after the chunk's last byte that can be in the file. */
    private long dataEnd(ChunkReadPlan chunk) throws IOException {
        return context.recovers() ? context.sources().of(chunk.externalFile()).dataEnd() : Long.MAX_VALUE;
    }

    /** Whether a chunk was requested. */
    boolean has(int index) {
        return firstRange[index] >= 0;
    }

    /** Returns the index in the row group of the first row of a page run. */
    long firstRow(int index, int run) {
        PageRuns runs = pageRuns.get(index);
        return runs == null ? 0 : runs.runs().get(run).firstRow();
    }

    /** Returns the index in the row group after the last row of a page run. */
    long endRow(int index, int run) {
        PageRuns runs = pageRuns.get(index);
        return runs == null ? plan.rowGroupRows() : runs.runs().get(run).endRow();
    }

    /**
     * Returns the bytes of a page run, waiting for them if necessary; the first run has the dictionary page with it.
     */
    ColumnChunkBytes chunk(int index, int run) throws IOException {
        PageRuns runs = pageRuns.get(index);
        ColumnChunkBytes dictionary =
                run > 0 ? null : pruned.dictionary(plan.chunks().get(index).column());
        if (runs == null) {
            Slice slice = fetch.get(firstRange[index]);
            return bytes(index, slice, false, rest(index, slice), dictionary, 0, null);
        }
        if (runs.dictionary() != null && run == 0) {
            Slice slice = fetch.get(firstRange[index] + runs.runs().size());
            dictionary = bytes(index, slice, true, null, null, 0, null);
        }
        Slice slice = fetch.get(firstRange[index] + run);
        PageRun pages = runs.runs().get(run);
        return bytes(index, slice, true, null, dictionary, pages.firstPage(), pages.rows());
    }

    /**
     * Returns the part of a long chunk that is read while its pages are decoded; null if the chunk was requested whole.
     */
    private @Nullable Rest rest(int index, Slice slice) throws IOException {
        ChunkReadPlan chunk = plan.chunks().get(index);
        long length = Math.min(chunk.end(), dataEnd(chunk)) - slice.fileOffset() - slice.length();
        return length <= 0
                ? null
                : new Rest(
                        length,
                        context.options().maxChunkBytes(),
                        (offset, count) -> RangeFetch.read(
                                context.sources().of(chunk.externalFile()),
                                new ByteRange(offset, count),
                                context.listener()));
    }

    private ColumnChunkBytes bytes(
            int index,
            Slice slice,
            boolean part,
            @Nullable Rest rest,
            @Nullable ColumnChunkBytes dictionary,
            int firstPage,
            long @Nullable [] pageRows) {
        ChunkReadPlan chunk = plan.chunks().get(index);
        return new ColumnChunkBytes(
                chunk.column(),
                chunk.metadata(),
                context.writer(),
                slice.file(),
                plan.ordinal(),
                slice.fileOffset(),
                slice.bytes(),
                slice.start(),
                slice.end(),
                part,
                rest,
                dictionary,
                firstPage,
                pageRows,
                context.sources().decryptor(plan.ordinal(), chunk.column()));
    }

    /** Whether no request is pending. */
    boolean isDone() {
        return fetch.isDone();
    }
}
