package io.pq2.internal.page;

import io.pq2.exception.FileLocation;
import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.page.PageWalk.Body;
import io.pq2.internal.writer.WriterFault;
import io.pq2.metadata.DataPageHeader;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the pages of a column chunk that is copied, without decoding their values. Skips pages that are neither data
 * pages nor dictionary pages, unless all pages stay as they are.
 */
public final class PageCopier {

    private final ColumnChunkBytes chunk;
    private final PageCopyMode mode;
    private final @Nullable PageWriter pageWriter;
    private final PageBuffer buffer;
    private final PageWalk walk;
    private final PageContents contents;

    /**
     * Starts at the first page of a chunk. The decompressor and the page writer stay the caller's.
     *
     * @param chunk the bytes of the chunk
     * @param mode how pages are changed
     * @param decompressor the decompressor of the chunk's codec; absent when the mode does not recompress
     * @param pageWriter the writer of the new pages; absent for {@link PageCopyMode#AS_STORED}
     * @param buffer receives decompressed pages; must not be used otherwise at the same time
     * @param verifyChecksums whether the {@code crc} of pages that are compressed again is verified
     */
    public PageCopier(
            ColumnChunkBytes chunk,
            PageCopyMode mode,
            @Nullable Decompressor decompressor,
            @Nullable PageWriter pageWriter,
            PageBuffer buffer,
            boolean verifyChecksums) {
        this.chunk = chunk;
        this.mode = mode;
        this.pageWriter = pageWriter;
        this.buffer = buffer;
        this.walk = new PageWalk(chunk, verifyChecksums && mode.recompresses(), mode == PageCopyMode.AS_STORED);
        this.contents = new PageContents(chunk, walk, decompressor);
    }

    /** Returns the location of the page that {@link #next} returned last or failed at. */
    public FileLocation location() {
        return walk.location();
    }

    /** Returns the next page; absent after the last one. */
    public @Nullable CopiedPage next() {
        while (walk.hasMore()) {
            PageHeader header = walk.header();
            walk.pass(header);
            PageType type = header.type();
            boolean data = type == PageType.DATA_PAGE || type == PageType.DATA_PAGE_V2;
            if (data) {
                walk.count(walk.checkedCount(header));
            }
            if (mode == PageCopyMode.AS_STORED) {
                int start = walk.start(header);
                long uncompressed = (long) walk.headerLength() + header.uncompressedPageSize();
                int length = walk.headerLength() + header.compressedPageSize();
                return new CopiedPage(type, walk.pageOffset(), rows(header), walk.bytes(), start, length, uncompressed);
            }
            if (data || type == PageType.DICTIONARY_PAGE) {
                EncodedPage page = copied(header, walk.body(header));
                return new CopiedPage(
                        type, walk.pageOffset(), rows(header), page.bytes(), 0, page.size(), page.uncompressedSize());
            }
        }
        return null;
    }

    private int rows(PageHeader header) {
        return switch (header.type()) {
            case DATA_PAGE ->
                chunk.column().maxRepetitionLevel() == 0
                        ? Objects.requireNonNull(header.dataPageHeader()).numValues()
                        : -1;
            case DATA_PAGE_V2 ->
                Objects.requireNonNull(header.dataPageHeaderV2()).numRows();
            case DICTIONARY_PAGE, INDEX_PAGE, UNKNOWN -> -1;
        };
    }

    private EncodedPage copied(PageHeader stored, int at) {
        PageWriter writer = Objects.requireNonNull(pageWriter);
        PageHeader header = mode.keepsStatistics() ? stored : withoutStatistics(stored);
        if (!mode.recompresses()) {
            return writer.withHeader(header, walk.bytes(), at);
        }
        Body body = walk.open(header, at, walk.dataPages() - 1, contents.decrypted(buffer));
        if (header.type() == PageType.DATA_PAGE_V2) {
            DataPageHeaderV2 dataPage = Objects.requireNonNull(header.dataPageHeaderV2());
            contents.values(header, dataPage, body, buffer);
            return writer.recompressed(
                    dataPage, body.bytes(), body.start(), contents.bytes(), contents.start(), contents.end());
        }
        contents.whole(header, body, buffer);
        return writer.recompressed(header, contents.bytes(), contents.start(), contents.end());
    }

    private PageHeader withoutStatistics(PageHeader header) {
        DataPageHeader v1 = header.dataPageHeader();
        DataPageHeaderV2 v2 = header.dataPageHeaderV2();
        return new PageHeader(
                header.type(),
                header.uncompressedPageSize(),
                header.compressedPageSize(),
                walk.hasPlaceholder(header) ? null : header.crc(),
                v1 == null
                        ? null
                        : new DataPageHeader(
                                v1.numValues(),
                                v1.encoding(),
                                v1.definitionLevelEncoding(),
                                v1.repetitionLevelEncoding(),
                                null),
                null,
                header.dictionaryPageHeader(),
                v2 == null
                        ? null
                        : new DataPageHeaderV2(
                                v2.numValues(),
                                v2.numNulls(),
                                v2.numRows(),
                                v2.encoding(),
                                v2.definitionLevelsByteLength(),
                                v2.repetitionLevelsByteLength(),
                                // The new file names another writer, so the header must tell the truth.
                                chunk.writer().has(WriterFault.HIDDEN_COMPRESSION) ? Boolean.TRUE : v2.isCompressed(),
                                null));
    }
}
