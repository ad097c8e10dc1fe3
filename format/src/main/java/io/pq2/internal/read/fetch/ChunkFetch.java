package io.pq2.internal.read.fetch;

import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.ColumnChunkBytes.Rest;
import io.pq2.internal.read.fetch.ChunkPart.Stretch;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.source.ExternalFilePath;
import io.pq2.internal.read.source.RangeFetch;
import io.pq2.internal.read.source.RangeFetch.Slice;
import io.pq2.internal.read.source.RangeFetch.Wanted;
import io.pq2.io.ByteRange;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Column chunks of a row group, or those of their pages that have certain rows, requested together and perhaps still under way. */
final class ChunkFetch {

    private final RowGroupPlan rowGroup;
    private final ScanContext context;
    /** By chunk of the plan; null if it is requested as a whole. */
    private final ChunkPart[] parts;
    /** By chunk of the plan; null if it is to be read from the file. */
    private final ColumnChunkBytes[] dictionaries;
    /** By chunk: the index among the requested ranges of the chunk or its first stretch; a part's dictionary is behind them. -1 if not requested. */
    private final int[] pieces;

    private final List<Wanted> wanted = new ArrayList<>();
    private final RangeFetch fetch;

    /**
     * Requests chunks.
     *
     * @param chunks which of the plan's
     * @param parts by chunk of the plan: the pages that are wanted, null for all
     * @param dictionaries by chunk of the plan: its dictionary page if that is at hand, otherwise null
     */
    ChunkFetch(
            RowGroupPlan rowGroup,
            boolean[] chunks,
            ChunkPart[] parts,
            ColumnChunkBytes[] dictionaries,
            ScanContext context)
            throws IOException {
        this.rowGroup = rowGroup;
        this.context = context;
        this.parts = parts;
        this.dictionaries = dictionaries;
        this.pieces = new int[chunks.length];
        for (int i = 0; i < chunks.length; i++) {
            pieces[i] = chunks[i] ? wanted.size() : -1;
            if (chunks[i]) {
                addWanted(i);
            }
        }
        this.fetch = new RangeFetch(context.sources(), wanted, context.options(), context.metrics());
    }

    private void addWanted(int index) {
        ChunkPlan chunk = rowGroup.chunks().get(index);
        ChunkPart part = parts[index];
        if (part == null) {
            wanted.add(new Wanted(chunk.sibling(), beginning(index)));
            return;
        }
        for (Stretch pages : part.stretches()) {
            wanted.add(new Wanted(chunk.sibling(), pages.pages()));
        }
        if (part.dictionary() != null) {
            wanted.add(new Wanted(chunk.sibling(), part.dictionary()));
        }
    }

    /** What is requested first of a chunk of which all pages are wanted. */
    private ByteRange beginning(int index) {
        ChunkPlan chunk = rowGroup.chunks().get(index);
        if (dictionaries[index] == null) {
            return chunk.range();
        }
        long start = end(dictionaries[index]);
        long most = context.options().maxChunkBytes();
        return new ByteRange(start, (int) Math.min(chunk.end() - start, most));
    }

    private static long end(ColumnChunkBytes page) {
        return page.fileOffset() + page.end() - page.start();
    }

    /** Whether a chunk is among those that are requested. */
    boolean has(int index) {
        return pieces[index] >= 0;
    }

    /** How many bytes of a chunk are wanted first. */
    long bytes(int index) {
        return parts[index] == null ? beginning(index).length() : parts[index].bytes();
    }

    /** The files that are read, as {@link ExternalFilePath} gives them, null for the scanned one. */
    Set<String> siblings() {
        return fetch.siblings();
    }

    /** The index in the row group of the first row of a stretch of pages; all rows of a wanted range are in one of them. */
    long firstRow(int index, int stretch) {
        return parts[index] == null ? 0 : parts[index].stretches().get(stretch).firstRow();
    }

    /** The index in the row group of the row behind the last one of a stretch. */
    long endRow(int index, int stretch) {
        return parts[index] == null
                ? rowGroup.rowGroupRows()
                : parts[index].stretches().get(stretch).endRow();
    }

    /** The bytes of a stretch, waited for if they are not there yet; with the first one comes the dictionary. */
    ColumnChunkBytes chunk(int index, int stretch) throws IOException {
        ChunkPart part = parts[index];
        ColumnChunkBytes dictionary = stretch > 0 ? null : dictionaries[index];
        if (part == null) {
            Slice slice = fetch.get(pieces[index], context.metrics());
            return bytes(index, slice, false, rest(index, slice), dictionary, 0);
        }
        if (part.dictionary() != null && stretch == 0) {
            Slice slice = fetch.get(pieces[index] + part.stretches().size(), context.metrics());
            dictionary = bytes(index, slice, true, null, null, 0);
        }
        Slice slice = fetch.get(pieces[index] + stretch, context.metrics());
        int firstPage = part.stretches().get(stretch).firstPage();
        return bytes(index, slice, true, null, dictionary, firstPage);
    }

    private Rest rest(int index, Slice slice) {
        ChunkPlan chunk = rowGroup.chunks().get(index);
        long length = chunk.end() - slice.fileOffset() - (slice.end() - slice.start());
        return length <= 0
                ? null
                : new Rest(
                        length,
                        context.options().maxChunkBytes(),
                        (offset, count) -> RangeFetch.read(
                                context.sources().of(chunk.sibling()),
                                new ByteRange(offset, count),
                                context.metrics()));
    }

    private ColumnChunkBytes bytes(
            int index, Slice slice, boolean part, Rest rest, ColumnChunkBytes dictionary, int firstPage) {
        ChunkPlan chunk = rowGroup.chunks().get(index);
        return new ColumnChunkBytes(
                chunk.column(),
                chunk.metadata(),
                context.writer(),
                slice.file(),
                rowGroup.ordinal(),
                slice.fileOffset(),
                slice.bytes(),
                slice.start(),
                slice.end(),
                part,
                rest,
                dictionary,
                firstPage,
                context.sources().decryptor(rowGroup.ordinal(), chunk.column()));
    }

    /** Whether nothing is under way any more. */
    boolean isDone() {
        return fetch.isDone();
    }
}
