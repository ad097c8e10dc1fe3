package io.pq2.internal.read.decode;

import io.pq2.exception.ParquetException;
import io.pq2.internal.page.PageHeaders;
import io.pq2.internal.read.source.OpenChunk;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageType;
import io.pq2.read.StoredPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Lists the pages of a column chunk by their headers. */
public final class StoredPages {

    private StoredPages() {}

    /**
     * Returns the pages of a chunk in the order of the file, up to the page with its last value.
     *
     * @param readSize the number of bytes to read at once
     * @throws io.pq2.exception.CorruptFileException if a header violates the format or a page is cut off
     */
    public static List<StoredPage> of(OpenChunk chunk, int readSize) {
        PageHeaders headers = new PageHeaders(chunk.bytes(readSize));
        List<StoredPage> pages = new ArrayList<>();
        long values = 0;
        int ordinal = 0;
        long offset = chunk.start();
        while (values < chunk.metadata().numValues()) {
            StoredPage page = at(chunk, headers, offset, ordinal);
            if (page.ordinal() >= 0) {
                values += numValues(page.header());
                ordinal++;
            }
            pages.add(page);
            offset = page.end();
        }
        return pages;
    }

    /**
     * Returns the first page of a chunk with values.
     *
     * @param readSize the number of bytes to read at once
     * @throws io.pq2.exception.CorruptFileException if its header violates the format or the page is cut off
     */
    public static StoredPage first(OpenChunk chunk, int readSize) {
        return at(chunk, new PageHeaders(chunk.bytes(readSize)), chunk.start(), 0);
    }

    private static StoredPage at(OpenChunk chunk, PageHeaders headers, long offset, int ordinal) {
        Long dictionary = chunk.metadata().dictionaryPageOffset();
        try {
            PageHeaders.StoredPage page =
                    headers.at(offset, dictionary != null && dictionary == offset && ordinal == 0, ordinal);
            return new StoredPage(isData(page.header()) ? ordinal : -1, offset, page.headerLength(), page.header());
        } catch (ParquetException e) {
            throw e.locate(chunk.location().atOffset(offset));
        }
    }

    /** Whether a page is a data page. */
    public static boolean isData(PageHeader header) {
        return header.type() == PageType.DATA_PAGE || header.type() == PageType.DATA_PAGE_V2;
    }

    /** Returns the number of values of a data page, nulls included. */
    public static int numValues(PageHeader header) {
        return header.type() == PageType.DATA_PAGE_V2
                ? Objects.requireNonNull(header.dataPageHeaderV2()).numValues()
                : Objects.requireNonNull(header.dataPageHeader()).numValues();
    }
}
