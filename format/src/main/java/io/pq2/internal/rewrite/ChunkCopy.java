package io.pq2.internal.rewrite;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.ParquetException;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.ColumnChunkBytes.Rest;
import io.pq2.internal.page.CopiedPage;
import io.pq2.internal.page.PageCopier;
import io.pq2.internal.page.StoredChunk;
import io.pq2.io.ByteRange;
import io.pq2.io.ByteSink;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageLocation;
import io.pq2.metadata.PageType;
import io.pq2.read.ScanPlan.ChunkPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Copies one column chunk: byte by byte if its pages do not change, otherwise page by page. */
public final class ChunkCopy {

    /** The number of bytes to read at once. A page that changes is in memory as a whole. */
    public static final int READ_SIZE = 8 << 20;

    private final InputSources sources;
    private final ChunkPlan chunk;
    private final ConsistentPageIndex indexes;
    private final CopiedStatistics statistics;
    private final PageChange change;
    private final int rowGroup;
    private final long rows;

    /**
     * Creates the copy of a chunk.
     *
     * @param statistics the statistics of the new chunk
     * @param change the changes of its pages
     * @param rowGroup the ordinal of its row group, from 0, for messages
     * @param rows the number of rows of its row group
     */
    ChunkCopy(
            InputSources sources,
            ChunkPlan chunk,
            ConsistentPageIndex indexes,
            CopiedStatistics statistics,
            PageChange change,
            int rowGroup,
            long rows) {
        this.sources = sources;
        this.chunk = chunk;
        this.indexes = indexes;
        this.statistics = statistics;
        this.change = change;
        this.rowGroup = rowGroup;
        this.rows = rows;
    }

    /** Returns the byte range that {@link #write} needs first. */
    static ByteRange beginning(ChunkPlan chunk) {
        return new ByteRange(chunk.offset(), (int) Math.min(chunk.length(), READ_SIZE));
    }

    /**
     * Writes the chunk without its bloom filter.
     *
     * @param file receives the chunk
     * @param beginning the bytes of {@link #beginning}
     * @throws CorruptFileException if a page violates the format
     * @throws IOException if a file cannot be read or written
     */
    StoredChunk write(ByteSink file, ByteBuffer beginning) throws IOException {
        CopiedPagesCheck sink = new CopiedPagesCheck(file, chunk.metadata().numValues());
        try {
            OffsetIndex offsetIndex = indexes.offsetIndex();
            boolean unchanged =
                    !change.changesPages() && chunk.length() == chunk.metadata().totalCompressedSize();
            StoredChunk stored =
                    offsetIndex != null && unchanged ? copy(sink, beginning, offsetIndex) : copyPages(sink, beginning);
            sink.finish(stored);
            return stored;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (CorruptFileException e) {
            throw e.locate(new FileLocation(
                    sources.location(chunk.externalFile()),
                    rowGroup,
                    chunk.column().dottedPath(),
                    -1,
                    -1));
        }
    }

    private StoredChunk copy(ByteSink sink, ByteBuffer beginning, OffsetIndex oldIndex) throws IOException {
        long shift = sink.position() - chunk.offset();
        sink.write(beginning.array(), beginning.arrayOffset() + beginning.position(), beginning.remaining());
        long position = chunk.offset() + beginning.remaining();
        while (position < chunk.end()) {
            ByteBuffer next = sources.read(chunk.externalFile(), new ByteRange(position, (int)
                    Math.min(READ_SIZE, chunk.end() - position)));
            position += next.remaining();
            sink.write(next.array(), next.arrayOffset() + next.position(), next.remaining());
        }
        List<PageLocation> locations = new ArrayList<>();
        for (PageLocation old : oldIndex.pageLocations()) {
            locations.add(new PageLocation(old.offset() + shift, old.compressedPageSize(), old.firstRowIndex()));
        }
        ColumnMetaData old = chunk.metadata();
        boolean dictionary = chunk.offset() != old.dataPageOffset();
        Long indexPage = old.indexPageOffset();
        Long newIndexPage = indexPage != null && indexPage >= chunk.offset() && indexPage < chunk.end()
                ? (Long) (indexPage + shift)
                : null;
        ColumnMetaData metadata = metadata(
                old.totalUncompressedSize(),
                chunk.length(),
                old.dataPageOffset() + shift,
                dictionary ? (Long) (chunk.offset() + shift) : null,
                newIndexPage);
        OffsetIndex offsetIndex = new OffsetIndex(locations, oldIndex.unencodedByteArrayDataBytes());
        return new StoredChunk(metadata, statistics.columnIndex(), offsetIndex);
    }

    private StoredChunk copyPages(ByteSink sink, ByteBuffer beginning) throws IOException {
        PageCopier pages = change.pages(bytes(beginning));
        PageLocations locations = new PageLocations();
        long start = sink.position();
        long uncompressed = 0;
        Long dictionary = null;
        Long data = null;
        boolean beginsWithOtherPage = false;
        for (CopiedPage page = next(pages); page != null; page = next(pages)) {
            if (page.type() == PageType.DICTIONARY_PAGE && dictionary == null && data == null) {
                dictionary = sink.position();
            } else if (page.isData()) {
                data = data == null ? (Long) sink.position() : data;
                locations.add(page, sink.position());
            } else if (sink.position() == start) {
                beginsWithOtherPage = true;
            }
            uncompressed += page.uncompressedSize();
            sink.write(page.bytes(), page.start(), page.length());
        }
        long length = sink.position() - start;
        if (beginsWithOtherPage) {
            // Readers start at data_page_offset, and skip the page. An offset index would make them expect a
            // dictionary.
            return new StoredChunk(metadata(uncompressed, length, start, null, null), null, null);
        }
        OffsetIndex offsetIndex = locations.index();
        ColumnIndex columnIndex = locations.fitIndex() ? statistics.columnIndex() : null;
        ColumnMetaData metadata = metadata(uncompressed, length, data == null ? start : data, dictionary, null);
        return new StoredChunk(metadata, columnIndex, offsetIndex);
    }

    private ColumnChunkBytes bytes(ByteBuffer beginning) throws IOException {
        int start = beginning.arrayOffset() + beginning.position();
        long left = chunk.length() - beginning.remaining();
        Rest rest = new Rest(
                left, READ_SIZE, (offset, length) -> sources.read(chunk.externalFile(), new ByteRange(offset, length)));
        return new ColumnChunkBytes(
                chunk.column(),
                chunk.metadata(),
                change.writer(),
                sources.location(chunk.externalFile()),
                rowGroup,
                chunk.offset(),
                beginning.array(),
                start,
                start + beginning.remaining(),
                false,
                left == 0 ? null : rest,
                null);
    }

    private @Nullable CopiedPage next(PageCopier pages) {
        try {
            return pages.next();
        } catch (ParquetException e) {
            throw e.locate(pages.location());
        }
    }

    private ColumnMetaData metadata(
            long uncompressed,
            long compressed,
            long dataOffset,
            @Nullable Long dictionaryOffset,
            @Nullable Long indexOffset) {
        ColumnMetaData old = chunk.metadata();
        return new ColumnMetaData(
                old.type(),
                old.encodings(),
                chunk.column().path(),
                change.codec(),
                old.numValues(),
                uncompressed,
                compressed,
                old.keyValueMetadata(),
                dataOffset,
                indexOffset,
                dictionaryOffset,
                statistics.statistics(),
                writable(old.encodingStats()),
                null,
                null,
                statistics.sizes(),
                old.geospatialStatistics(),
                old.unknownCodec(),
                old.unknownEncodings());
    }

    /** Returns the counts of pages by encoding; absent if they count pages of a type that cannot be named. */
    private static @Nullable List<PageEncodingStats> writable(@Nullable List<PageEncodingStats> counts) {
        return counts == null || counts.stream().anyMatch(count -> count.pageType() == PageType.UNKNOWN)
                ? null
                : counts;
    }

    /** The locations of the pages in the new chunk, and the first rows if they are known. */
    private final class PageLocations {

        private final List<PageLocation> locations = new ArrayList<>();
        private final @Nullable OffsetIndex oldIndex = indexes.offsetIndex();
        /** The locations in the input; absent when there is no offset index, or when it describes other pages. */
        private @Nullable List<PageLocation> old = oldIndex == null ? null : oldIndex.pageLocations();

        /** The first row of the next page according to the page headers; -1 if it is unknown. */
        private long row;

        void add(CopiedPage page, long offset) {
            int index = locations.size();
            PageLocation described = old != null && index < old.size() ? old.get(index) : null;
            if (described != null && described.offset() == page.offset()) {
                locations.add(new PageLocation(offset, page.length(), described.firstRowIndex()));
                return;
            }
            if (old != null) {
                // The index describes other pages, so the first rows that were taken from it are wrong.
                old = null;
                row = -1;
            }
            locations.add(new PageLocation(offset, page.length(), row));
            row = row < 0 || page.rows() <= 0 ? -1 : row + page.rows();
        }

        /** Whether the page indexes of the input describe exactly these pages. */
        boolean fitIndex() {
            return old != null && old.size() == locations.size();
        }

        /** Returns the offset index of the new chunk; absent when the first rows are unknown. */
        @Nullable
        OffsetIndex index() {
            if (fitIndex()) {
                return new OffsetIndex(
                        locations, Objects.requireNonNull(oldIndex).unencodedByteArrayDataBytes());
            }
            return old == null && row == rows ? new OffsetIndex(locations, null) : null;
        }
    }
}
