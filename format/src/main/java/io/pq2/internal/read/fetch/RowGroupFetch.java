package io.pq2.internal.read.fetch;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.decode.KeptRows;
import io.pq2.internal.read.decode.RowHulls;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.prune.PageIndexPruning;
import io.pq2.internal.read.prune.RowGroupPruning;
import io.pq2.internal.read.source.ExternalFilePath;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.SkipReason;
import io.pq2.read.ScanExplanation;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A row group on its way: what proves that rows are not needed is read first, then the column chunks, or those of their pages that have
 * wanted rows. Chunks are asked for by the index of their column in the scan's plan.
 */
public final class RowGroupFetch {

    private final RowGroupPlan rowGroup;
    private final ScanContext context;
    /** Null without a filter. */
    private final PageIndexPruning filter;

    private final RowGroupPruning proof;
    /** By column of the scan's plan: the index of its chunk, -1 if the row group's plan has none. */
    private final int[] chunkOf;
    /** By chunk: whether it is read. */
    private boolean[] needed;

    private long bytes;
    private ColumnChunkBytes[] dictionaries;
    private ChunkFetch data;
    /** By chunk: whether it is requested when it is known which rows the filter keeps; null if none is. */
    private boolean[] late;
    /** By chunk: the pages that are or will be requested, null for all. */
    private ChunkPart[] parts;

    private ChunkFetch lateData;
    private RowRanges rows;

    /**
     * Begins, and requests what is looked at first.
     *
     * @param filter of which rows are wanted, null for all
     */
    RowGroupFetch(RowGroupPlan rowGroup, PageIndexPruning filter, ScanContext context) throws IOException {
        this.rowGroup = rowGroup;
        this.context = context;
        this.filter = filter;
        this.chunkOf = chunkOf(rowGroup.chunks(), context.columns());
        try {
            this.proof = new RowGroupPruning(rowGroup, filter, context);
        } catch (CorruptFileException e) {
            throw e.locate(location());
        }
    }

    private static int[] chunkOf(List<ChunkPlan> chunks, List<Column> columns) {
        int[] chunkOf = new int[columns.size()];
        int next = 0;
        for (int i = 0; i < chunkOf.length; i++) {
            boolean there = next < chunks.size() && chunks.get(next).column().equals(columns.get(i));
            chunkOf[i] = there ? next++ : -1;
        }
        return chunkOf;
    }

    /** Goes on with the proof as far as it is possible, without waiting if that is not wanted; says whether all is known. */
    boolean advance(boolean wait) throws IOException {
        if (needed != null) {
            return true;
        }
        try {
            if (!proof.advance(wait)) {
                return false;
            }
        } catch (CorruptFileException e) {
            throw e.locate(location());
        }
        needed = needed();
        rows = proof.rows();
        parts = proof.parts().clone();
        for (int i = 0; i < needed.length; i++) {
            ChunkPart part = parts[i];
            bytes += needed[i] ? part == null ? rowGroup.chunks().get(i).range().length() : part.bytes() : 0;
        }
        return true;
    }

    private FileLocation location() {
        return new FileLocation(null, rowGroup.ordinal(), null, -1, -1);
    }

    /** All chunks but those of columns that are only looked at where nothing is left to look for. */
    private boolean[] needed() {
        boolean[] chunks = new boolean[rowGroup.chunks().size()];
        boolean changed = proof.residual() != null && !proof.residual().equals(rowGroup.residual());
        Set<Column> lookedAt = changed ? filter.columns(proof.residual()) : Set.of();
        for (int i = 0; i < chunks.length; i++) {
            Column column = rowGroup.chunks().get(i).column();
            chunks[i] = !changed || context.output().contains(column) || lookedAt.contains(column);
        }
        return chunks;
    }

    /** Whether the proof left no row over. */
    boolean isEmpty() {
        return proof.rows().isEmpty();
    }

    /** How many bytes are held when the proof is done and chunks have been requested. */
    long bytes() {
        return bytes;
    }

    boolean isRequested() {
        return data != null;
    }

    /** Requests the chunks, or those that the filter looks at; once, when the proof is done and has left rows over. */
    void request() throws IOException {
        dictionaries = new ColumnChunkBytes[needed.length];
        boolean[] first = needed.clone();
        late = late();
        for (int i = 0; i < needed.length; i++) {
            dictionaries[i] = proof.dictionary(rowGroup.chunks().get(i).column());
            first[i] &= !isLate(i);
        }
        data = fetch(first);
        count();
    }

    private ChunkFetch fetch(boolean[] chunks) throws IOException {
        try {
            return new ChunkFetch(rowGroup, chunks, parts, dictionaries, context);
        } catch (CorruptFileException e) {
            throw e.locate(location());
        }
    }

    /** Those chunks that the filter does not look at, if it pays to request them late; otherwise null. */
    private boolean[] late() {
        if (filter == null
                || proof.residual() instanceof Predicate.AlwaysTrue
                || !context.late().pay(proof.residual())) {
            return null;
        }
        Set<Column> early = filter.early(proof.residual(), context.shape());
        boolean[] chunks = new boolean[needed.length];
        long lateBytes = 0;
        boolean some = false;
        for (int i = 0; i < chunks.length; i++) {
            ChunkPlan chunk = rowGroup.chunks().get(i);
            chunks[i] = needed[i] && !early.contains(chunk.column());
            lateBytes += chunks[i] ? bytes(i, parts[i]) : 0;
            some |= chunks[i];
            boolean inStretches =
                    parts[i] == null && chunk.length() > chunk.range().length();
            if (needed[i] && !chunks[i] && inStretches) {
                return null; // most of it would be requested twice
            }
        }
        return !early.isEmpty() && some && lateBytes >= context.options().lateColumnBytes() ? chunks : null;
    }

    private boolean isLate(int chunk) {
        return late != null && late[chunk];
    }

    private long bytes(int chunk, ChunkPart part) {
        return part == null ? rowGroup.chunks().get(chunk).length() : part.bytes();
    }

    private int skippedPages(ChunkPart part) {
        return part == null ? 0 : part.skippedPages();
    }

    /** Whether chunks are still to be requested, with {@link #requestLate} or {@link #requestAll}. */
    public boolean isHalf() {
        return late != null && lateData == null;
    }

    /** Whether some chunks are or were requested late. */
    public boolean isSplit() {
        return late != null;
    }

    /** What is to gather the rows that the filter keeps. */
    public KeptRows keptRows() throws IOException {
        int largest = -1;
        for (int i = 0; i < late.length; i++) {
            if (late[i] && (largest < 0 || bytes(i, parts[i]) > bytes(largest, parts[largest]))) {
                largest = i;
            }
        }
        int pages = Math.max(1, proof.pageCount(largest));
        return new KeptRows(rowGroup.rowGroupRows() / pages, rowGroup.rowGroupRows());
    }

    /** Requests the rest, for it is no use to wait. */
    public void requestAll() throws IOException {
        lateData = fetch(late);
        countLate();
    }

    /** Requests of the rest what has rows that the filter keeps; only ranges around these are wanted any more. */
    public void requestLate(RowRanges kept) throws IOException {
        boolean[] wanted = late;
        if (kept.isEmpty()) {
            wanted = new boolean[late.length];
        } else {
            for (int i = 0; i < late.length; i++) {
                ChunkPart part = late[i] ? proof.part(i, kept) : null;
                parts[i] = part == null ? parts[i] : part;
            }
        }
        lateData = fetch(wanted);
        rows = new RowHulls(rows, parts).around(kept);
        countLate();
    }

    private void count() {
        ScanExplanation explanation = context.explanation();
        for (int column = 0; column < chunkOf.length; column++) {
            int chunk = chunkOf[column];
            if (chunk < 0 || isLate(chunk)) {
                continue;
            }
            long requested = needed[chunk] ? bytes(chunk, parts[chunk]) : 0;
            long skipped = filter == null ? 0 : rowGroup.chunks().get(chunk).length() - requested;
            int pages = filter == null || !needed[chunk] ? 0 : skippedPages(parts[chunk]);
            count(column, requested, skipped, pages, needed[chunk] ? SkipReason.COLUMN_INDEX : proof.latest());
        }
        if (explanation != null && !rowGroup.proofs().pageIndexes().isEmpty()) {
            long ruledOut = rowGroup.rowCount() - rows.count();
            explanation.rowsSkipped(rowGroup.ordinal(), ruledOut);
            if (ruledOut == 0) {
                explanation.futile(rowGroup.ordinal(), SkipReason.COLUMN_INDEX);
            }
        }
    }

    private void count(int column, long requested, long skipped, int pages, SkipReason evidence) {
        context.metrics().countSkippedPages(evidence, pages, skipped);
        if (context.explanation() != null) {
            context.explanation().requested(rowGroup.ordinal(), column, requested, skipped, pages, evidence);
        }
    }

    private void countLate() throws IOException {
        long allRequested = 0;
        long allSaved = 0;
        for (int column = 0; column < chunkOf.length; column++) {
            int chunk = chunkOf[column];
            if (chunk < 0 || !late[chunk]) {
                continue;
            }
            ChunkPart byIndex = proof.parts()[chunk];
            long wanted = bytes(chunk, byIndex);
            long requested = lateData.has(chunk) ? bytes(chunk, parts[chunk]) : 0;
            int pages = lateData.has(chunk) ? skippedPages(parts[chunk]) : proof.pageCount(chunk);
            long skippedByIndex = rowGroup.chunks().get(chunk).length() - wanted;
            count(column, requested, skippedByIndex, skippedPages(byIndex), SkipReason.COLUMN_INDEX);
            int pagesOfRows = Math.max(0, pages - skippedPages(byIndex));
            count(column, 0, wanted - requested, pagesOfRows, SkipReason.ROW_FILTER);
            allRequested += requested;
            allSaved += wanted - requested;
        }
        context.late().count(allRequested, allSaved);
    }

    public RowGroupPlan rowGroup() {
        return rowGroup;
    }

    /** The wanted rows, by their index in the row group. */
    public RowRanges rows() {
        return rows;
    }

    /** What is left to check of the filter; null without one. */
    public Predicate residual() {
        return proof.residual();
    }

    /** Whether a column is read, and has been requested. */
    public boolean has(int column) {
        int chunk = chunkOf[column];
        return chunk >= 0 && (data.has(chunk) || (lateData != null && lateData.has(chunk)));
    }

    private ChunkFetch fetchOf(int column) {
        return isLate(chunkOf[column]) ? lateData : data;
    }

    /** The index in the row group of the first row of a stretch of a column's pages. */
    public long firstRow(int column, int stretch) {
        return fetchOf(column).firstRow(chunkOf[column], stretch);
    }

    /** The index in the row group of the row behind the last one of a stretch. */
    public long endRow(int column, int stretch) {
        return fetchOf(column).endRow(chunkOf[column], stretch);
    }

    /** The bytes of a stretch, waited for if they are not there yet; with the first one comes the dictionary. */
    public ColumnChunkBytes chunk(int column, int stretch) throws IOException {
        return fetchOf(column).chunk(chunkOf[column], stretch);
    }

    /** The files that may be read, as {@link ExternalFilePath} gives them, null for the scanned one. */
    Set<String> siblings() {
        Set<String> siblings = new HashSet<>();
        rowGroup.chunks().forEach(chunk -> siblings.add(chunk.sibling()));
        rowGroup.proofs().bloomFilters().forEach(plan -> siblings.add(plan.sibling()));
        rowGroup.proofs().pageIndexes().forEach(plan -> siblings.add(plan.sibling()));
        rowGroup.proofs().dictionaries().forEach(plan -> siblings.add(plan.sibling()));
        return siblings;
    }

    /** Whether nothing is under way any more. */
    boolean isQuiet() {
        return proof.isQuiet() && (data == null || data.isDone()) && (lateData == null || lateData.isDone());
    }
}
