package io.pq2.internal.rewrite;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
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
import io.pq2.metadata.PageLocation;
import io.pq2.metadata.PageType;
import io.pq2.read.ScanPlan.ChunkPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Copies one column chunk: as a whole if its pages do not change, and page by page otherwise. */
public final class ChunkCopy {

    /** The size in bytes of the parts in which a chunk is read. A page that is processed is in memory as a whole. */
    public static final int STRETCH = 8 << 20;

    private final InputSources sources;
    private final ChunkPlan chunk;
    private final ConsistentPageIndex indexes;
    private final PageChange change;
    private final int rowGroup;
    private final long rows;

    /**
     * @param change what is done to its pages
     * @param rowGroup the ordinal of its row group, for messages
     * @param rows the rows of its row group
     */
    ChunkCopy(
            InputSources sources,
            ChunkPlan chunk,
            ConsistentPageIndex indexes,
            PageChange change,
            int rowGroup,
            long rows) {
        this.sources = sources;
        this.chunk = chunk;
        this.indexes = indexes;
        this.change = change;
        this.rowGroup = rowGroup;
        this.rows = rows;
    }

    /** The bytes that {@link #write} wants first. */
    static ByteRange beginning(ChunkPlan chunk) {
        return new ByteRange(chunk.offset(), (int) Math.min(chunk.length(), STRETCH));
    }

    /**
     * Writes the chunk, without its bloom filter.
     *
     * @param beginning the chunk's first bytes
     */
    StoredChunk write(ByteSink sink, ByteBuffer beginning) throws IOException {
        try {
            boolean known = indexes.offsetIndex() != null
                    && chunk.length() == chunk.metadata().totalCompressedSize();
            return known && !change.touchesPages() ? copy(sink, beginning) : copyPages(sink, beginning);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private StoredChunk copy(ByteSink sink, ByteBuffer beginning) throws IOException {
        long shift = sink.position() - chunk.offset();
        sink.write(beginning.array(), beginning.arrayOffset() + beginning.position(), beginning.remaining());
        long position = chunk.offset() + beginning.remaining();
        while (position < chunk.end()) {
            ByteBuffer next = sources.read(chunk.externalFile(), new ByteRange(position, (int)
                    Math.min(STRETCH, chunk.end() - position)));
            position += next.remaining();
            sink.write(next.array(), next.arrayOffset() + next.position(), next.remaining());
        }
        List<PageLocation> locations = new ArrayList<>();
        for (PageLocation old : indexes.offsetIndex().pageLocations()) {
            locations.add(new PageLocation(old.offset() + shift, old.compressedPageSize(), old.firstRowIndex()));
        }
        ColumnMetaData old = chunk.metadata();
        boolean dictionary = chunk.offset() != old.dataPageOffset();
        Long indexPage = old.indexPageOffset();
        boolean hasIndexPage = indexPage != null && indexPage >= chunk.offset() && indexPage < chunk.end();
        ColumnMetaData metadata = metadata(
                old.totalUncompressedSize(),
                chunk.length(),
                old.dataPageOffset() + shift,
                dictionary ? (Long) (chunk.offset() + shift) : null,
                hasIndexPage ? (Long) (indexPage + shift) : null);
        OffsetIndex offsetIndex =
                new OffsetIndex(locations, indexes.offsetIndex().unencodedByteArrayDataBytes());
        return new StoredChunk(metadata, change.columnIndex(indexes.columnIndex()), offsetIndex);
    }

    private StoredChunk copyPages(ByteSink sink, ByteBuffer beginning) throws IOException {
        PageCopier pages = change.pages(bytes(beginning));
        PageLocations locations = new PageLocations();
        long start = sink.position();
        long uncompressed = 0;
        Long dictionary = null;
        Long data = null;
        for (CopiedPage page = next(pages); page != null; page = next(pages)) {
            if (page.type() == PageType.DICTIONARY_PAGE && dictionary == null && data == null) {
                dictionary = sink.position();
            } else if (page.isData()) {
                data = data == null ? (Long) sink.position() : data;
                locations.add(page, sink.position());
            }
            uncompressed += page.uncompressedSize();
            sink.write(page.bytes(), page.start(), page.length());
        }
        long length = sink.position() - start;
        OffsetIndex offsetIndex = locations.index();
        ColumnIndex columnIndex = locations.fitIndex() ? change.columnIndex(indexes.columnIndex()) : null;
        ColumnMetaData metadata = metadata(uncompressed, length, data == null ? start : data, dictionary, null);
        return new StoredChunk(metadata, columnIndex, offsetIndex);
    }

    private ColumnChunkBytes bytes(ByteBuffer beginning) throws IOException {
        int start = beginning.arrayOffset() + beginning.position();
        long left = chunk.length() - beginning.remaining();
        Rest rest = new Rest(
                left, STRETCH, (offset, length) -> sources.read(chunk.externalFile(), new ByteRange(offset, length)));
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

    private CopiedPage next(PageCopier pages) {
        try {
            return pages.next();
        } catch (CorruptFileException e) {
            throw e.locate(pages.location());
        } catch (UnsupportedFeatureException e) {
            throw e.locate(pages.location());
        }
    }

    private ColumnMetaData metadata(
            long uncompressed, long compressed, long dataOffset, Long dictionaryOffset, Long indexOffset) {
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
                change.statistics(old.statistics()),
                old.encodingStats(),
                null,
                null,
                old.sizeStatistics(),
                old.geospatialStatistics(),
                old.unknownCodec(),
                old.unknownEncodings());
    }

    /** Where the pages of the new chunk are. */
    private final class PageLocations {

        private final List<PageLocation> locations = new ArrayList<>();
        /** Of the offset index of the input, null if there is none or it names other pages. */
        private List<PageLocation> old =
                indexes.offsetIndex() == null ? null : indexes.offsetIndex().pageLocations();

        /** By counting: the row that the next page begins with, -1 if that is not known. */
        private long row;

        void add(CopiedPage page, long offset) {
            int index = locations.size();
            boolean fits = old != null && index < old.size() && old.get(index).offset() == page.offset();
            if (old != null && !fits) {
                // The first rows that were taken from the index mean nothing.
                old = null;
                row = -1;
            }
            locations.add(new PageLocation(
                    offset, page.length(), fits ? old.get(index).firstRowIndex() : row));
            if (!fits) {
                row = row < 0 || page.rows() <= 0 ? -1 : row + page.rows();
            }
        }

        /** Whether these are the pages that the indexes of the input describe. */
        boolean fitIndex() {
            return old != null && old.size() == locations.size();
        }

        /** Null if nobody knows in which rows pages begin. */
        OffsetIndex index() {
            if (fitIndex()) {
                return new OffsetIndex(locations, indexes.offsetIndex().unencodedByteArrayDataBytes());
            }
            return old == null && row == rows ? new OffsetIndex(locations, null) : null;
        }
    }
}
