package io.pq2.read;

import io.pq2.CorruptFileException;
import io.pq2.io.ByteRange;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.WriterVersion;
import io.pq2.page.ColumnChunkBytes;
import io.pq2.page.ColumnChunkBytes.Rest;
import io.pq2.read.RangeFetch.Slice;
import io.pq2.read.RangeFetch.Wanted;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.thrift.CompactReader;
import io.pq2.thrift.PageIndexReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The column chunks of a row group, or those of their pages that have the wanted rows; perhaps still under way. */
final class RowGroupFetch {

    private final RowGroupPlan rowGroup;
    private final WriterVersion writer;
    private final ChunkPart[] parts;
    /** By chunk: the index among the fetched ranges of the chunk or its pages; a part's dictionary is the next. */
    private final int[] pieces;

    private final RangeFetch fetch;
    private final ScanSources sources;
    private final int stretch;

    /** Requests what the plan of a row group wants. If that is not all of its rows, offset indexes are read for it at once. */
    RowGroupFetch(
            ScanSources sources, RowGroupPlan rowGroup, WriterVersion writer, ReadOptions options, ScanMetrics metrics)
            throws IOException {
        this.rowGroup = rowGroup;
        this.writer = writer;
        this.sources = sources;
        this.stretch = options.maxChunkBytes();
        List<ChunkPlan> chunks = rowGroup.chunks();
        this.parts = new ChunkPart[chunks.size()];
        this.pieces = new int[chunks.size()];
        if (!rowGroup.isWhole()) {
            findParts(sources, options, metrics);
        }
        List<Wanted> wanted = new ArrayList<>(chunks.size());
        for (int i = 0; i < parts.length; i++) {
            ChunkPlan chunk = chunks.get(i);
            pieces[i] = wanted.size();
            wanted.add(new Wanted(chunk.sibling(), parts[i] == null ? chunk.range() : parts[i].pages()));
            if (parts[i] != null && parts[i].dictionary() != null) {
                wanted.add(new Wanted(chunk.sibling(), parts[i].dictionary()));
            }
        }
        this.fetch = new RangeFetch(sources, wanted, options, metrics);
    }

    private void findParts(ScanSources sources, ReadOptions options, ScanMetrics metrics) throws IOException {
        List<Wanted> indexes = new ArrayList<>();
        int[] indexOf = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            ChunkPlan chunk = rowGroup.chunks().get(i);
            indexOf[i] = chunk.offsetIndex() == null ? -1 : indexes.size();
            if (chunk.offsetIndex() != null) {
                indexes.add(new Wanted(chunk.sibling(), chunk.offsetIndex()));
            }
        }
        RangeFetch fetched = new RangeFetch(sources, indexes, options, metrics);
        for (int i = 0; i < parts.length; i++) {
            if (indexOf[i] >= 0) {
                Slice bytes = fetched.get(indexOf[i], metrics);
                OffsetIndex index = read(bytes);
                parts[i] = index == null ? null : ChunkPart.of(rowGroup.chunks().get(i), index, rowGroup);
            }
        }
    }

    /** An offset index; null if it is none, which is no reason not to read the chunk from its beginning. */
    private static OffsetIndex read(Slice bytes) {
        try {
            return PageIndexReader.readOffsetIndex(new CompactReader(bytes.bytes(), bytes.start(), bytes.end()));
        } catch (CorruptFileException e) {
            return null;
        }
    }

    RowGroupPlan rowGroup() {
        return rowGroup;
    }

    /** The files that are read, as {@link SiblingPath} gives them, null for the scanned one. */
    Set<String> siblings() {
        return fetch.siblings();
    }

    /** The bytes of one of the row group's chunks, waited for if they are not there yet. */
    ColumnChunkBytes chunk(int index, ScanMetrics metrics) throws IOException {
        ChunkPart part = parts[index];
        ColumnChunkBytes dictionary = part == null || part.dictionary() == null
                ? null
                : bytes(index, fetch.get(pieces[index] + 1, metrics), true, null, null);
        Rest rest = part == null ? rest(rowGroup.chunks().get(index), metrics) : null;
        return bytes(index, fetch.get(pieces[index], metrics), part != null, rest, dictionary);
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

    /** How many of the first rows in a chunk's bytes are not wanted. */
    long rowsToSkip(int index) {
        return rowGroup.skippedRows() - (parts[index] == null ? 0 : parts[index].firstRow());
    }

    /** Whether nothing is under way any more. */
    boolean isDone() {
        return fetch.isDone();
    }
}
