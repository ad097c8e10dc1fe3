package io.pq2.internal.read.recover;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.page.PageHeaders.StoredPage;
import io.pq2.internal.read.recover.ChunkSurvey.Decoded;
import io.pq2.internal.read.recover.PageSurvey.PlacedPage;
import io.pq2.metadata.PageLocation;
import io.pq2.metadata.PageType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Places the pages of a column chunk as the offset index says. A page that contradicts the index is damaged. */
final class IndexSurvey {

    private final ChunkSurvey chunk;
    private final List<PageLocation> locations;
    /** The sum of num_values of the data pages whose headers can be read. */
    private long values;
    /** Whether the headers of all data pages can be read. */
    private boolean allRead = true;

    IndexSurvey(ChunkSurvey chunk, List<PageLocation> locations) {
        this.chunk = chunk;
        this.locations = locations;
    }

    /** Returns the pages; null if the index contradicts itself. */
    @Nullable
    PageSurvey survey() {
        if (!isConsistent()) {
            return null;
        }
        readDictionary();
        PageSurvey.Builder result = chunk.newResult();
        for (int i = 0; i < locations.size(); i++) {
            PageLocation location = locations.get(i);
            Decoded decoded = decode(i);
            result.add(new PlacedPage(
                    location.offset(),
                    location.offset() + location.compressedPageSize(),
                    i,
                    location.firstRowIndex(),
                    endRow(i),
                    true,
                    true,
                    decoded.damage(),
                    decoded.inDictionary() ? -1 : i));
        }
        loseCutRows(result);
        return result.build();
    }

    /**
     * Loses the last row of each page if the headers contradict the footer. The index confirms where rows begin, but
     * not where the last row of a page ends: a page whose num_values is wrong can have all its rows, and too few values
     * in the last one.
     */
    private void loseCutRows(PageSurvey.Builder result) {
        long expected = chunk.chunk().metadata().numValues();
        if (!allRead || values == expected || chunk.chunk().column().maxRepetitionLevel() == 0) {
            return;
        }
        for (int i = 0; i < locations.size(); i++) {
            result.lose(
                    endRow(i) - 1,
                    endRow(i),
                    -1,
                    "the pages have " + values + " values, num_values of the column chunk is " + expected
                            + "; the last row of a page may be incomplete");
        }
    }

    private long endRow(int page) {
        return page + 1 < locations.size() ? locations.get(page + 1).firstRowIndex() : chunk.rows();
    }

    /** Whether the pages follow each other inside the chunk, and their rows inside the row group. */
    private boolean isConsistent() {
        long offset = chunk.chunk().fileOffset();
        long row = -1;
        for (PageLocation page : locations) {
            boolean follows = page.offset() >= offset && page.firstRowIndex() > row && page.compressedPageSize() > 0;
            if (!follows || page.firstRowIndex() >= chunk.rows() || (row < 0 && page.firstRowIndex() != 0)) {
                return false;
            }
            offset = page.offset() + page.compressedPageSize();
            row = page.firstRowIndex();
        }
        return !locations.isEmpty();
    }

    private void readDictionary() {
        long start = chunk.chunk().fileOffset();
        long end = locations.get(0).offset();
        if (start == end) {
            return;
        }
        try {
            StoredPage page = chunk.headers().at(start);
            if (page.header().type() != PageType.DICTIONARY_PAGE || page.end() > end) {
                throw new CorruptFileException("the bytes before the first data page are another page");
            }
            chunk.readDictionary(page);
        } catch (CorruptFileException e) {
            chunk.loseDictionary(e.detail());
        }
    }

    private Decoded decode(int ordinal) {
        PageLocation location = locations.get(ordinal);
        long end = location.offset() + location.compressedPageSize();
        long rows = endRow(ordinal) - location.firstRowIndex();
        try {
            StoredPage page = headerAt(location.offset());
            boolean fits = page.end() == end && ChunkSurvey.isData(page.header());
            if (!fits || ChunkSurvey.numValues(page.header()) == 0) {
                return damaged("the offset index gives the page " + location.compressedPageSize() + " bytes and " + rows
                        + " rows, which its header contradicts");
            }
            Decoded decoded = chunk.decode(page, ordinal);
            if (decoded.damage() != null || (decoded.rows() == rows && decoded.startsAtRow())) {
                return decoded;
            }
            return damaged(
                    "the offset index gives the page " + rows + " rows, but " + decoded.rows() + " rows begin in it");
        } catch (CorruptFileException e) {
            return damaged(e.detail());
        }
    }

    private StoredPage headerAt(long offset) {
        try {
            StoredPage page = chunk.headers().at(offset);
            if (ChunkSurvey.isData(page.header())) {
                values += ChunkSurvey.numValues(page.header());
            } else {
                allRead = false;
            }
            return page;
        } catch (CorruptFileException e) {
            allRead = false;
            throw e;
        }
    }

    private static Decoded damaged(String reason) {
        return new Decoded(-1, true, true, reason, false);
    }
}
