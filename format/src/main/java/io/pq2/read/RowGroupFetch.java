package io.pq2.read;

import io.pq2.CorruptFileException;
import io.pq2.FileLocation;
import io.pq2.page.ColumnChunkBytes;
import io.pq2.predicate.Evidence;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.RowRanges;
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
final class RowGroupFetch {

    private final RowGroupPlan rowGroup;
    private final ScanContext context;
    /** Null without a filter. */
    private final PageFilter filter;

    private final RowGroupProof proof;
    /** By column of the scan's plan: the index of its chunk, -1 if the row group's plan has none. */
    private final int[] chunkOf;
    /** By chunk: whether it is read. */
    private boolean[] needed;

    private long bytes;
    private ChunkFetch data;

    /**
     * Begins, and requests what is looked at first.
     *
     * @param filter of which rows are wanted, null for all
     */
    RowGroupFetch(RowGroupPlan rowGroup, PageFilter filter, ScanContext context) throws IOException {
        this.rowGroup = rowGroup;
        this.context = context;
        this.filter = filter;
        this.chunkOf = chunkOf(rowGroup.chunks(), context.columns());
        try {
            this.proof = new RowGroupProof(rowGroup, filter, context);
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
        for (int i = 0; i < needed.length; i++) {
            ChunkPart part = proof.parts()[i];
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

    /** Requests the chunks; once, when the proof is done and has left rows over. */
    void request() throws IOException {
        ColumnChunkBytes[] dictionaries = new ColumnChunkBytes[needed.length];
        for (int i = 0; i < needed.length; i++) {
            dictionaries[i] = proof.dictionary(rowGroup.chunks().get(i).column());
        }
        try {
            data = new ChunkFetch(rowGroup, needed, proof.parts(), dictionaries, context);
        } catch (CorruptFileException e) {
            throw e.locate(location());
        }
        count();
    }

    private void count() {
        ScanExplanation explanation = context.explanation();
        for (int column = 0; column < chunkOf.length; column++) {
            int chunk = chunkOf[column];
            if (chunk < 0) {
                continue;
            }
            ChunkPart part = proof.parts()[chunk];
            long length = rowGroup.chunks().get(chunk).length();
            long requested = needed[chunk] ? part == null ? length : part.bytes() : 0;
            long skipped = filter == null ? 0 : length - requested;
            int pages = filter == null || part == null || !needed[chunk] ? 0 : part.skippedPages();
            Evidence evidence = needed[chunk] ? Evidence.COLUMN_INDEX : proof.latest();
            context.metrics().countSkippedPages(evidence, pages, skipped);
            if (explanation != null) {
                explanation.requested(rowGroup.ordinal(), column, requested, skipped, pages, evidence);
            }
        }
        if (explanation != null && !rowGroup.proofs().pageIndexes().isEmpty()) {
            long ruledOut = rowGroup.rowCount() - rows().count();
            explanation.rowsSkipped(rowGroup.ordinal(), ruledOut);
            if (ruledOut == 0) {
                explanation.futile(rowGroup.ordinal(), Evidence.COLUMN_INDEX);
            }
        }
    }

    RowGroupPlan rowGroup() {
        return rowGroup;
    }

    /** The wanted rows, by their index in the row group. */
    RowRanges rows() {
        return proof.rows();
    }

    /** What is left to check of the filter; null without one. */
    Predicate residual() {
        return proof.residual();
    }

    /** Whether a column is read. */
    boolean has(int column) {
        return chunkOf[column] >= 0 && data.has(chunkOf[column]);
    }

    /** The index in the row group of the first row of a stretch of a column's pages. */
    long firstRow(int column, int stretch) {
        return data.firstRow(chunkOf[column], stretch);
    }

    /** The index in the row group of the row behind the last one of a stretch. */
    long endRow(int column, int stretch) {
        return data.endRow(chunkOf[column], stretch);
    }

    /** The bytes of a stretch, waited for if they are not there yet; with the first one comes the dictionary. */
    ColumnChunkBytes chunk(int column, int stretch) throws IOException {
        return data.chunk(chunkOf[column], stretch);
    }

    /** The files that may be read, as {@link SiblingPath} gives them, null for the scanned one. */
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
        return proof.isQuiet() && (data == null || data.isDone());
    }
}
