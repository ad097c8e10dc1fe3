package io.pq2.internal.page;

import io.pq2.exception.FileLocation;
import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.page.PageWalk.Body;
import io.pq2.metadata.DataPageHeader;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageType;

/**
 * Takes the pages out of a column chunk that is copied, without decoding what they hold. Pages that hold neither values nor a
 * dictionary are left out unless all stay as they are.
 */
public final class PageCopier {

    private final ColumnChunkBytes chunk;
    private final PageCopyMode mode;
    private final PageWriter pageWriter;
    private final PageBuffer buffer;
    private final PageWalk walk;
    private final PageContents contents;

    /**
     * @param chunk the whole chunk
     * @param decompressor for its codec, which stays the caller's; null if nothing is recompressed
     * @param pageWriter for the other codec, which stays the caller's; null if all stays as it is
     * @param buffer what pages are decompressed into; used by nobody else at the same time
     * @param verifyChecksums whether the {@code crc} of a page that is recompressed is compared where there is one
     */
    public PageCopier(
            ColumnChunkBytes chunk,
            PageCopyMode mode,
            Decompressor decompressor,
            PageWriter pageWriter,
            PageBuffer buffer,
            boolean verifyChecksums) {
        this.chunk = chunk;
        this.mode = mode;
        this.pageWriter = pageWriter;
        this.buffer = buffer;
        this.walk = new PageWalk(chunk, verifyChecksums && mode.recompresses(), mode == PageCopyMode.AS_STORED);
        this.contents = new PageContents(chunk, walk, decompressor);
    }

    /** The page that {@link #next} returned last, or failed at. */
    public FileLocation location() {
        return walk.location();
    }

    /** The next page; null once all values of the chunk went by. */
    public CopiedPage next() {
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
                        ? header.dataPageHeader().numValues()
                        : -1;
            case DATA_PAGE_V2 -> header.dataPageHeaderV2().numRows();
            case DICTIONARY_PAGE, INDEX_PAGE, UNKNOWN -> -1;
        };
    }

    private EncodedPage copied(PageHeader stored, int at) {
        PageHeader header = mode.keepsStatistics() ? stored : withoutStatistics(stored);
        if (!mode.recompresses()) {
            return pageWriter.withHeader(header, walk.bytes(), at);
        }
        Body body = walk.open(header, at, walk.dataPages() - 1, contents.decrypted(buffer));
        if (header.type() == PageType.DATA_PAGE_V2) {
            contents.values(header, header.dataPageHeaderV2(), body, buffer);
            return pageWriter.recompressed(
                    header.dataPageHeaderV2(),
                    body.bytes(),
                    body.start(),
                    contents.bytes(),
                    contents.start(),
                    contents.end());
        }
        contents.whole(header, body, buffer);
        return pageWriter.recompressed(header, contents.bytes(), contents.start(), contents.end());
    }

    private PageHeader withoutStatistics(PageHeader header) {
        DataPageHeader v1 = header.dataPageHeader();
        DataPageHeaderV2 v2 = header.dataPageHeaderV2();
        return new PageHeader(
                header.type(),
                header.uncompressedPageSize(),
                header.compressedPageSize(),
                header.crc(),
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
                                // The new file does not say that its writer was one of those.
                                chunk.writer().compressesWithoutSayingSo() ? Boolean.TRUE : v2.isCompressed(),
                                null));
    }
}
